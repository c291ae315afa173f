import { sql } from 'drizzle-orm'
import { isEqual } from '#features/change-log/undo.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { AdminAction } from './admin-actions.schemas.ts'
import { admin_actions } from './admin-actions.tables.ts'

type Fields = Record<string, unknown>
export type AdminEntry = {
  action: AdminAction
  subject: string
  path?: string
  before?: Fields
  after?: Fields
}

/** Derived columns, keys and timestamps: noise in the audit trail. */
const omittedFields = /^(id|updated_at|created_at|doc|tags|.*_key)$/
const maxLength = 2000

/** Who acts in the trail where a command of the operator did: no account has this id. */
export const operatorId = { id: '00000000-0000-0000-0000-000000000000', isAdmin: true }

const currentSet = sql`nullif(current_setting('hallway.change_set', true), '')::bigint`

/**
 * Adds an entry to the audit trail, with the fields that differ: those of a row with the id in `before` stay in the log of
 * changes. Call it in the transaction of the action.
 */
export async function recordAdminAction(
  tx: Database,
  admin: { id: string },
  { action, subject, path, before, after }: AdminEntry,
): Promise<void> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !omittedFields.test(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  const logged = await loggedRow(tx, before?.id)
  const isLogged = (name: string) =>
    isEqual(truncate(before?.[name]), logged?.before?.[name]) &&
    isEqual(after && truncate(after[name]), logged?.after?.[name])
  const loggedFields = names.filter(isLogged)
  const otherNames = names.filter((name) => !loggedFields.includes(name))
  const changedFields = (fields?: Fields) =>
    fields ? Object.fromEntries(otherNames.map((name) => [name, truncate(fields[name])])) : null
  await tx.insert(admin_actions).values({
    admin_id: admin.id,
    action,
    subject: subject.slice(0, maxLength).toWellFormed(),
    path,
    before: changedFields(before),
    after: changedFields(after),
    set_id: isAboutMember(path) ? null : currentSet,
    ...(loggedFields.length > 0 && { changed_row: logged!.id, logged_fields: loggedFields }),
  })
}

/** What the log has of a record that this transaction changed or removed. */
async function loggedRow(tx: Database, id: unknown) {
  if (typeof id !== 'string') return undefined
  const [row] = await rows<{ id: number; before: Fields | null; after: Fields | null }>(tx)`
    select id::float8 as id, before, after from changed_rows
    where set_id = ${currentSet} and key = jsonb_build_object('id', ${id}::text) and action <> 'added' order by id limit 1`
  return row
}

/** The log has no members; what a decision about one undoes may be many sets. */
const isAboutMember = (path = '') => path.startsWith('/admin/users/')

const truncate = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, maxLength).toWellFormed() : (value ?? null)
