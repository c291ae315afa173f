import { type SQL, sql } from 'drizzle-orm'
import { daysBetween } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import type { Database } from '#server/database/db.ts'
import { rows } from '#server/database/db.ts'
import { holds, indexHolds } from '#server/database/search.ts'
import { limits } from '#src/limits.ts'
import type { EventCard, EventFilter, EventPage } from './events.schemas.ts'
import { events } from './events.tables.ts'
import { isRunning } from './events.ts'

export const eventCardColumns = {
  id: events.id,
  name: events.name,
  slug: events.slug,
  start_date: events.start_date,
  end_date: events.end_date,
  location_name: events.location_name,
  country_name: events.country_name,
  tags: events.tags,
  // One character more than is shown, so that the card knows whether to cut.
  excerpt: sql<string | null>`left(${events.description}, ${sql.raw(String(limits.excerpt + 1))})`,
}

/** The same for hand-written statements that read from `events` alone. */
export const cardColumns = sql.raw(
  `id, name, slug, start_date, end_date, location_name, country_name, tags, left(description, ${limits.excerpt + 1}) as excerpt`,
)

/** A running event starts at most so many days before today and ends at most so many after it, which bounds the days to search. */
const maxRunDays = 90

/** The events that run on a day, as a `from` item: one index scan for each last day, each with `limitClause`. */
export const runningOn = (today: string, more: SQL[] = [], limitClause = sql`offset 0`) => sql`
  generate_series(0, ${maxRunDays}::integer) as ahead cross join lateral (
    select * from events ${where([
      sql`end_date = ${today}::date + ahead`,
      sql`start_date between ${today}::date - ${maxRunDays}::integer and ${today}::date - 1`,
      ...more,
    ])} ${limitClause}
  ) as running`

/** Events that a search reads in order of day before it uses the trigram index: common words are found among them. */
const firstLookRows = 1000

const pageSize = limits.eventsPerPage

/** One page and its cursor. `eventRows` has one row more than a page if there is a next one. */
export function pageOf<Row extends EventCard>(eventRows: Row[], cursor: (last: Row) => string): EventPage {
  const page = eventRows.slice(0, pageSize)
  const last = page.at(-1)
  return { events: page, next: last && eventRows.length > pageSize ? cursor(last) : null }
}

/**
 * A page of events in order of start day: onwards for upcoming and running ones, backwards for past ones and for any.
 * Each kind of filter has an index that gives this order, so that a page costs the same among a million events.
 */
export async function listEvents(db: Database, filter: EventFilter, today: string): Promise<EventPage> {
  const eventRows = await findEvents(db, filter, today)
  const page = pageOf(eventRows, (event) => `${event.start_date}_${event.id}`)
  // Running events are listed separately. They are removed after the query, so the page may be a few rows shorter.
  if (filter.when === 'past') page.events = page.events.filter((event) => !isListedAsRunning(event, today))
  return page
}

const isListedAsRunning = (event: EventCard, today: string) =>
  isRunning(event, today) &&
  daysBetween(event.start_date, today) <= maxRunDays &&
  daysBetween(today, event.end_date) <= maxRunDays

async function findEvents(db: Database, filter: EventFilter, today: string): Promise<EventCard[]> {
  const { when, year, search, country, topics = [] } = filter
  const isAscending = when === 'upcoming' || when === 'running'
  const direction = sql.raw(isAscending ? 'asc' : 'desc')
  const order = (id = sql.raw('id')) => sql`order by start_date ${direction}, ${id} ${direction}`
  const limit = sql`limit ${pageSize + 1}`

  const [day, last] = filter.after?.split('_') ?? []
  const minDay = [when === 'upcoming' && today, year && `${year}-01-01`]
    .filter((each) => !!each)
    .sort()
    .at(-1)
  const maxDay = [when === 'past' && today, year && `${year + 1}-01-01`].filter((each) => !!each).sort()[0]
  // Only one bound at each end: with two, the index scan may start at the wider one and read all rows up to the page.
  const bounds = (id = sql.raw('id')) => {
    const conditions: SQL[] = []
    const isWithin = day && (isAscending ? !minDay || day >= minDay : !maxDay || day < maxDay)
    if (isWithin)
      conditions.push(
        sql`(start_date, ${id}) ${sql.raw(isAscending ? '>' : '<')} (${day}::date, ${last}::uuid)`,
      )
    if (minDay && !(isWithin && isAscending)) conditions.push(sql`start_date >= ${minDay}::date`)
    if (maxDay && !(isWithin && !isAscending)) conditions.push(sql`start_date < ${maxDay}::date`)
    return conditions
  }
  const hasTag = topics.length > 0 ? [sql`tags && ${sql.param(topics)}::text[]`] : []
  const inCountry = country ? [sql`country_key = ${fold(country)}`] : []

  if (search && when !== 'running') {
    const filters = [...hasTag, ...inCountry]
    const searchInOrder = (from: SQL[]) => {
      const first = sql`select * from events ${where([...bounds(), ...from])} ${order()} limit ${firstLookRows}`
      return rows<EventCard>(
        db,
        sql`select ${cardColumns} from (${first}) as first_look ${where([holds(search), ...filters])} ${order()} ${limit}`,
      )
    }
    // The hits are days and ids only: full rows are read for one page.
    const searchIndex = (from: SQL[]) => {
      const matching = where([indexHolds(search), ...filters, ...bounds(), ...from])
      return rows<EventCard>(
        db,
        sql`
          with hits as materialized (select id, start_date from events ${matching})
          select ${cardColumns} from events where id in (select id from hits ${order()} ${limit}) ${order()}`,
      )
    }
    const firstMatches = await searchInOrder([])
    if (firstMatches.length > pageSize) return firstMatches
    // Names of events contain their year, so a search with a year has thousands of hits: the second try starts at its end.
    const yearEnd = search.match(/\b(19|20)\d\d\b/)?.[0].concat('-12-31')
    const lastDay = isAscending || (day && yearEnd && day <= yearEnd) ? undefined : yearEnd
    const matchesOfYear = lastDay ? await searchInOrder([sql`start_date <= ${lastDay}::date`]) : []
    if (matchesOfYear.length > pageSize) {
      const newer = await searchIndex([sql`start_date > ${lastDay}::date`])
      return [...newer, ...matchesOfYear].slice(0, pageSize + 1)
    }
    return searchIndex([])
  }
  if (topics.length > 0 && !country && when !== 'running') {
    const eventId = sql.raw('event_id')
    const newestOfTag = sql`
      select start_date, event_id from event_tags ${where([sql`tag = wanted.tag`, ...bounds(eventId)])} ${order(eventId)} ${limit}`
    return rows<EventCard>(
      db,
      sql`
        select ${cardColumns} from events where id in (
          select event_id from (
            select distinct start_date, event_id
            from unnest(${sql.param(topics)}::text[]) as wanted (tag) cross join lateral (${newestOfTag}) as tagged
            ${order(eventId)} ${limit}
          ) as picked
        ) ${order()}`,
    )
  }
  const filters = [...(search ? [holds(search)] : []), ...inCountry, ...hasTag]
  if (when === 'running') {
    // Few events run at a time: filtering them is faster than the trigram index, which `offset 0` keeps the planner from using.
    const running = runningOn(today, bounds(), filters.length > 0 ? undefined : sql`${order()} ${limit}`)
    return rows<EventCard>(
      db,
      sql`select ${cardColumns} from ${running} ${where(filters)} ${order()} ${limit}`,
    )
  }
  filters.push(...bounds())
  return rows<EventCard>(db, sql`select ${cardColumns} from events ${where(filters)} ${order()} ${limit}`)
}

const where = (conditions: SQL[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
