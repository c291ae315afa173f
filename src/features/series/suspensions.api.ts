import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { byUser, memberProcedure, nameOf, pathOf } from '#features/administration/members.api.ts'
import { post } from '#platform/procedures/procedure.ts'
import { suspendMembers } from './suspend-members.server.ts'

const suspend = memberProcedure
  .route(post('/users/{user_id}/suspend', 'Suspend a member, alone or with everyone they invited'))
  .errors({
    FORBIDDEN: { message: 'You cannot suspend yourself' },
    CONFLICT: { message: 'The last admin cannot be suspended' },
  })
  .input(byUser.extend({ has_branch: z.boolean().default(false) }))
  .output(z.object({ people: z.number().int() }))
  .handler(({ context: { db, viewer }, input: { user_id, has_branch }, errors }) => {
    if (user_id === viewer.id) throw errors.FORBIDDEN()
    return db.transaction(async (tx) => {
      const subject = await nameOf(tx, user_id)
      if (subject === undefined) throw errors.NOT_FOUND()
      const suspended = await suspendMembers(tx, {
        id: user_id,
        hasBranch: has_branch,
        suspendedBy: viewer.id,
      })
      if (!suspended) throw errors.CONFLICT()
      const { people } = suspended
      if (people > 0)
        await recordAdminAction(tx, viewer, {
          action: 'member_suspended',
          subject,
          path: pathOf(user_id),
          after: suspended,
        })
      return { people }
    })
  })

export const suspensionsApi = { suspend }
