import { type SQL, sql } from 'drizzle-orm'
import { type Announcement, notify } from '#features/notifications/notifications.server.ts'
import type { Database } from '#platform/database/db.ts'
import { organisersOf } from './organisers.server.ts'

/**
 * A select of the user ids of speakers who have confirmed that they speak at the event. `condition` speaks of `talks` and
 * `talk_speakers`.
 */
export const confirmedSpeakers = (condition: SQL): SQL => sql`
  select speakers.user_id from talks
  join talk_speakers on talk_speakers.talk_id = talks.id
  join speakers on speakers.id = talk_speakers.speaker_id
  join speaking_confirmations as confirmation
    on confirmation.user_id = speakers.user_id and confirmation.event_id = talks.event_id and confirmation.is_confirmed
  where ${condition}`

/**
 * Asks the members whom an event lists as speakers whether that is right: once for each event, in the list alone. What they
 * answer stands in `speaking_confirmations`; until then nothing about the event's talks is sent to them as its speakers.
 */
export async function requestConfirmations(
  tx: Database,
  event: { id: string; name: string },
  { site, sender, today }: Announcement,
): Promise<void> {
  const replaceKey = `speaking ${event.id}`
  const senderId = sender === 'site' ? null : sender.id
  await notify(tx, site, {
    from: sender,
    kind: 'talk_changed',
    subject: 'Talks in your schedule have changed',
    to: sql`
      select speakers.user_id from talks
      join talk_speakers on talk_speakers.talk_id = talks.id
      join speakers on speakers.id = talk_speakers.speaker_id
      join events on events.id = talks.event_id
      where talks.event_id = ${event.id}::uuid and events.end_date >= ${today}::date
        and speakers.user_id is distinct from ${senderId}::uuid and speakers.user_id not in (${organisersOf(event.id)})
        and not exists (
          select from speaking_confirmations where user_id = speakers.user_id and event_id = ${event.id}::uuid
        )
        and not exists (
          select from notifications where user_id = speakers.user_id and replace_key = ${replaceKey}
        )`,
    message: `${event.name} lists you as a speaker. Is that right? Confirm it on your dashboard to be notified when your talks there change.`,
    path: '/dashboard',
    replaceKey,
    mailFrom: null,
  })
}
