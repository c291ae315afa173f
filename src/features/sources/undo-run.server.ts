import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { event_imports } from '#features/events/events.tables.ts'
import { deleteImportedEvents } from '#features/listing/csv-import.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { source_changes, source_runs } from './sources.tables.ts'

type Change = typeof source_changes.$inferSelect

/** In one transaction, which blocks the embedded engine. */
const changesAtOnce = 100

/** Takes the newest run of a source back; one that was interrupted goes on with the next. False if there is none. */
export async function undoNewestRun(db: Database, sourceId: string, signal?: AbortSignal): Promise<boolean> {
  const [run] = await db
    .select()
    .from(source_runs)
    .where(eq(source_runs.source_id, sourceId))
    .orderBy(desc(source_runs.created_at), desc(source_runs.id))
    .limit(1)
  if (!run) return false
  if (run.import_id) await deleteEventsOf(db, run.import_id, signal)
  while ((await restoreNewest(db, run.id)) === changesAtOnce) {
    signal?.throwIfAborted()
    await yieldToEventLoop()
  }
  await db.transaction(async (tx) => {
    if (run.import_id) await tx.delete(event_imports).where(eq(event_imports.id, run.import_id))
    await tx.delete(source_runs).where(eq(source_runs.id, run.id))
  })
  return true
}

/** Takes the newest changes of a run back, in one transaction. Returns how many. */
const restoreNewest = (db: Database, runId: string) =>
  db.transaction(async (tx) => {
    const changes = await tx
      .select()
      .from(source_changes)
      .where(eq(source_changes.run_id, runId))
      .orderBy(desc(source_changes.n))
      .limit(changesAtOnce)
    for (const change of changes) await restore(tx, change)
    const numbers = changes.map(({ n }) => n)
    await tx
      .delete(source_changes)
      .where(and(eq(source_changes.run_id, runId), inArray(source_changes.n, numbers)))
    return changes.length
  })

/** Deletes the conferences that a run has listed. Their addresses were there for a moment only: nothing leads on from them. */
async function deleteEventsOf(db: Database, importId: string, signal?: AbortSignal) {
  const keys = await rows<{ kind: string; key: string }>(db)`
    select distinct kind, key from events, lateral (values ('event', slug), ('city', city_key), ('country', country_key)) as address (kind, key)
    where import_id = ${importId}::uuid
    except select kind, key from old_addresses`
  await deleteImportedEvents(db, importId, signal)
  await db.execute(sql`
    delete from old_addresses where new_key is null
      and (kind, key) in (select kind, key from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as row (kind text, key text))`)
}

const tables = {
  entry: sql`source_entries`,
  event: sql`events`,
  call: sql`calls`,
  question: sql`source_questions`,
}

async function restore(tx: Database, { subject, row_id, before, after }: Change) {
  if (subject === 'tags') {
    await tx.execute(sql`
      delete from event_tags where event_id = ${row_id}::uuid and tag in (select jsonb_array_elements_text(${JSON.stringify(after!.tags)}::jsonb))`)
    return
  }
  const table = tables[subject]
  if (!before) {
    await tx.execute(sql`delete from ${table} where id = ${row_id}::uuid`)
    return
  }
  if (subject === 'question' && !after) {
    // An entry that came back had answered it.
    await tx.execute(sql`
      insert into source_questions
      select former.* from jsonb_populate_record(null::source_questions, ${JSON.stringify(before)}::jsonb) as former
      join events on events.id = event_id on conflict do nothing`)
    return
  }
  const names = Object.keys(before)
  const columns = sql.join(
    names.map((name) => sql`${sql.identifier(name)} = former.${sql.identifier(name)}`),
    sql`, `,
  )
  // What was edited after the run stays.
  const isUnedited =
    subject === 'event' || subject === 'call'
      ? sql.join(
          names.map(
            (name) =>
              sql`present.${sql.identifier(name)} is not distinct from written.${sql.identifier(name)}`,
          ),
          sql` and `,
        )
      : sql`true`
  await rows(
    tx,
    sql`
      update ${table} as present set ${columns}
      from jsonb_populate_record(null::${table}, ${JSON.stringify(before)}::jsonb) as former,
        jsonb_populate_record(null::${table}, ${JSON.stringify(after ?? {})}::jsonb) as written
      where present.id = ${row_id}::uuid and ${isUnedited}`,
  )
}
