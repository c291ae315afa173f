import { desc, eq, sql } from 'drizzle-orm'
import { undoSetInSteps } from '#features/change-log/undo.server.ts'
import type { Kept } from '#features/change-log/undo.ts'
import { event_imports } from '#features/events/events.tables.ts'
import { deleteEmptyProposals } from '#features/topics/topic-proposals.server.ts'
import { beginningWith } from '#platform/database/changed-by.ts'
import type { Database } from '#platform/database/db.ts'
import { source_runs } from './sources.tables.ts'

/** Takes the newest run of a source back; one that was interrupted goes on with the next. Returns what stays, or undefined without a run. */
export async function undoNewestRun(
  db: Database,
  sourceId: string,
  { by = null, signal }: { by?: string | null; signal?: AbortSignal } = {},
): Promise<Kept[] | undefined> {
  const [run] = await db
    .select()
    .from(source_runs)
    .where(eq(source_runs.source_id, sourceId))
    .orderBy(desc(source_runs.created_at), desc(source_runs.id))
    .limit(1)
  if (!run) return
  const bulkDb = beginningWith(db, (tx) => tx.execute(sql`select set_config('hallway.bulk', 'on', true)`))
  const rest = await undoSetInSteps(bulkDb, run.set_id, { by, signal })
  await db.transaction(async (tx) => {
    // The conferences that the run had listed were there for a moment only: nothing leads on from their addresses.
    await tx.execute(sql`
      delete from old_addresses as old using change_sets as set, changed_rows as change
      where set.id = ${run.set_id} and change.set_id = set.undone_by and table_name = 'old_addresses' and action = 'added'
        and (old.kind, old.key) = (change.key ->> 'kind', change.key ->> 'key') and old.new_key is null`)
    await deleteEmptyProposals(tx)
    if (run.import_id) await tx.delete(event_imports).where(eq(event_imports.id, run.import_id))
    await tx.delete(source_runs).where(eq(source_runs.id, run.id))
  })
  return rest
}
