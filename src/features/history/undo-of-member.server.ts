import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { nameOf, pathOf } from '#features/administration/members.api.ts'
import { undoSet } from '#features/change-log/undo.server.ts'
import type { Kept } from '#features/change-log/undo.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import type { MemberUndo } from './history.schemas.ts'
import { describeKept, lockRecords, namesOf, recordIds } from './undo-changes.server.ts'

type Request = { userId: string; since: string; isPreview: boolean }

/** What a preview found out, in the error that takes it back. */
class Preview extends Error {
  result: MemberUndo
  constructor(result: MemberUndo) {
    super('Preview')
    this.result = result
  }
}

/** Undoes all that a member changed since a moment, the newest first. A preview does the same and takes it back. */
export async function undoOfMember(
  db: Database,
  viewer: NonNullable<Viewer>,
  request: Request,
): Promise<MemberUndo | 'NOT_FOUND' | 'TOO_MANY'> {
  try {
    return await db.transaction(async (tx) => {
      const result = await undoAll(tx, viewer, request)
      if (request.isPreview && typeof result !== 'string') throw new Preview(result)
      return result
    })
  } catch (error) {
    if (error instanceof Preview) return error.result
    throw error
  }
}

/** Imports and runs of sources are undone as such. */
const setsOf = (tx: Database, { userId, since }: Request) =>
  rows<{ id: number }>(tx)`
    select id::float8 as id from change_sets
    where changed_by = ${userId}::uuid and at >= ${since}::timestamptz and undone_by is null and via in ('form', 'merge', 'undo')
    order by id desc limit ${serverLimits.changesOfMember + 1}`

async function undoAll(tx: Database, viewer: NonNullable<Viewer>, request: Request) {
  const subject = await nameOf(tx, request.userId)
  if (subject === undefined) return 'NOT_FOUND'
  const ids = (await setsOf(tx, request)).map(({ id }) => id)
  if (ids.length > serverLimits.changesOfMember) return 'TOO_MANY'
  await lockRecords(tx, ids)
  const touchedIds = new Set<string>()
  const rest: Kept[] = []
  let changes = 0
  for (const id of ids) {
    const done = await undoSet(tx, id, { by: viewer.id })
    // Undone by the undo of a newer one.
    if (!done) continue
    changes++
    for (const recordId of recordIds(done.changes)) touchedIds.add(recordId)
    rest.push(...done.kept)
  }
  const names = await namesOf(tx, viewer, [...touchedIds])
  if (changes > 0)
    await recordAdminAction(tx, viewer, {
      action: 'member_changes_undone',
      subject,
      path: pathOf(request.userId),
      after: { changes, since: request.since },
    })
  return {
    changes,
    records: touchedIds.size,
    names: [...names.values()].slice(0, serverLimits.recordsOfPreview).map(({ name }) => name),
    kept: describeKept(rest, names),
  }
}
