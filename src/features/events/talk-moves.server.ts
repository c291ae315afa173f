import { type SQL, sql } from 'drizzle-orm'
import { type Announcement, withdraw } from '#features/notifications/notifications.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { dueAfter } from './event-moves.server.ts'
import { confirmedSpeakers } from './speaking-confirmations.server.ts'
import { moveSentence, notifyOfTalkChanges, placeText } from './talk-messages.server.ts'

type Event = { id: string; name: string; slug: string; start_date: string; end_date: string }
type State = {
  day: string
  start_time: string | null
  location: string | null
  status: 'scheduled' | 'cancelled'
}
type Move = {
  talk_id: string
  title: string
  user_ids: string[]
  before: State
  /** Null if the talk is deleted. */
  after: State | null
}

/** What is due has left, and is no longer what the next change is compared with. */
export const deleteDueMoves = (tx: Database, eventId: SQL) =>
  tx.execute(sql`delete from talk_moves where event_id = ${eventId} and due_at <= now()`)

/** Remembers what talks of an event were and whom they concern. Call it before the change, with the event locked. */
export async function rememberTalks(tx: Database, viewer: { id: string }, talkIds: string[]): Promise<void> {
  await deleteDueMoves(tx, sql`(select event_id from talks where id = ${talkIds[0]}::uuid)`)
  await tx.execute(sql`
    insert into talk_moves (talk_id, event_id, title, day, start_time, location, status, user_ids, due_at)
    select id, event_id, title, day, start_time, location, status, array(
      select user_id from user_saved_talks where talk_id = changed.id and user_id <> ${viewer.id}::uuid
      union
      ${confirmedSpeakers(sql`talk_id = changed.id and speakers.user_id <> ${viewer.id}::uuid`)}
    ), 'infinity' from talks as changed where id = any (${sql.param(talkIds)}::uuid[])
    on conflict (talk_id) do update set
      user_ids = array(select unnest(talk_moves.user_ids) union select unnest(excluded.user_ids))`)
}

/**
 * Tells who saved or gives the talks of an event that were changed, in one message for the changes of some minutes, from
 * the first state to the current one; what is as it was before is not told. Call it with the event locked, after the change
 * and its rows in `talk_moves`.
 */
export async function announceTalkMoves(
  tx: Database,
  event: Event,
  { site, sender, today }: Announcement,
): Promise<void> {
  const isOfEvent = sql`event_id = ${event.id}::uuid`
  if (event.end_date < today) {
    await tx.execute(sql`delete from talk_moves where ${isOfEvent}`)
    return
  }
  const [series] = await rows<{ began_at: string; due_at: string }>(tx)`
      with series as (
        select min(began_at) as began_at from talk_moves where ${isOfEvent}
      ), due as (
        update talk_moves set began_at = series.began_at, due_at = ${dueAfter(event, today, sql`series.began_at`)}
        from series where ${isOfEvent} returning due_at
      )
      select series.began_at::text, max(due.due_at)::text as due_at from series, due group by series.began_at`
  if (!series) return
  const moves = await rows<Move>(tx)`
    select talk_id, coalesce(talks.title, talk_moves.title) as title, user_ids,
      json_build_object(
        'day', talk_moves.day, 'start_time', to_char(talk_moves.start_time, 'HH24:MI'),
        'location', talk_moves.location, 'status', talk_moves.status
      ) as before,
      case when talks.id is not null then json_build_object(
        'day', talks.day, 'start_time', to_char(talks.start_time, 'HH24:MI'),
        'location', talks.location, 'status', talks.status
      ) end as after
    from talk_moves left join talks on talks.id = talk_id where talk_moves.event_id = ${event.id}::uuid
    order by talk_moves.day, talk_moves.start_time, title, talk_id`
  const replaceKey = `talks ${event.id}`
  await withdraw(tx, replaceKey, series.began_at)
  const readers = await readersOf(tx, replaceKey, series.began_at)
  const sentencesOf = new Map<string, string[]>()
  let isChanged = false
  for (const { title, user_ids, before, after } of moves) {
    const sentence = sentenceOf(title, before, after)
    isChanged ||= sentence !== undefined
    for (const id of user_ids) {
      const text = sentence ?? (readers.has(id) ? `“${title}” is again ${placeText(before)}` : undefined)
      if (text) sentencesOf.set(id, [...(sentencesOf.get(id) ?? []), text])
    }
  }
  const mailFrom = isChanged ? sql`${series.due_at}::timestamptz` : null
  await notifyOfTalkChanges(tx, site, event, {
    from: sender,
    sentencesOf,
    mailFrom,
    ...(isChanged && { replaceKey }),
  })
  if (!isChanged) await tx.execute(sql`delete from talk_moves where ${isOfEvent}`)
}

/** Who has read what was said under a key since a moment: they are told if it is taken back. */
async function readersOf(tx: Database, replaceKey: string, since: string): Promise<Set<string>> {
  const people = await rows<{ user_id: string }>(tx)`
    select user_id from notifications where replace_key = ${replaceKey} and created_at >= ${since}::timestamptz`
  return new Set(people.map(({ user_id }) => user_id))
}

function sentenceOf(title: string, before: State, after: State | null): string | undefined {
  if (!after) return before.status === 'cancelled' ? undefined : `“${title}” is no longer in the programme`
  if (after.status === 'cancelled')
    return before.status === 'cancelled' ? undefined : `“${title}” is cancelled`
  if (before.status === 'cancelled') return `“${title}” takes place after all, ${placeText(after)}`
  const isMoved = (['day', 'start_time', 'location'] as const).some((name) => before[name] !== after[name])
  return isMoved ? moveSentence(title, before, after) : undefined
}
