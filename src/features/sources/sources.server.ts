import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { ListedSource, sourceForm } from './sources.schemas.ts'
import { directory_sources } from './sources.tables.ts'

export const listSources = (db: Database): Promise<ListedSource[]> =>
  rows<ListedSource>(db)`
    select id, name, format, licence, addresses, lists_at_once, topic_names, checked_at::text as checked_at, last_error, left_out,
      (select count(*)::integer from source_entries where source_id = directory_sources.id and state = 'linked' and event_id is not null) as linked,
      (select count(*)::integer from source_entries where source_id = directory_sources.id and state = 'proposed' and gone_since is null) as proposed,
      (
        select json_build_object('id', run.id, 'counts', run.counts, 'created_at', run.created_at) from source_runs as run
        where run.source_id = directory_sources.id order by run.created_at desc, run.id desc limit 1
      ) as run
    from directory_sources order by fold(name)`

export async function findSource(db: Database, name: string) {
  const [source] = await db
    .select()
    .from(directory_sources)
    .where(sql`fold(${directory_sources.name}) = fold(${name})`)
  return source
}

/** Adds a source; undefined if there is one of that name. */
export async function addSource(tx: Database, admin: { id: string }, source: z.output<typeof sourceForm>) {
  const [added] = await tx.insert(directory_sources).values(source).onConflictDoNothing().returning()
  if (added)
    await recordAdminAction(tx, admin, {
      action: 'source_added',
      subject: source.name,
      path: '/admin/sources',
      after: { licence: source.licence },
    })
  return added
}

/** Removes a source with its proposals; its conferences stay, with the licence that they came under. */
export async function removeSource(tx: Database, admin: { id: string }, id: string) {
  const [removed] = await tx.delete(directory_sources).where(eq(directory_sources.id, id)).returning()
  if (removed)
    await recordAdminAction(tx, admin, {
      action: 'source_removed',
      subject: removed.name,
      path: '/admin/sources',
    })
  return removed
}
