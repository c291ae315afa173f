import { sql } from 'drizzle-orm'
import { moveSentence, tellOfTalks } from '#features/events/talk-messages.server.ts'
import { type Database, rows } from '#server/database/db.ts'
import type { Context } from '#server/procedures/procedure.ts'
import type { SyncedEvent } from './stored-programme.server.ts'

type AnnouncedChange = {
  title: string
  kind: string
  is_cancelled: boolean
  before: { day?: string; start_time?: string | null; location?: string | null } | null
  after: Record<string, unknown> | null
  day: string | null
  start_time: string | null
  location: string | null
  user_ids: string[]
}

/** Notifies people who saved a talk that moved or is cancelled, and its speakers, each in one message; not for an event that is over. */
export async function notifyOfChanges(
  tx: Database,
  { site, today }: { site: Context['site']; today: string },
  event: SyncedEvent,
  syncId: string,
): Promise<void> {
  if (event.end_date < today) return
  const changes = await rows<AnnouncedChange>(
    tx,
    sql`
      select coalesce(talks.title, change.before ->> 'title') as title, change.kind, change.before, change.after,
        change.kind = 'removed' or change.after ->> 'status' = 'cancelled' as is_cancelled,
        talks.day::text as day, to_char(talks.start_time, 'HH24:MI') as start_time, talks.location,
        array(
          select user_id from user_saved_talks where talk_id = change.subject_id
          union
          select speakers.user_id from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id
          where talk_id = change.subject_id and speakers.user_id is not null
          union
          select speakers.user_id from speakers
          where talks.id is null and speakers.user_id is not null
            and speakers.id::text in (select jsonb_array_elements_text(change.before -> 'speaker_ids'))
        ) as user_ids
      from programme_changes as change left join talks on talks.id = change.subject_id
      where sync_id = ${syncId}::uuid and subject = 'talk' and (
        change.kind = 'moved' or change.after ->> 'status' = 'cancelled' or (change.kind = 'removed' and change.after is null)
      )
      order by talks.day, talks.start_time, change.position`,
  )
  const sentencesOf = new Map<string, string[]>()
  for (const change of changes) {
    const sentence = sentenceOf(change)
    for (const id of change.user_ids) sentencesOf.set(id, [...(sentencesOf.get(id) ?? []), sentence])
  }
  await tellOfTalks(tx, site, event, sentencesOf)
}

function sentenceOf({ title, is_cancelled, before, after: _, ...now }: AnnouncedChange): string {
  return is_cancelled ? `“${title}” is cancelled` : moveSentence(title, { ...now, ...before }, now)
}
