import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { lockForEdit } from '#features/events/event-editing.server.ts'
import type { Database } from '#platform/database/db.ts'
import type { breaks, talks, tracks } from './programme.tables.ts'

/** A talk, break or track with its event, which is locked: every edit of a part of the programme locks its event. */
export async function lockPart<Table extends typeof talks | typeof breaks | typeof tracks>(
  tx: Database,
  table: Table,
  id: string,
  edit: Parameters<typeof lockForEdit>[2],
) {
  const parts = tx
    .select()
    .from(table as PgTable)
    .where(sql`${table.id} = ${id}::uuid`)
  const [part] = (await parts) as Table['$inferSelect'][]
  if (!part) throw edit.errors.NOT_FOUND()
  return { part, event: await lockForEdit(tx, part.event_id, edit) }
}
