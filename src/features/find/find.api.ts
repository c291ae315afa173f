import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { eventWords } from '#features/directory/event-list.server.ts'
import { isConfirmed } from '#features/events/confirmed-editions.server.ts'
import { hasMeanings } from '#lib/search-terms.ts'
import { fold } from '#lib/text.ts'
import { undecidedPlace } from '#lib/undecided-place.ts'
import { type Database, rows } from '#platform/database/db.ts'
import {
  beginsAll,
  hasTrigram,
  holdsAll,
  indexHoldsAll,
  joined,
  matchesByRank,
  rankOf,
  ranks,
  spaced,
  type Words,
  wordsIn,
  wordsOfNames,
} from '#platform/database/search.ts'
import { type Context, get, open } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { type FindResults, findResults, place } from './find.schemas.ts'
import { spellingApi } from './spelling.api.ts'
import { type Kind, loadDictionaryWords } from './spelling.server.ts'
import { spellingCandidates, withoutSigns, wordsOf } from './spelling.ts'

type ResultsByKind = Omit<FindResults, 'exact'>

const resultLimit = sql.raw(String(serverLimits.resultsPerKind))
/** Rows to scan before the index is used: enough to find a word that one row in 200 contains. */
const [scanLimit, halfScanLimit] = [sql.raw('limit 1000'), sql.raw('limit 500')]
const count = serverLimits.resultsPerKind

/** Whole words first, in the name before elsewhere; then coming events by date, then past ones, latest first. */
function eventsWith(db: Database, words: Words, today: string): Promise<FindResults['events']> {
  const read = sql.raw(
    'select id, start_date, end_date, name_key, doc, city_key, country_key, status from events',
  )
  const comingAndPast = sql`
    (${read} where end_date >= ${today}::date order by end_date, start_date, id ${halfScanLimit}) union all
    (${read} where end_date < ${today}::date order by end_date desc, start_date desc, id desc ${halfScanLimit})`
  // Only what they are sorted by, because thousands may match; the events themselves are read for the first few.
  const ranked = (from: SQL, conditions: SQL[]) => sql`
    select id, ${rankOf(words)} as rank, ${rankOf(words, spaced('name_key'))} as name_rank,
      end_date < ${today}::date as is_over, abs(start_date - ${today}::date) as days_away
    from ${from} where ${sql.join(conditions, sql` and `)}`
  const order = sql.raw('order by rank, name_rank, is_over, days_away, id')
  const matches = matchesByRank({
    count,
    near: ranked(sql`(${comingAndPast}) as near`, [holdsAll(words)]),
    read: (conditions) => ranked(sql`events`, conditions),
    indexCondition: (rank) => indexHoldsAll(words, rank),
    usedRanks: [...ranks],
  })
  return rows<FindResults['events'][number]>(db)`
    with ${matches}
    select name, slug, start_date, end_date, location_name, country_name, status
    from (select * from matches ${order} limit ${resultLimit}) as best join events using (id) ${order}`
}

function talksWith(db: Database, words: Words): Promise<FindResults['talks']> {
  const ranked = (from: SQL, conditions: SQL[]) =>
    sql`select id, date, ${rankOf(words)} as rank from ${from} where ${sql.join(conditions, sql` and `)}`
  const matches = matchesByRank({
    count,
    near: ranked(sql`(select id, date, doc from talks order by date desc, id desc ${scanLimit}) as near`, [
      holdsAll(words),
    ]),
    read: (conditions) => ranked(sql`talks`, conditions),
    indexCondition: (rank) => indexHoldsAll(words, rank),
    usedRanks: [...ranks],
  })
  return rows<FindResults['talks'][number]>(db)`
    with ${matches}
    select number::integer, title, talks.date, video_url is not null as has_video, events.name as event_name, events.slug as event_slug, array(
        select speakers.name from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id
        where talk_speakers.talk_id = best.id order by position, speakers.name
      ) as speakers
    from (select * from matches order by rank, date desc, id limit ${resultLimit}) as best
      join talks on talks.id = best.id join events on events.id = talks.event_id
    order by rank, talks.date desc, best.id`
}

/** By name only; the speakers page also searches places. */
function speakersWith(db: Database, words: Words, typed: string): Promise<FindResults['speakers']> {
  const name = joined('name_key')
  const ranked = (from: SQL, conditions: SQL[]) => sql`
    select id, ${rankOf(words, spaced('name_key'))} as rank, name_key <> ${typed} as is_other, events_spoken_at, name_key
    from ${from} where ${sql.join(conditions, sql` and `)}`
  const areIndexed = words.some((texts) =>
    texts.every((text) => typeof text === 'string' && hasTrigram(text)),
  )
  const matches = matchesByRank({
    count,
    near: ranked(
      sql`(select id, events_spoken_at, name_key from speakers order by name_key, id ${scanLimit}) as near`,
      [holdsAll(words, name)],
    ),
    read: (conditions) =>
      ranked(
        sql`(select id, events_spoken_at, name_key, joined(doc) as doc from speakers) as speakers`,
        conditions,
      ),
    // Terms of one or two letters have no trigram, and match many names.
    indexCondition: (rank) => {
      if (rank < 2) return beginsAll(words, name)
      return areIndexed ? holdsAll(words, name) : sql`${indexHoldsAll(words)} and ${holdsAll(words, name)}`
    },
    usedRanks: [1, 2],
  })
  const order = sql.raw('order by is_other, rank, events_spoken_at desc, name_key, id')
  return rows<FindResults['speakers'][number]>(db)`
    with ${matches}
    select id, name, location_name, country_name
    from (select * from matches ${order} limit ${resultLimit}) as best join speakers using (id, events_spoken_at, name_key) ${order}`
}

const topicsWith = (db: Database, words: Words, typed: string): Promise<FindResults['topics']> => {
  const name = sql.raw('fold(name)')
  return rows<FindResults['topics'][number]>(db)`
    select name, event_count from topics where ${holdsAll(words, joined('fold(name)'))}
    order by ${name} = ${typed} desc, ${rankOf(words, spaced('fold(name)'))}, event_count desc, name limit ${resultLimit}`
}

/** Those with an edition that is visible. */
const seriesWith = (db: Database, words: Words, typed: string): Promise<FindResults['series']> => {
  const name = sql.raw('name_key')
  return rows<FindResults['series'][number]>(db)`
    select name, slug, edition_count, first_date, last_date
    from (select * from series where ${holdsAll(words, joined('name_key'))} offset 0) as series
    join lateral (
      select count(*)::integer as edition_count, min(start_date) as first_date, max(start_date) as last_date
      from events where series_id = series.id and ${isConfirmed()} having count(*) > 0
    ) as listed on true
    order by ${name} = ${typed} desc, ${rankOf(words, spaced('name_key'))}, edition_count desc, ${name}, id limit ${resultLimit}`
}

/** Cities and countries. Each candidate is checked for remaining events until there are enough. */
const placesWith = (db: Database, words: Words, typed: string): Promise<FindResults['places']> => {
  const [city, country] = [joined('city_key'), joined('country_key')]
  return rows<FindResults['places'][number]>(db)`
    select city, country from (
      select * from (
        select location_name as city, country_name as country, city_key, country_key, ${rankOf(words, spaced('city_key'))} as rank
        from places where ${holdsAll(words, city)} and city_key !~ ${undecidedPlace.source}
        union all
        select distinct on (country_key) null, country_name, null, country_key, ${rankOf(words, spaced('country_key'))}
        from places where ${holdsAll(words, country)} and country_key !~ ${undecidedPlace.source}
      ) as matched
      order by coalesce(city_key, country_key) = ${typed} desc, rank, country_key, city_key nulls first offset 0
    ) as named
    where coalesce(
      (select true from events where events.city_key = named.city_key and events.country_key = named.country_key limit 1),
      (select named.city_key is null from events where events.country_key = named.country_key limit 1)
    )
    limit ${resultLimit}`
}

/** Exact matches first, then similar ones, without duplicates. */
const mergeResults = <Row>(exact: Row[], similar: Row[]): Row[] => {
  const exactKeys = new Set(exact.map((row) => JSON.stringify(row)))
  return [...exact, ...similar.filter((row) => !exactKeys.has(JSON.stringify(row)))].slice(
    0,
    serverLimits.resultsPerKind,
  )
}

/** Searches each kind with the words corrected by its own dictionary; null skips a kind. */
async function searchAllKinds(
  { replica: db, today }: Pick<Context, 'replica' | 'today'>,
  /** The whole search, folded: what is called just so comes first. */
  typed: string,
  words: Record<Kind, Words | null>,
  /** What events are found by besides, where words mean a place or a time. */
  meanings?: Words,
): Promise<ResultsByKind> {
  const [eventsByName, series, talks, speakers, topics, places, eventsByMeaning] = await Promise.all([
    words.events ? eventsWith(db, words.events, today) : [],
    words.events ? seriesWith(db, words.events, typed) : [],
    words.talks ? talksWith(db, words.talks) : [],
    words.speakers ? speakersWith(db, wordsOfNames(words.speakers), typed) : [],
    words.events ? topicsWith(db, words.events, typed) : [],
    words.events ? placesWith(db, words.events, typed) : [],
    meanings ? eventsWith(db, meanings, today) : [],
  ])
  // A conference that is called Spring stands before those in spring.
  const events = mergeResults(eventsByName, eventsByMeaning)
  return { events, series, talks, speakers, topics, places }
}

const countResults = (results: ResultsByKind) =>
  Object.values(results).reduce((sum, { length }) => sum + length, 0)

const searchInput = z.object({ search: z.string().trim().min(1).max(limits.searchTerm) })

const everything = open
  .route(
    get(
      '/find',
      'A few events, series, talks, speakers, topics and places with these words; if there are none, with one typo corrected in a word',
    ),
  )
  .input(searchInput)
  .output(findResults)
  .handler(async ({ context, input }): Promise<FindResults> => {
    context.shows('events', 'series', 'talks', 'speakers', 'topics')
    const searchWords = wordsOf(input.search)
    const { replica, today } = context
    // Words are parted at signs, but for C++, C# and .NET, and where there are only signs.
    const isParted = searchWords.length > 0 && !/[+#]|(?:^|\s)\.\w/.test(input.search)
    const typed = fold(input.search)
    // Of marks alone, without a letter, nothing is left to search for.
    const exactWords = typed === '' ? null : wordsIn(isParted ? withoutSigns(input.search) : input.search)
    const exact = await searchAllKinds(
      context,
      typed,
      { events: exactWords, talks: exactWords, speakers: exactWords },
      hasMeanings(input.search, today) ? eventWords(input.search, today) : undefined,
    )
    const exactCount = countResults(exact)
    if (exactCount > 0) return { ...exact, exact: exactCount }
    const dictionary = await loadDictionaryWords(replica, searchWords)
    const correctedWords = (kind: Kind) => {
      const words = searchWords.map((word) => spellingCandidates(word, dictionary[kind]))
      return words.some((texts, index) => texts.length > 1 || texts[0] !== searchWords[index]) ? words : null
    }
    const similar = await searchAllKinds(context, typed, {
      events: correctedWords('events'),
      talks: correctedWords('talks'),
      speakers: correctedWords('speakers'),
    })
    return { ...similar, exact: 0 }
  })

const places = open
  .route(
    get('/find/places', 'A few cities and countries that have events, by words or the beginnings of words'),
  )
  .input(searchInput)
  .output(z.array(place))
  .handler(({ context: { replica, shows }, input: { search } }) => {
    shows('events')
    const typed = fold(search)
    return typed === '' ? [] : placesWith(replica, wordsIn(search), typed)
  })

export const findApi = { everything, places, ...spellingApi }
