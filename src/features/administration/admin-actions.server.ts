import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/db.ts'
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

/** Adds an entry to the audit trail, with the fields that differ. Call it in the transaction of the action. */
export async function recordAdminAction(
  tx: Database,
  admin: { id: string },
  { action, subject, path, before, after }: AdminEntry,
): Promise<void> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !omittedFields.test(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  const changedFields = (fields?: Fields) =>
    fields ? Object.fromEntries(names.map((name) => [name, truncate(fields[name])])) : null
  await tx.insert(admin_actions).values({
    admin_id: admin.id,
    action,
    subject: subject.slice(0, maxLength).toWellFormed(),
    path,
    before: changedFields(before),
    after: changedFields(after),
    set_id: isAboutMember(path) ? null : sql`nullif(current_setting('hallway.change_set', true), '')::bigint`,
  })
}

/** The log has no members; what a decision about one undoes may be many sets. */
const isAboutMember = (path = '') => path.startsWith('/admin/users/')

const truncate = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, maxLength).toWellFormed() : (value ?? null)
