import { sql } from 'drizzle-orm'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { confirmedSpeakers, requestConfirmations } from '#features/events/speaking-confirmations.server.ts'
import { announceTalkMoves, deleteDueMoves } from '#features/events/talk-moves.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import type { SyncedEvent } from './stored-programme.server.ts'

/**
 * Notifies people who saved a talk that moved, is cancelled or is gone, and its speakers, as for edits by hand: after some minutes, in
 * one message with those, within the limits of the person who imported the programme (of an automatic sync: the event's owner).
 * Nobody is notified about an event that is over.
 */
export async function notifyOfChanges(
  tx: Database,
  { site, today }: { site: Context['site']; today: string },
  { id: eventId }: SyncedEvent,
  { begun_by, set_id }: { begun_by: string | null; set_id: number },
): Promise<void> {
  const event = await lockEvent(tx, eventId)
  if (!event || event.end_date < today) return
  const [person] = await rows<{ id: string; isAdmin: boolean; isByHand: boolean }>(tx)`
      select id, ${begun_by !== null} as "isByHand",
        exists (select from user_roles where user_id = profiles.id and role = 'admin') as "isAdmin"
      from profiles where id = ${begun_by ?? event.created_by}::uuid`
  const sender = person ?? 'site'
  await deleteDueMoves(tx, sql`${eventId}::uuid`)
  const isOther = sql`user_id is distinct from ${person?.isByHand ? person.id : null}::uuid`
  // What is in `before` has changed; what is not is as it is now. A talk that is gone is there as a whole.
  await tx.execute(sql`
    insert into talk_moves (talk_id, event_id, title, day, start_time, location, status, user_ids, due_at)
    select change.record_id, ${eventId}::uuid, coalesce(talks.title, was.title), was.day, was.start_time, was.location, was.status, array(
      select user_id from user_saved_talks where talk_id = change.record_id and ${isOther}
      union
      select user_id from (${confirmedSpeakers(sql`talk_id = change.record_id`)}) as listed where ${isOther}
      union
      select speakers.user_id from speakers
      join speaking_confirmations as confirmation on confirmation.user_id = speakers.user_id
      join changed_rows as cast_row on cast_row.key ->> 'speaker_id' = speakers.id::text
      where talks.id is null and confirmation.event_id = ${eventId}::uuid and is_confirmed and speakers.${isOther}
        and cast_row.set_id = change.set_id and cast_row.record_id = change.record_id and cast_row.action = 'removed'
    ), 'infinity'
    from (
      select distinct on (record_id) * from changed_rows
      where set_id = ${set_id}::bigint and table_name = 'all_talks' and (
        action = 'removed' or before ?| array['day', 'date', 'start_time', 'end_time', 'location'] or after ->> 'status' = 'cancelled'
      )
      order by record_id, id
    ) as change
    left join talks on talks.id = change.record_id
    cross join lateral jsonb_to_record(
      coalesce(jsonb_build_object(
        'day', talks.day, 'start_time', talks.start_time, 'location', talks.location, 'status', talks.status
      ), '{}') || change.before
    ) as was (title text, day date, start_time time, location text, status text)
    on conflict (talk_id) do update set
      user_ids = array(select unnest(talk_moves.user_ids) union select unnest(excluded.user_ids))`)
  await announceTalkMoves(tx, event, { site, sender, today })
  await requestConfirmations(tx, event, { site, sender, today })
}
