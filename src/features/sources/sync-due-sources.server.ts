import { eq, sql } from 'drizzle-orm'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { OutboundError } from '#platform/fetch-safely.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { fetchSource } from './fetch-source.server.ts'
import { readListInThread } from './reading/read-in-thread.server.ts'
import type { SourceCounts } from './sources.schemas.ts'
import { directory_sources } from './sources.tables.ts'
import { type Run, type Source, syncSource } from './sync-source.server.ts'

type FetchingRun = Run & Pick<Context, 'fetchSafely'>

/** Fetches a source and brings in what is there. Undefined if nothing has changed since the last time. */
export async function fetchAndSync(
  db: Database,
  source: Source,
  run: FetchingRun,
): Promise<SourceCounts | undefined> {
  const fetched = await fetchSource(source, run)
  if (!fetched) return undefined
  const { files, etags } = fetched
  const list = await readListInThread({ format: source.format, files, topicNames: source.topic_names })
  const counts = await syncSource(db, source, list, run)
  await db.update(directory_sources).set({ etags }).where(eq(directory_sources.id, source.id))
  return counts
}

/** Brings in the sources that are due: each one daily, one after the other. */
export async function syncDueDirectorySources(db: Database, run: FetchingRun): Promise<void> {
  while (!run.signal?.aborted) {
    // Claiming a source advances next_check_at, so no other process reads it.
    const [claimed] = await rows<{ id: string }>(db)`
      update directory_sources set next_check_at = now() + interval '1 day', checked_at = now()
      where id = (
        select id from directory_sources where addresses <> '{}' and next_check_at <= now()
        order by next_check_at limit 1 for update skip locked
      )
      returning id`
    if (!claimed) return
    const [source] = await db.select().from(directory_sources).where(eq(directory_sources.id, claimed.id))
    if (source) await syncClaimed(db, source, run)
  }
}

async function syncClaimed(db: Database, source: Source, run: FetchingRun) {
  const isSource = eq(directory_sources.id, source.id)
  try {
    await fetchAndSync(db, source, run)
    await db.update(directory_sources).set({ failures: 0, last_error: null }).where(isSource)
  } catch (error) {
    if (run.signal?.aborted) throw error
    const isExpected = isUnreadable(error) || error instanceof OutboundError
    const last_error = isExpected ? error.message.slice(0, 300) : 'It could not be brought in.'
    await db.update(directory_sources).set({ failures: sql`failures + 1`, last_error }).where(isSource)
    if (!isExpected) throw error
  }
}
