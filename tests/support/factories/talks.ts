import { randomUUID } from 'node:crypto'
import { talk_speakers, talk_topics, talks } from '#features/programme/programme.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type NewTalk = Omit<Partial<typeof talks.$inferInsert>, 'event_id' | 'track_id'> & {
  event: { id: string; start_date: string }
  track?: { id: string }
  /** In the order of the programme. */
  speakers?: { id: string }[]
  topics?: { id: string }[]
}

/** Inserts talks with speakers and topics. Default: on the event's first day, without a time or a track. */
export async function makeTalks(db: Database, list: NewTalk[]) {
  const complete = list.map(({ event, track, speakers = [], topics = [], ...fields }) => ({
    row: {
      title: `Talk ${unique()}`,
      date: event.start_date,
      ...fields,
      id: fields.id ?? randomUUID(),
      event_id: event.id,
      track_id: track?.id,
    },
    speakers,
    topics,
  }))
  const insertedTalks = await inBatches(
    complete.map(({ row }) => row),
    (rows) => db.insert(talks).values(rows).returning(),
  )
  await inBatches(
    complete.flatMap(({ row, speakers }) =>
      speakers.map(({ id }, position) => ({ talk_id: row.id, speaker_id: id, position })),
    ),
    (rows) => db.insert(talk_speakers).values(rows).returning({ id: talk_speakers.talk_id }),
  )
  await inBatches(
    complete.flatMap(({ row, topics }) => topics.map(({ id }) => ({ talk_id: row.id, topic_id: id }))),
    (rows) => db.insert(talk_topics).values(rows).returning({ id: talk_topics.talk_id }),
  )
  return insertedTalks
}

/** Inserts one talk with its speakers and topics; see makeTalks. */
export async function makeTalk(db: Database, fields: NewTalk) {
  const [talk] = await makeTalks(db, [fields])
  return talk!
}

export type MadeTalk = Awaited<ReturnType<typeof makeTalk>>
