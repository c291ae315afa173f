import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'

export type Examples = Record<keyof typeof choices, string>

const eventAfter = (share: number) =>
  `select start_date || '_' || id from events order by start_date desc, id desc
    offset (select ${share} * count(*) from events)::integer limit 1`
const place = (column: string, order: string) =>
  `select ${column} from events group by 1 order by count(*) ${order}, 1 limit 1`
const topic = (skip: number) =>
  `select name from topics order by event_count desc, name offset ${skip} limit 1`
const ofBig = (text: string) => `${text} on event_id = events.id where slug = 'big-conference'`

/** Parameters for the URLs of pages, as SQL; cursors are from deep in their lists. */
const choices = {
  popularTopic: topic(0),
  secondTopic: topic(1),
  thirdTopic: topic(2),
  rareTopic: `select name from topics where event_count > 0 order by event_count, name limit 1`,
  city: place('location_name', 'desc'),
  rareCity: place('location_name', ''),
  country: place('country_name', 'desc'),
  rareCountry: place('country_name', ''),
  someEvents: eventAfter(0.7),
  secondPage: `select start_date || '_' || id from events where start_date >= current_date order by start_date, id offset 23 limit 1`,
  smallEvent: `select slug from events join talks on event_id = events.id where slug <> 'big-conference' order by slug limit 1`,
  talkNumber: `${ofBig('select number from events join talks')} order by title limit 1`,
  talk: `${ofBig('select talks.id from events join talks')} order by title limit 1`,
  attendee: `${ofBig(`select user_events.created_at || '_' || user_id from events join user_events`)} order by user_events.created_at, user_id offset 2500 limit 1`,
  speaker: `select id from speakers order by events_spoken_at desc, id limit 1`,
  newSpeaker: `select id from speakers order by events_spoken_at, id limit 1`,
  middleSpeaker: `select id || '_' || name_key from speakers order by name_key, id offset (select count(*) / 2 from speakers) limit 1`,
  owner: `select created_by from events where created_by is not null group by 1 order by count(*) desc limit 1`,
  speakingMember: `select user_id from speakers where user_id is not null limit 1`,
}

export async function findExamples(db: Database): Promise<Examples> {
  const columns = Object.entries(choices).map(([name, text]) => `(${text})::text as "${name}"`)
  const [row] = await rows<Examples>(db, sql.raw(`select ${columns.join(', ')}`))
  if (!row) throw new Error('A select of single values gave no row')
  return row
}
