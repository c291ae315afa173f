import { desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#server/db.ts'
import { adminOnly } from '#server/procedure.ts'
import { limits } from '#src/limits.ts'
import { type AdminAction, type RecordedAction, recordedAction } from './admin-actions.schemas.ts'
import { admin_actions } from './admin-actions.tables.ts'
import { profiles } from './people.tables.ts'

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
export async function record(
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

const list = adminOnly
  .route({
    method: 'GET',
    path: '/admin-actions',
    tags: ['Administration'],
    summary: 'What administrators did, newest first',
  })
  .input(z.object({ after: z.coerce.number().int().min(1).optional() }))
  .output(z.object({ actions: z.array(recordedAction), next: z.number().int().nullable() }))
  .handler(async ({ context: { db }, input: { after } }) => {
    const found: RecordedAction[] = await db
      .select({
        id: admin_actions.id,
        admin: { id: profiles.id, full_name: profiles.full_name, avatar_url: profiles.avatar_url },
        action: admin_actions.action,
        subject: admin_actions.subject,
        path: admin_actions.path,
        before: admin_actions.before,
        after: admin_actions.after,
        created_at: admin_actions.created_at,
      })
      .from(admin_actions)
      .leftJoin(profiles, eq(profiles.id, admin_actions.admin_id))
      .where(after ? lt(admin_actions.id, after) : undefined)
      .orderBy(desc(admin_actions.id))
      .limit(limits.adminActionsPerPage + 1)
    const actions = found.slice(0, limits.adminActionsPerPage)
    return { actions, next: found.length > actions.length ? (actions.at(-1)?.id ?? null) : null }
  })

export const adminActionsApi = { list }
