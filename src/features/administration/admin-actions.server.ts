import type { Database } from '#server/database/db.ts'
import type { AdminAction } from './admin-actions.schemas.ts'
import { admin_actions } from './admin-actions.tables.ts'

type Fields = Record<string, unknown>
type Entry = {
  action: AdminAction
  /** What it was done to, by its name. */
  subject: string
  /** Where that is seen, if it still is. */
  path?: string
  before?: Fields
  after?: Fields
}

/** Kept copies, keys and stamps: they say nothing to who reads the trail. */
const unsaid = /^(id|updated_at|created_at|doc|tags|.*_key)$/
const longest = 2000

/** Writes what an administrator does into the trail. Call it in the transaction of what is done. Keeps only the fields that differ. */
export async function recordAdminAction(
  tx: Database,
  admin: { id: string },
  { action, subject, path, before, after }: Entry,
): Promise<void> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !unsaid.test(name) && JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  const kept = (fields?: Fields) =>
    fields ? Object.fromEntries(names.map((name) => [name, shortened(fields[name])])) : null
  await tx.insert(admin_actions).values({
    admin_id: admin.id,
    action,
    subject: subject.slice(0, longest).toWellFormed(),
    path,
    before: kept(before),
    after: kept(after),
  })
}

const shortened = (value: unknown) =>
  typeof value === 'string' ? value.slice(0, longest).toWellFormed() : (value ?? null)
