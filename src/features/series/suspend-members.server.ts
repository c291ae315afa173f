import { sql } from 'drizzle-orm'
import { suspend } from '#features/administration/suspensions.server.ts'
import type { Database } from '#platform/database/db.ts'
import { lockSeries, revertChangesOf } from './series-changes.server.ts'

/**
 * Suspends people, and takes back what they changed of series: that is no row of theirs that could be hidden. Returns how
 * many people and changes; undefined if no other administrator could act any more.
 */
export async function suspendMembers(tx: Database, suspension: Parameters<typeof suspend>[1]) {
  await lockSeries(tx)
  const people = await suspend(tx, suspension)
  if (people === undefined) return
  const series_changes = await revertChangesOf(
    tx,
    sql`select user_id from suspensions where root_id = ${suspension.id}::uuid`,
  )
  return { people, ...(series_changes > 0 && { series_changes }) }
}
