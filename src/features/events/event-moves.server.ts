import { and, eq, lt, sql } from 'drizzle-orm'
import { notify, withdraw } from '#features/notifications/notifications.server.ts'
import { dateRange } from '#lib/dates.ts'
import { announcementLimit, consume } from '#server/accounts/rate-limits.ts'
import type { Database } from '#server/database/db.ts'
import type { Context } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import type { EditedEvent } from './event-editing.schemas.ts'
import { event_moves } from './events.tables.ts'

type Place = Pick<EditedEvent, 'name' | 'start_date' | 'end_date' | 'location_name' | 'country_name'>

const dateText = (event: Omit<Place, 'name'>) => dateRange(event.start_date, event.end_date)
const placeText = (event: Omit<Place, 'name'>) => `${event.location_name}, ${event.country_name}`
const differences = (before: Omit<Place, 'name'>, after: Omit<Place, 'name'>) =>
  [
    dateText(before) !== dateText(after) && `new date ${dateText(after)} (was ${dateText(before)})`,
    placeText(before) !== placeText(after) && `new location ${placeText(after)} (was ${placeText(before)})`,
  ].filter(Boolean)

/**
 * Tells who attends or owns an event of its new date or place, but not whoever made the change. Changes within
 * `limits.announcementDelay` become one message, from what held first to what holds now: nobody hears of a move and of
 * the way back. Call it with the event locked.
 */
export async function announceMove(
  tx: Database,
  site: Context['site'],
  viewer: { id: string; isAdmin: boolean },
  before: Place,
  after: Place & { id: string; slug: string },
): Promise<void> {
  const changes = differences(before, after)
  if (changes.length === 0) return
  const { start_date, end_date, location_name, country_name } = before
  const isOfEvent = eq(event_moves.event_id, after.id)
  const delay = sql`make_interval(mins => ${limits.announcementDelay}::integer)`
  await tx.delete(event_moves).where(and(isOfEvent, lt(event_moves.began_at, sql`now() - ${delay}`)))
  const [newMove] = await tx
    .insert(event_moves)
    .values({ event_id: after.id, start_date, end_date, location_name, country_name })
    .onConflictDoNothing()
    .returning()
  const firstPlace = newMove ?? (await tx.select().from(event_moves).where(isOfEvent))[0]!

  const replaceKey = `moved ${after.id}`
  const { mails } = await withdraw(tx, replaceKey, firstPlace.began_at)
  // Administrators tidy many events at once; whoever else goes on and on is heard in the list alone.
  const hasMail = newMove
    ? viewer.isAdmin || (await consume(tx, [announcementLimit(viewer.id)])) === 0
    : mails > 0
  const path = `/conferences/${after.slug}`
  const totalChanges = differences(firstPlace, after)
  if (totalChanges.length > 0)
    return notify(tx, site, {
      kind: 'event_changed',
      to: sql`
        select id from (
          select user_id as id from user_events where event_id = ${after.id}::uuid and is_attending
          union select created_by from events where id = ${after.id}::uuid
        ) as concerned where id <> ${viewer.id}::uuid`,
      message: `${after.name}: ${totalChanges.join(', ')}.`,
      path,
      replaceKey,
      mailFrom: hasMail ? sql`${firstPlace.began_at}::timestamptz + ${delay}` : null,
    })
  await tx.delete(event_moves).where(isOfEvent)
  // Who has read of the move meanwhile reads of the way back.
  await notify(tx, site, {
    kind: 'event_changed',
    to: sql`select user_id from notifications where replace_key = ${replaceKey} and created_at >= ${firstPlace.began_at}::timestamptz`,
    message: `${after.name}: ${changes.join(', ')}.`,
    path,
    mailFrom: null,
  })
}
