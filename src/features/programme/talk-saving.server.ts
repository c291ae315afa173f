import { ORPCError } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordEdit } from '#features/events/event-editing.server.ts'
import type { events } from '#features/events/events.tables.ts'
import { requestConfirmations } from '#features/events/speaking-confirmations.server.ts'
import { announceTalkMoves, rememberTalks } from '#features/events/talk-moves.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { talk_speakers, talks } from './programme.tables.ts'
import type { newTalk, TalkDetail } from './programme-editing.schemas.ts'

export async function readTalkDetail(db: Database, id: string) {
  const [talk] = await rows<TalkDetail & { event_id: string }>(db)`
    select id, event_id, title, subtitle, description, type, language, url, feedback_url, date, to_char(start_time, 'HH24:MI') as start_time,
      to_char(end_time, 'HH24:MI') as end_time, location, track_id, slides_url, video_url, status, updated_at::text as updated_at,
      array(
        select topics.name from talk_topics join topics on topics.id = talk_topics.topic_id
        where talk_id = talks.id order by topics.name
      ) as topics,
      coalesce((
        select json_agg(json_build_object('id', speakers.id, 'name', speakers.name) order by position, speakers.name)
        from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id where talk_id = talks.id
      ), '[]') as speakers
    from talks where id = ${id}::uuid`
  return talk
}

export async function linkSpeakers(tx: Database, talk_id: string, ids: string[]) {
  if (ids.length > 0)
    await tx
      .insert(talk_speakers)
      .values(ids.map((speaker_id, position) => ({ talk_id, speaker_id, position })))
}

/** Links topics by name. Returns whether all of them exist. */
export async function linkTopics(tx: Database, talkId: string, names: string[]): Promise<boolean> {
  const uniqueNames = [...new Set(names)]
  if (uniqueNames.length === 0) return true
  const linkedTopics = await rows(tx)`
    insert into talk_topics (talk_id, topic_id)
    select ${talkId}::uuid, id from topics where name = any (${sql.param(uniqueNames)}::text[]) returning topic_id`
  return linkedTopics.length === uniqueNames.length
}

export const unknownTopic = { status: 409, message: 'One of the topics no longer exists' }

type Saving = { viewer: NonNullable<Viewer>; site: Context['site']; today: string }
type Locked = { event: typeof events.$inferSelect; before: TalkDetail }

/** Writes changed fields of a talk, whose event is locked and which the viewer may change, and announces them. */
export async function saveTalk(
  tx: Database,
  { viewer, site, today }: Saving,
  { event, before }: Locked,
  changes: Partial<z.output<typeof newTalk>>,
): Promise<void> {
  const { topics, speaker_ids, ...fields } = changes
  const { id } = before
  const hasNewSpeakers =
    speaker_ids && before.speakers.map((speaker) => speaker.id).join() !== speaker_ids.join()
  const hasNewTopics = topics && before.topics.join('\n') !== [...topics].sort().join('\n')
  // Speakers and topics are in tables of their own, so the trigger does not see that the talk has a new version.
  const version = hasNewSpeakers || hasNewTopics ? { updated_at: sql`now()` } : {}
  const isMoved =
    (fields.date !== undefined && fields.date !== before.date) ||
    // A form may send the seconds, too.
    (fields.start_time !== undefined && fields.start_time?.slice(0, 5) !== before.start_time?.slice(0, 5)) ||
    (fields.location !== undefined && fields.location !== before.location) ||
    (fields.status !== undefined && fields.status !== before.status)
  if (isMoved) await rememberTalks(tx, viewer, [id])
  await tx
    .update(talks)
    .set({ ...fields, ...version })
    .where(eq(talks.id, id))
  if (hasNewSpeakers) {
    await tx.delete(talk_speakers).where(eq(talk_speakers.talk_id, id))
    await linkSpeakers(tx, id, speaker_ids)
    await requestConfirmations(tx, event, { site, sender: viewer, today })
  }
  if (hasNewTopics) {
    await tx.execute(sql`delete from talk_topics where talk_id = ${id}::uuid`)
    if (!(await linkTopics(tx, id, topics))) throw new ORPCError('UNKNOWN_TOPIC', unknownTopic)
  }
  if (isMoved) await announceTalkMoves(tx, event, { site, sender: viewer, today })
  const after = (await readTalkDetail(tx, id)) ?? {}
  await recordEdit(tx, viewer, event, { action: 'programme_edited', before, after })
}
