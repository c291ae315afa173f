import { type SQL, sql } from 'drizzle-orm'
import {
  type EventCard,
  type EventFilter,
  type EventSelection,
  type ListedEvent,
  type ListedPage,
  matchKinds,
} from '#features/events/events.schemas.ts'
import { events } from '#features/events/events.tables.ts'
import { isRunning } from '#features/events/events.ts'
import { listedCountry } from '#lib/country-names.ts'
import { pageOf } from '#lib/cursor.ts'
import { daysBetween } from '#lib/dates.ts'
import { type Alternative, searchTerms } from '#lib/search-terms.ts'
import { fold } from '#lib/text.ts'
import type { Database } from '#platform/database/db.ts'
import { rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import {
  holdsAll,
  indexHoldsAll,
  matchesByRank,
  type Rank,
  rankOf,
  ranks,
  type Words,
} from '#platform/database/search.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { nearConditions, withPositions } from './selected-places.server.ts'

export const eventCardColumns = {
  id: events.id,
  name: events.name,
  slug: events.slug,
  start_date: events.start_date,
  end_date: events.end_date,
  location_name: events.location_name,
  country_name: events.country_name,
  status: events.status,
  first_start_date: events.first_start_date,
  first_end_date: events.first_end_date,
  tags: events.tags,
  // One character more than is shown, so that the card knows whether to cut.
  excerpt: sql<string | null>`left(${events.description}, ${sql.raw(String(limits.excerpt + 1))})`,
}

/** The same for hand-written statements that read from `events` alone. */
export const cardColumns = sql.raw(
  `id, name, slug, start_date, end_date, location_name, country_name, status, first_start_date, first_end_date, tags, left(description, ${limits.excerpt + 1}) as excerpt`,
)

/** The series of the event with this id, as JSON. */
export const seriesOf = (eventId: SQL) => sql`(
  select json_build_object('id', series.id, 'name', series.name, 'slug', series.slug) from series
  where series.id = (select series_id from events as edition where edition.id = ${eventId})
)`

/** Not cancelled, nor postponed without a new date: takesPlace() of event-status.ts. */
export const willTakePlace = sql.raw(
  `(status in ('scheduled', 'moved_online') or (status = 'postponed' and (start_date, end_date) <> (first_start_date, first_end_date)))`,
)

/** A running event starts at most so many days before today and ends at most so many after it, which bounds the days to search. */
export const maxRunDays = 90
const days = sql.raw(String(maxRunDays))

/** The events that run on a day, as a `from` item: one index scan for each last day, each with `limitClause`. */
export const runningOn = (today: string, more: SQL[] = [], limitClause = sql`offset 0`) => sql`
  generate_series(0, ${days}) as ahead cross join lateral (
    select * from events ${where([
      sql`end_date = ${today}::date + ahead`,
      sql`start_date between ${today}::date - ${days} and ${today}::date - 1`,
      ...more,
    ])} ${limitClause}
  ) as running`

/** Events that a search reads in order of day before it uses the trigram index. */
const nearestRows = 1000

const pageSize = serverLimits.eventsPerPage

/**
 * A page of events in order of start day: onwards for upcoming and running ones, backwards for past ones and for any.
 * Each kind of filter has an index that gives this order, so that a page costs the same among a million events.
 */
export async function listEvents(db: Database, filter: EventFilter, today: string): Promise<ListedPage> {
  const eventRows = await findEvents(db, filter, today)
  const { items: events, next } = pageOf(eventRows, pageSize, ({ start_date, id, match = matchKinds[0] }) => {
    const rank = matchKinds.indexOf(match)
    return `${start_date}_${id}${rank > 0 ? `_${rank}` : ''}`
  })
  // Running events are listed separately. They are removed after the query, so the page may be a few rows shorter.
  const page = filter.when === 'past' ? events.filter((event) => !isListedAsRunning(event, today)) : events
  const placed = await withPositions(page, filter, today)
  const months = events.flatMap(({ start_date, in_month }) =>
    in_month ? { name: start_date.slice(0, 7), count: in_month } : [],
  )
  if (filter.when !== 'running') return { events: placed, next, months }
  // What is over where it takes place, though by UTC its last day is not, stands last.
  const isOn = ({ end_date, local_today }: (typeof placed)[number]) => end_date >= (local_today ?? today)
  return { events: [...placed.filter(isOn), ...placed.filter((event) => !isOn(event))], next }
}

/** An event of a list before its position is looked up. */
type FoundEvent = EventCard & Pick<ListedEvent, 'match'> & { in_month?: number }

const isListedAsRunning = (event: EventCard, today: string) =>
  isRunning(event, today) &&
  daysBetween(event.start_date, today) <= maxRunDays &&
  daysBetween(today, event.end_date) <= maxRunDays

type Range = { from?: string; until?: string }
type BoundsOf = (range: Range) => SQL[] | undefined

/** The first day of a month and of the month after it, from yyyy-MM. */
const daysOfMonth = (month: string): Range & { from: string; until: string } => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: `${month}-01`, until: `${next}-01` }
}

const latest = (days: (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1)
const earliest = (days: (string | undefined)[]) => days.filter((day) => day !== undefined).sort()[0]

/** The days on which events of a selection start: one range, or one for each stretch of chosen months; none if they exclude each other. */
export function dayRanges({ year, month = [] }: EventSelection, within: Range = {}): Range[] {
  const ofYear: Range = year ? { from: `${year}-01-01`, until: `${year + 1}-01-01` } : {}
  const stretches: Range[] = []
  for (const { from, until } of month.toSorted().map(daysOfMonth)) {
    const last = stretches.at(-1)
    if (last?.until === from) last.until = until
    else if (last?.from !== from) stretches.push({ from, until })
  }
  return (stretches.length > 0 ? stretches : [{}])
    .map(({ from, until }) => ({
      from: latest([from, ofYear.from, within.from]),
      until: earliest([until, ofYear.until, within.until]),
    }))
    .filter(({ from, until }) => !from || !until || from < until)
}

const inRange = ({ from, until }: Range): SQL[] => [
  ...(from ? [sql`start_date >= ${from}::date`] : []),
  ...(until ? [sql`start_date < ${until}::date`] : []),
]

/** Whether an event starts within one of the ranges. */
export const inRanges = (ranges: Range[]): SQL[] => {
  const [first, ...otherRanges] = ranges
  if (first && otherRanges.length === 0) return inRange(first)
  return [
    sql`(${sql.join(
      ranges.map((range) => sql`(${and(inRange(range))})`),
      sql` or `,
    )})`,
  ]
}

// Each is the condition of a partial index (migrations/0054), so it stands here letter by letter.
export const howConditions = {
  /** Also at a place. */
  online: sql.raw(
    `(city_key = 'online' or country_key = 'online' or status = 'moved_online' or format is not distinct from 'hybrid')`,
  ),
  'in-person': sql.raw(`(city_key <> 'online' and country_key <> 'online' and status <> 'moved_online')`),
}

const meaning = (alternative: Alternative): Words[number][number] => {
  if (typeof alternative === 'string' || 'name' in alternative) return alternative
  if ('countryKeys' in alternative)
    return sql`country_key = any (${sql.param(alternative.countryKeys)}::text[])`
  if ('months' in alternative) return sql`(${and(inRanges(dayRanges({ month: alternative.months })))})`
  return howConditions.online
}

/** What a search finds events by: its words, and what they mean. */
export const eventWords = (search: string, today: string): Words =>
  searchTerms(search, today).flatMap(({ clauses }) => clauses.map((clause) => clause.map(meaning)))

/** The keys of countries by any of their names: those of before the list (migrations/0061) stand in bookmarks and feeds. */
const countryKeys = (names: string[]) => [
  ...new Set(names.flatMap((name) => [fold(listedCountry(name)), fold(name)])),
]

/** The conditions of a selection, but for its days. */
export const selectionConditions = async (db: Database, selection: EventSelection, today: string) => {
  const { search = '', topics = [], country = [], how, format, language, free, captions } = selection
  const keys = countryKeys(country)
  return {
    words: eventWords(search, today),
    topics: topics.length > 0 ? [sql`tags && ${sql.param(topics)}::text[]`] : [],
    countries:
      keys.length === 1
        ? [sql`country_key = ${keys[0]}`]
        : keys.length > 1
          ? [sql`country_key = any (${sql.param(keys)}::text[])`]
          : [],
    how: how ? [howConditions[how]] : [],
    facts: [
      ...(format ? [sql`format = ${format}`] : []),
      ...(language ? [sql`${language} = any (string_to_array(languages, ', '))`] : []),
      ...(free ? [sql`price = 'free'`] : []),
      ...(captions ? [sql`captions = 'yes'`] : []),
    ],
    near: await nearConditions(db, selection),
  }
}

const limit = sql.raw(`limit ${pageSize + 1}`)

type Scan = ReturnType<typeof scanOf>

/** How events that start in these ranges of days are read in order of day, from the cursor on. */
function scanOf({ when, after }: EventFilter, ranges: Range[]) {
  const isAscending = when === 'upcoming' || when === 'running'
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const comparison = sql.raw(isAscending ? '>' : '<')
  const [day, id, rankText = '0'] = after?.split('_') ?? []
  const order = (idColumn = sql.raw('id')) => sql`order by start_date ${direction}, ${idColumn} ${direction}`
  const afterCursor = (idColumn = sql.raw('id')) =>
    day ? [sql`(start_date, ${idColumn}) ${comparison} (${day}::date, ${id}::uuid)`] : []
  // Only one bound at each end: with two, the index scan may start at the wider one and read all rows up to the page.
  const onwards = (range: Range, idColumn?: SQL): SQL[] | undefined => {
    const { from, until } = range
    const isBeyond = day && (isAscending ? until && day >= until : from && day < from)
    if (isBeyond) return undefined
    const isWithin = day && (isAscending ? !from || day >= from : !until || day < until)
    if (!isWithin) return inRange(range)
    return [...afterCursor(idColumn), ...inRange(isAscending ? { until } : { from })]
  }
  /** From the first or from the cursor on: one index scan for each range. */
  const inOrder = (columns: SQL, conditions: SQL[], limitClause: SQL, boundsOf: BoundsOf = onwards) => {
    const scans = ranges
      .map((range) => boundsOf(range))
      .filter((bounds) => bounds !== undefined)
      .map(
        (bounds) =>
          sql`(select ${columns} from events ${where([...bounds, ...conditions])} ${order()} ${limitClause})`,
      )
    if (scans.length < 2) return scans[0] ?? sql`(select ${columns} from events where false)`
    return sql`(select * from (${sql.join(scans, sql` union all `)}) as ranges ${order()} ${limitClause})`
  }
  const rankOrder = sql`order by rank, start_date ${direction}, id ${direction}`
  const onlyRange = ranges.length === 1 ? ranges[0] : undefined
  return {
    order,
    rankOrder,
    inOrder,
    afterCursor,
    /** The rank of the last row before the page, if there is a cursor. */
    cursorRank: day ? Number(rankText) : undefined,
    /** The bounds of the one range, if there is one. */
    bounds: (idColumn?: SQL) => onlyRange && onwards(onlyRange, idColumn),
    ranges: inRanges(ranges),
  }
}

async function findEvents(db: Database, filter: EventFilter, today: string): Promise<FoundEvent[]> {
  const { when, year, month, topics = [], country = [] } = filter
  const ranges = dayRanges(filter, {
    from: when === 'upcoming' ? today : undefined,
    until: when === 'past' ? today : undefined,
  })
  if (ranges.length === 0) return []
  const scan = scanOf(filter, ranges)
  const { words, ...conditions } = await selectionConditions(db, filter, today)
  const filters = [
    ...conditions.topics,
    ...conditions.countries,
    ...conditions.how,
    ...conditions.near,
    ...conditions.facts,
  ]
  const isSearch = words.length > 0

  if (when === 'running') return rows<FoundEvent>(db)`${runningEvents(scan, words, filters, today)}`
  // Around a city no index alone gives the order.
  const isOneKind =
    conditions.near.length === 0 && Object.values(conditions).filter((kind) => kind.length > 0).length <= 1
  const isOneScan = !isSearch && isOneKind
  const page =
    isOneScan && topics.length > 0 && scan.bounds()
      ? eventsOfTopics(scan, topics)
      : // An index for this alone gives the order: no filter, one country, online or in person.
        isOneScan && country.length < 2
        ? scan.inOrder(cardColumns, filters, limit)
        : matchesByRankAndDay(scan, words, filters)
  const isByMonth = when === 'past' && !year && !month
  if (!isByMonth) return rows<FoundEvent>(db)`${page}`
  const monthConditions = [holdsAll(words, sql.raw(`(doc || '')`)), ...filters]
  return rows<FoundEvent>(db)`${withMonths(page, filter, monthConditions, today)}`
}

/** With how many events the month has, beside the last event of the page and, after a cursor, the first. */
const withMonths = (page: SQL, { after }: EventFilter, conditions: SQL[], today: string) => sql`
  with page as materialized (${page})
  select page.*, case when row_number() over () in (${sql.raw(`${after ? '1, ' : ''}${pageSize}`)}) then (
    select count(*)::integer from events ${where([
      sql`start_date >= date_trunc('month', page.start_date)::date`,
      sql`start_date < (date_trunc('month', page.start_date) + interval '1 month')::date`,
      sql`not ${isOnOrToCome(today)}`,
      ...conditions,
    ])}
  ) end as in_month from page`

/** Whether an event of a period is not of the past. */
export const isOnOrToCome = (today: string) =>
  sql`(end_date >= ${today}::date and start_date >= ${today}::date - ${days})`

/** Few events run at a time: filtering them is faster than the trigram index, which `offset 0` keeps the planner from using. */
const runningEvents = ({ order, ranges }: Scan, words: Words, filters: SQL[], today: string) => {
  const isSearch = words.length > 0
  const conditions = [...(isSearch ? [holdsAll(words)] : []), ...filters]
  const running = runningOn(today, ranges, conditions.length > 0 ? undefined : sql`${order()} ${limit}`)
  const rank = isSearch ? sql`${rankOf(words)},` : sql``
  return sql`
    select ${cardColumns} from ${running} ${where(conditions)} order by ${rank} start_date, id ${limit} ${genericPlan}`
}

const eventsOfTopics = ({ order, bounds }: Scan, topics: string[]) => {
  const eventId = sql.raw('event_id')
  const newestOfTag = sql`
    select start_date, event_id from event_tags ${where([sql`tag = wanted.tag`, ...bounds(eventId)!])} ${order(eventId)} ${limit}`
  return sql`
    select ${cardColumns} from events where id in (
      select event_id from (
        select distinct start_date, event_id
        from unnest(${sql.param(topics)}::text[]) as wanted (tag) cross join lateral (${newestOfTag}) as tagged
        ${order(eventId)} ${limit}
      ) as picked
    ) ${order()}`
}

/** Matches of whole words first, then of beginnings, then of insides; within each in order of day. */
function matchesByRankAndDay(scan: Scan, words: Words, filters: SQL[]): SQL {
  const { cursorRank, afterCursor, inOrder, rankOrder } = scan
  const isSearch = words.length > 0
  const isMatch = and([holdsAll(words), ...filters])
  const scanned = sql.raw(
    'id, start_date, doc, tags, country_key, city_key, status, format, languages, price, captions',
  )
  const scanNear = (isRank: SQL, boundsOf?: BoundsOf) => sql`
    select id, start_date, case when rank ${isRank} then rank end as rank
    from (
      select id, start_date, case when ${isMatch} then ${rankOf(words)} end as rank
      from (${inOrder(scanned, [], sql.raw(`limit ${nearestRows}`), boundsOf)}) as scanned
    ) as ranked`
  // Most searches are for what is near: common words are found among the next rows, without the index of all.
  const hasCursor = cursorRank !== undefined
  const isWorse = (rank: Rank) =>
    ranks
      .filter((better) => better === rank - 1)
      .map((better) => sql`not (${holdsAll(words, undefined, better)})`)
  const near = hasCursor
    ? sql`${scanNear(sql`> ${cursorRank}::integer`, inRange)} union all ${scanNear(sql`= ${cursorRank}::integer`)}`
    : scanNear(sql.raw('is not null'))
  const matches = matchesByRank({
    count: pageSize + 1,
    near,
    read: (conditions, rank) => sql`
      select id, start_date, ${sql.raw(`${rank}`)} as rank from events
      ${where([...conditions, ...isWorse(rank), ...filters, ...scan.ranges])}`,
    indexCondition: (rank) => indexHoldsAll(words, rank),
    usedRanks: (isSearch ? [...ranks] : ranks.slice(0, 1)).filter((rank) => rank >= (cursorRank ?? 0)),
    isComplete: sql.raw(`count(*) < ${nearestRows}`),
    // The next rank begins at its first day.
    isOnPage: hasCursor
      ? sql`(rank > ${cursorRank}::integer or (rank = ${cursorRank}::integer and ${and(afterCursor())}))`
      : sql`rank is not null`,
  })
  const match = isSearch ? sql.raw(`, (array['${matchKinds.join("','")}'])[rank + 1] as match`) : sql.raw('')
  const statement = sql`
    with ${matches},
    page as materialized (select id as page_id, rank from matches ${rankOrder} ${limit})
    select ${cardColumns}${match} from page join events on id = page_id ${rankOrder}`
  // A filter may be common or rare.
  return isSearch && filters.length === 0 ? sql`${statement} ${genericPlan}` : statement
}

export const where = (conditions: SQL[]) => (conditions.length > 0 ? sql`where ${and(conditions)}` : sql``)
const and = (conditions: SQL[]) => sql.join(conditions, sql` and `)
