import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { markUndone, netChangesOf, undoChanges, undoingSet } from '#features/change-log/undo.server.ts'
import type { Kept } from '#features/change-log/undo.ts'
import type { Database } from '#platform/database/db.ts'
import { programme_syncs } from './programme-import.tables.ts'
import { createStep, recount, takenOver } from './sync-steps.server.ts'

/** Undoes a sync: rows as they were, except where somebody has edited them since. It can be interrupted, too. */
export async function undoSync(db: Database, id: string, run: { signal?: AbortSignal }): Promise<void> {
  const runner = randomUUID()
  const [sync] = await db
    .update(programme_syncs)
    .set({ runner, progressed_at: sql`now()` })
    .where(sql`${programme_syncs.id} = ${id}::uuid and ${programme_syncs.status} = 'undoing'`)
    .returning()
  if (!sync?.set_id) throw takenOver()
  const changes = await netChangesOf(db, sync.set_id)
  const setId = await db.transaction((tx) => undoingSet(tx, sync.set_id!, sync.begun_by))
  const step = createStep(db, { id, runner, setId }, run.signal)
  await step(changes, async (tx, part) => {
    await releaseKept(tx, await undoChanges(tx, part))
    const talkIds = part.flatMap(({ table_name, action, record_id }) =>
      table_name === 'talk_speakers' || (table_name === 'all_talks' && action !== 'added')
        ? (record_id ?? [])
        : [],
    )
    if (talkIds.length > 0)
      await tx.execute(sql`select keep_talk_docs(${sql.param([...new Set(talkIds)])}::uuid[])`)
  })
  await recount(db, step, setId)
  await step([id], async (tx) => {
    await tx.execute(sql`select set_config('synchronous_commit', 'on', true)`)
    await markUndone(tx, sync.set_id!, setId)
    await tx.execute(sql`
      update programme_sources set is_automatic = false, digest = null, etag = null, last_modified = null
      where event_id = ${sync.event_id}::uuid`)
    await tx.execute(
      sql`update programme_syncs set status = 'undone', finished_at = now() where id = ${id}::uuid`,
    )
  })
}

/** What the import added and somebody saved or edited since stays, and is ours from now on. */
async function releaseKept(tx: Database, conflicts: Kept[]): Promise<void> {
  for (const table of ['all_talks', 'all_breaks']) {
    const ids = conflicts.flatMap(({ table_name, name, key, current }) =>
      table_name === table && name === undefined && current ? [key.id] : [],
    )
    if (ids.length > 0)
      await tx.execute(sql`
        update ${sql.raw(table)} set source_key = null, source_values = null where id = any (${sql.param(ids)}::uuid[])`)
  }
}
