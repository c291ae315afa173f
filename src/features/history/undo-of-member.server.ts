import { ORPCError } from '@orpc/server'
import { type SQL, sql } from 'drizzle-orm'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { nameOf, pathOf } from '#features/administration/members.api.ts'
import { branchOf } from '#features/administration/suspensions.server.ts'
import { undoSet } from '#features/change-log/undo.server.ts'
import type { Kept } from '#features/change-log/undo.ts'
import { refusal } from '#features/decisions/decide.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import type { MemberUndo, UndoPreview, UndoScope } from './history.schemas.ts'
import { describeKept, lockRecords, namesOf, recordIds } from './undo-changes.server.ts'

type Request = { userId: string; scope: UndoScope; since: string }

export const tooMany = { status: 409, message: 'Too many changes to undo at once. Choose a shorter time.' }

/** What a preview found out, in the error that takes it back. */
class Preview extends Error {
  outcome: MemberUndo
  constructor(outcome: MemberUndo) {
    super('Preview')
    this.outcome = outcome
  }
}

/** What an undo would do: it is done and taken back. Without a moment: since the first change of the days before now or a suspension. */
export async function previewUndo(
  db: Database,
  viewer: NonNullable<Viewer>,
  { since, ...request }: Omit<Request, 'since'> & { since?: string },
): Promise<UndoPreview> {
  const from = since ?? (await firstChange(db, request))
  const nothing = { changes: 0, records: 0, names: [], kept: [], is_too_many: false, since: from }
  if (from === null) return nothing
  try {
    return await db.transaction(async (tx) => {
      throw new Preview(await undoAll(tx, viewer, { ...request, since: from }))
    })
  } catch (error) {
    if (error instanceof ORPCError && error.code === 'TOO_MANY') return { ...nothing, is_too_many: true }
    if (!(error instanceof Preview)) throw error
    return { ...error.outcome, is_too_many: false, since: from }
  }
}

/** Whose changes: those of a member, of all who came through them, or of all who were suspended together. */
function peopleOf({ userId, scope }: Pick<Request, 'userId' | 'scope'>): SQL {
  const id = sql`${userId}::uuid`
  if (scope === 'branch') return branchOf(userId)
  return scope === 'member'
    ? sql`select ${id}`
    : sql`select user_id from suspensions where root_id = ${id} or user_id = ${id}`
}

/** What holds and is undone here. Imports and runs of sources are undone as such. */
const areTheirs = (request: Pick<Request, 'userId' | 'scope'>) => sql`
  changed_by = any (array(${peopleOf(request)})) and undone_by is null and via in ('form', 'merge', 'undo')`

async function firstChange(db: Database, request: Pick<Request, 'userId' | 'scope'>): Promise<string | null> {
  const [first] = await rows<{ at: string | null }>(db)`
    select to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from change_sets
    where ${areTheirs(request)} and at >= coalesce(
      (select created_at from suspensions where user_id = ${request.userId}::uuid), now()
    ) - make_interval(days => ${serverLimits.daysOfVandalism})`
  return first!.at
}

const setsOf = (tx: Database, request: Request) =>
  rows<{ id: number }>(tx)`
    select id::float8 as id from change_sets
    where ${areTheirs(request)} and at >= ${request.since}::timestamptz
    order by id desc limit ${serverLimits.changesOfMember + 1}`

/** Undoes all that people changed since a moment, the newest first. */
export async function undoAll(
  tx: Database,
  viewer: NonNullable<Viewer>,
  request: Request,
): Promise<MemberUndo> {
  const subject = await nameOf(tx, request.userId)
  if (subject === undefined) throw refusal('NOT_FOUND', 'Unknown user')
  const ids = (await setsOf(tx, request)).map(({ id }) => id)
  if (ids.length > serverLimits.changesOfMember) throw new ORPCError('TOO_MANY', tooMany)
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
