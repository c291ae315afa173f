import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { byUser, memberProcedure, nameOf, pathOf } from '#features/administration/members.api.ts'
import { restore as restoreMember } from '#features/administration/suspensions.server.ts'
import { lockSeries } from '#features/series/series-changes.server.ts'
import { suspendMembers } from '#features/series/suspend-members.server.ts'
import type { Database } from '#platform/database/db.ts'
import { post, type Viewer } from '#platform/procedures/procedure.ts'
import type { UndoScope } from './history.schemas.ts'
import { tooMany, undoAll } from './undo-of-member.server.ts'

/** With `undo_since` what the people changed since then is undone as well, in the same transaction. */
const withUndo = byUser.extend({ undo_since: z.iso.datetime().optional() })
const outcome = z.object({ people: z.number().int(), changes: z.number().int() })

/** How many changes were undone. */
const undoSince = async (
  tx: Database,
  viewer: NonNullable<Viewer>,
  { since, ...request }: { userId: string; scope: UndoScope; since?: string },
) => (since ? (await undoAll(tx, viewer, { ...request, since })).changes : 0)

const suspend = memberProcedure
  .route(post('/users/{user_id}/suspend', 'Suspend a member, alone or with everyone they invited'))
  .errors({
    FORBIDDEN: { message: 'You cannot suspend yourself' },
    CONFLICT: { message: 'The last admin cannot be suspended' },
    TOO_MANY: tooMany,
  })
  .input(withUndo.extend({ has_branch: z.boolean().default(false) }))
  .output(outcome)
  .handler(async ({ context: { tx, viewer }, input: { user_id, has_branch, undo_since: since }, errors }) => {
    if (user_id === viewer.id) throw errors.FORBIDDEN()
    const subject = await nameOf(tx, user_id)
    if (subject === undefined) throw errors.NOT_FOUND()
    // Before the suspension, which hides what the undo brings back of theirs.
    await lockSeries(tx)
    const scope = has_branch ? 'branch' : 'member'
    const changes = await undoSince(tx, viewer, { userId: user_id, scope, since })
    const suspension = { id: user_id, hasBranch: has_branch, suspendedBy: viewer.id }
    const suspended = await suspendMembers(tx, suspension)
    if (!suspended) throw errors.CONFLICT()
    const { people } = suspended
    if (people > 0)
      await recordAdminAction(tx, viewer, {
        action: 'member_suspended',
        subject,
        path: pathOf(user_id),
        after: suspended,
      })
    return { people, changes }
  })

const restore = memberProcedure
  .route(post('/users/{user_id}/restore', 'Undo a suspension, for everyone who was suspended together'))
  .errors({ TOO_MANY: tooMany })
  .input(withUndo)
  .output(outcome)
  .handler(async ({ context: { tx, viewer }, input: { user_id, undo_since: since }, errors }) => {
    const subject = await nameOf(tx, user_id)
    if (subject === undefined) throw errors.NOT_FOUND()
    const changes = await undoSince(tx, viewer, { userId: user_id, scope: 'suspended', since })
    const people = await restoreMember(tx, user_id)
    if (people > 0)
      await recordAdminAction(tx, viewer, {
        action: 'member_restored',
        subject,
        path: pathOf(user_id),
        after: { people },
      })
    return { people, changes }
  })

export const suspensionsApi = { suspend, restore }
