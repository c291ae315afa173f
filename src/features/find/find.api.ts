import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '#server/database/db.ts'
import { beginsAll, holdsAll, indexHoldsAll, type Words } from '#server/database/search.ts'
import { open } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type Found, found } from './find.schemas.ts'
import { spellingApi } from './spelling.api.ts'
import { type Kind, knownWords } from './spelling.server.ts'
import { readings, wordsOf } from './spelling.ts'

type Hits = Omit<Found, 'exact'>

const most = sql.raw(String(limits.foundPerKind))
/** Rows that are read one by one before the index is asked: in them a word that one row in 200 holds is found at once. */
const [look, halfLook] = [sql.raw('limit 1000'), sql.raw('limit 500')]

/** Of the rows near today, those that hold it. */
const near = (read: SQL, holds: SQL) => sql`(${read}) as near where ${holds}`

/** Of all rows those that the index says hold it. Planned for all of them and read as far as the limit: never a walk through the table. */
const hits = (read: SQL, holds: SQL) =>
  sql`(with hits as materialized (${read} where ${holds}) select * from hits limit 5000) as hits`

async function firstOf<Row>(pick: (from: SQL) => Promise<Row[]>, nearby: SQL, all: SQL): Promise<Row[]> {
  const found = await pick(nearby)
  return found.length === limits.foundPerKind ? found : pick(all)
}

/** The words in the name first, then coming events by day, then past ones, the latest first. */
function eventsWith(db: Database, words: Words, today: string): Promise<Found['events']> {
  const read = sql`
    select id, name, slug, start_date, end_date, location_name, country_name, name_key, doc from events`
  const both = sql`
    (${read} where end_date >= ${today}::date order by end_date, start_date, id ${halfLook}) union all
    (${read} where end_date < ${today}::date order by end_date desc, start_date desc, id desc ${halfLook})`
  const pick = (from: SQL) =>
    rows<Found['events'][number]>(
      db,
      sql`
        select name, slug, start_date, end_date, location_name, country_name from ${from}
        order by ${beginsAll(words, sql.raw('name_key'))} desc, ${beginsAll(words)} desc,
          end_date < ${today}::date, abs(start_date - ${today}::date), id
        limit ${most}`,
    )
  return firstOf(pick, near(both, holdsAll(words)), hits(read, indexHoldsAll(words)))
}

function talksWith(db: Database, words: Words): Promise<Found['talks']> {
  const read = sql`select id, event_id, title, date, doc from talks`
  const pick = (from: SQL) =>
    rows<Found['talks'][number]>(
      db,
      sql`
        select best.id, title, date, events.name as event_name, events.slug as event_slug, array(
            select speakers.name from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id
            where talk_speakers.talk_id = best.id order by position, speakers.name
          ) as speakers
        from (
          select id, event_id, title, date, ${beginsAll(words)} as begins from ${from}
          order by begins desc, date desc, id limit ${most}
        ) as best join events on events.id = best.event_id
        order by begins desc, date desc, best.id`,
    )
  const latest = sql`${read} order by date desc, id desc ${look}`
  return firstOf(pick, near(latest, holdsAll(words)), hits(read, indexHoldsAll(words)))
}

/** By name alone: where they live is what the page of speakers is searched for. */
function speakersWith(db: Database, words: Words): Promise<Found['speakers']> {
  const name = sql.raw('name_key')
  const inName = holdsAll(words, name)
  const read = sql`select id, name, location_name, country_name, events_spoken_at, name_key from speakers`
  const pick = (from: SQL) =>
    rows<Found['speakers'][number]>(
      db,
      sql`
        select id, name, location_name, country_name from ${from}
        order by ${beginsAll(words, name)} desc, events_spoken_at desc, name_key, id limit ${most}`,
    )
  if (words.flat().some((text) => Array.from(text).length > 2)) return pick(hits(read, inName))
  // Terms of one and two letters have no trigram, and are in many names.
  const first = sql`${read} order by name_key, id ${look}`
  return firstOf(pick, near(first, inName), hits(read, sql`${indexHoldsAll(words)} and ${inName}`))
}

const topicsWith = (db: Database, words: Words): Promise<Found['topics']> => {
  const name = sql.raw('fold(name)')
  return rows(
    db,
    sql`
      select name, event_count from topics where ${holdsAll(words, name)}
      order by ${beginsAll(words, name)} desc, event_count desc, name limit ${most}`,
  )
}

/** Cities, and countries by one of theirs. Whether events are left in them is asked row by row, until there are enough. */
const placesWith = (db: Database, words: Words): Promise<Found['places']> => {
  const [city, country] = [sql.raw('city_key'), sql.raw('country_key')]
  return rows(
    db,
    sql`
      select city, country from (
        select location_name as city, country_name as country, city_key, country_key, ${beginsAll(words, city)} as begins
        from places where ${holdsAll(words, city)}
        union all
        select distinct on (country_key) null, country_name, null, country_key, ${beginsAll(words, country)}
        from places where ${holdsAll(words, country)}
        order by begins desc, country_key, city_key nulls first offset 0
      ) as named
      where coalesce(
        (select true from events where events.city_key = named.city_key and events.country_key = named.country_key limit 1),
        (select named.city_key is null from events where events.country_key = named.country_key limit 1)
      )
      limit ${most}`,
  )
}

/** What each kind has of the words of its dictionary; a kind without words is not asked. */
async function lookUp(db: Database, today: string, words: Record<Kind, Words | null>): Promise<Hits> {
  const [events, talks, speakers, topics, places] = await Promise.all([
    words.events ? eventsWith(db, words.events, today) : [],
    words.talks ? talksWith(db, words.talks) : [],
    words.speakers ? speakersWith(db, words.speakers) : [],
    words.events ? topicsWith(db, words.events) : [],
    words.events ? placesWith(db, words.events) : [],
  ])
  return { events, talks, speakers, topics, places }
}

const countOf = (hits: Hits) => Object.values(hits).reduce((sum, { length }) => sum + length, 0)

/** The exact ones and after them the close ones, each once. */
const joined = <Row>(exact: Row[], close: Row[]): Row[] => {
  const known = new Set(exact.map((row) => JSON.stringify(row)))
  return [...exact, ...close.filter((row) => !known.has(JSON.stringify(row)))].slice(0, limits.foundPerKind)
}

const everything = open
  .route({
    method: 'GET',
    path: '/find',
    tags: ['Find'],
    summary:
      'A few events, talks, speakers, topics and places with these words; one wrong letter is forgiven',
  })
  .input(z.object({ search: z.string().trim().min(1).max(limits.searchTerm) }))
  .output(found)
  .handler(async ({ context, input }): Promise<Found> => {
    context.shows('events', 'talks', 'speakers', 'topics')
    const searched = wordsOf(input.search)
    if (searched.length === 0)
      return { events: [], talks: [], speakers: [], topics: [], places: [], exact: 0 }
    const { replica, today } = context
    const asWritten = searched.map((word) => [word])
    const exact = await lookUp(replica, today, { events: asWritten, talks: asWritten, speakers: asWritten })
    const count = countOf(exact)
    if (count >= limits.foundPerKind) return { ...exact, exact: count }
    const known = await knownWords(replica, searched)
    const read = (kind: Kind) => {
      const words = searched.map((word) => readings(word, known[kind]))
      return words.some((texts, index) => texts.length > 1 || texts[0] !== searched[index]) ? words : null
    }
    const close = await lookUp(replica, today, {
      events: read('events'),
      talks: read('talks'),
      speakers: read('speakers'),
    })
    return {
      events: joined(exact.events, close.events),
      talks: joined(exact.talks, close.talks),
      speakers: joined(exact.speakers, close.speakers),
      topics: joined(exact.topics, close.topics),
      places: joined(exact.places, close.places),
      exact: count,
    }
  })

export const findApi = { everything, ...spellingApi }
