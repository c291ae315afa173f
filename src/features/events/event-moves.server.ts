import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { type Announcement, notify, withdraw } from '#features/notifications/notifications.server.ts'
import { dateRange } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import type { Database } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type EventStatus, statusLabels } from './event-status.ts'
import { placeText } from './event-text.ts'
import { event_moves, type events } from './events.tables.ts'
import { organisersOf } from './organisers.server.ts'
import { confirmedSpeakers } from './speaking-confirmations.server.ts'

type State = Pick<
  typeof events.$inferSelect,
  'start_date' | 'end_date' | 'location_name' | 'country_name' | 'status'
>
type NamedState = State & { name: string }

const dateText = (event: State) => dateRange(event.start_date, event.end_date)
const statusText = (before: EventStatus, after: EventStatus) =>
  after === 'scheduled'
    ? `no longer ${statusLabels[before].toLowerCase()}`
    : statusLabels[after].toLowerCase()
/** What is different, in words: 'cancelled', 'new date … (was …)', 'new location … (was …)'. */
export const differences = (before: State, after: State): string[] =>
  [
    before.status !== after.status && statusText(before.status, after.status),
    dateText(before) !== dateText(after) && `new date ${dateText(after)} (was ${dateText(before)})`,
    placeText(before) !== placeText(after) && `new location ${placeText(after)} (was ${placeText(before)})`,
  ].filter((change) => change !== false)

/** Capitals and accents make no other name. */
const isRenamed = (before: { name: string | null }, after: { name: string }) =>
  before.name !== null && fold(before.name) !== fold(after.name)

/** 'One is now Two (May 3 to 5, 2027, Bergen, Norway): cancelled.' What moved says when and where by its changes. */
function sentenceOf(before: State & { name: string | null }, after: NamedState): string {
  const name = isRenamed(before, after) ? `${before.name} is now ${after.name}` : after.name
  const facts = `${dateText(after)}, ${placeText(after)}`
  const subject = facts === `${dateText(before)}, ${placeText(before)}` ? `${name} (${facts})` : name
  return `${[subject, differences(before, after).join(', ')].filter(Boolean).join(': ')}.`
}

/**
 * Notifies those whom an event concerns of its new date, place, status or name, except the person who made the change. Changes within
 * some minutes (dueAfter) are combined into one message, from the first state to the current one; a change that is
 * undone in that time sends nothing. Call it with the event locked.
 */
export async function announceMove(
  tx: Database,
  before: NamedState,
  after: NamedState & { id: string; slug: string; status_note: string | null },
  { site, sender, today }: Announcement & { sender: { id: string; isAdmin: boolean } },
): Promise<void> {
  const hasNews = (state: State & { name: string | null }) =>
    differences(state, after).length > 0 || (isRenamed(state, after) && after.end_date >= today)
  if (!hasNews(before)) return
  const { name, start_date, end_date, location_name, country_name, status } = before
  const isOfEvent = eq(event_moves.event_id, after.id)
  await tx.delete(event_moves).where(and(isOfEvent, lte(event_moves.due_at, sql`now()`)))
  await tx
    .insert(event_moves)
    .values({ event_id: after.id, name, start_date, end_date, location_name, country_name, status })
    .onConflictDoNothing()
  const [originalState] = await tx
    .update(event_moves)
    .set({ due_at: dueAfter(after, today, sql`began_at`) })
    .where(isOfEvent)
    .returning()
  if (!originalState) throw new Error('The changes of an event went while it was locked')

  const replaceKey = `moved ${after.id}`
  await withdraw(tx, replaceKey, originalState.began_at)
  const path = `/conferences/${after.slug}`
  const note = after.status !== 'scheduled' && after.status !== originalState.status && after.status_note
  if (hasNews(originalState))
    return notify(tx, site, {
      from: sender,
      kind: 'event_changed',
      subject: 'A conference has changed',
      to: recipientsOf(after.id, sender.id),
      message: `${sentenceOf(originalState, after)}${note ? ` ${note}` : ''}`,
      path,
      replaceKey,
      mailFrom: sql`${originalState.due_at}::timestamptz`,
    })
  await tx.delete(event_moves).where(isOfEvent)
  // People who have read of the move already are notified that it is undone.
  await notify(tx, site, {
    from: sender,
    kind: 'event_changed',
    subject: 'A conference has changed',
    to: sql`select user_id from notifications where replace_key = ${replaceKey} and created_at >= ${originalState.began_at}::timestamptz`,
    message: sentenceOf(before, after),
    path,
    mailFrom: null,
  })
}

/**
 * When a message about changes leaves: some minutes after the last one, at most `serverLimits.announcementDelay` after the
 * first; at once, nearly, on the days of the event, when people are on their way.
 */
export function dueAfter(event: { start_date: string; end_date: string }, today: string, beganAt: SQL): SQL {
  const isOn = event.start_date <= today && today <= event.end_date
  const quiet = isOn ? serverLimits.announcementQuietOnDay : serverLimits.announcementQuiet
  return sql`least(${beganAt} + make_interval(mins => ${serverLimits.announcementDelay}::integer), now() + make_interval(mins => ${quiet}::integer))`
}

/** Notifies those whom an event concerns that it is deleted, except the person who deletes it. Call it before the deletion. */
export async function announceDeletion(
  tx: Database,
  site: Context['site'],
  viewer: { id: string; isAdmin: boolean },
  event: State & { id: string; name: string },
): Promise<void> {
  await notify(tx, site, {
    from: viewer,
    kind: 'event_changed',
    subject: 'A conference was deleted',
    to: recipientsOf(event.id, viewer.id),
    message: `${event.name} (${dateText(event)}, ${placeText(event)}) was deleted from the directory.`,
    path: '/conferences',
  })
}

/** Who attends, follows or organises an event, saved one of its talks or gives one and has confirmed it, but for whoever changes it. */
const recipientsOf = (eventId: string, viewerId: string) => sql`
  select id from (
    select user_id as id from user_events where event_id = ${eventId}::uuid and is_attending
    union ${organisersOf(eventId)}
    union select user_id from follows where event_id = ${eventId}::uuid
    union select user_id from user_saved_talks where event_id = ${eventId}::uuid
    union ${confirmedSpeakers(sql`talks.event_id = ${eventId}::uuid`)}
  ) as recipients where id <> ${viewerId}::uuid`
