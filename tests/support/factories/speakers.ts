import { randomUUID } from 'node:crypto'
import { social_links, speakers } from '#features/speakers/speakers.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type Link = Omit<typeof social_links.$inferInsert, 'speaker_id'>
type NewSpeaker = Partial<typeof speakers.$inferInsert> & { links?: Link[] }

/** Inserts speakers with their links. */
export async function makeSpeakers(db: Database, list: NewSpeaker[]) {
  const complete = list.map(({ links = [], ...fields }) => ({
    row: { name: `Speaker ${unique()}`, ...fields, id: fields.id ?? randomUUID() },
    links,
  }))
  const insertedSpeakers = await inBatches(
    complete.map(({ row }) => row),
    (rows) => db.insert(speakers).values(rows).returning(),
  )
  await inBatches(
    complete.flatMap(({ row, links }) => links.map((link) => ({ speaker_id: row.id, ...link }))),
    (rows) => db.insert(social_links).values(rows).returning({ platform: social_links.platform }),
  )
  return insertedSpeakers
}

/** Inserts one speaker, with links if given. */
export async function makeSpeaker(db: Database, fields: NewSpeaker = {}) {
  const [speaker] = await makeSpeakers(db, [fields])
  return speaker!
}
