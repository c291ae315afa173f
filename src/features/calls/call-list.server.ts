import { type SQL, sql } from 'drizzle-orm'
import {
  dayRanges,
  howConditions,
  inRanges,
  selectionConditions,
} from '#features/directory/event-list.server.ts'
import { cityKeysOf, withPositions } from '#features/directory/selected-places.server.ts'
import { callColumns, isListed, isOpenAt } from '#features/events/event-calls.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import { serverLimits } from '#src/limits.ts'
import type { CallCounts, CallSelection, ListedCall } from './calls.schemas.ts'
import { tabs } from './calls.ts'

/** The conference of a call, as JSON. */
export const eventOfCall = sql`json_build_object(
  'id', events.id, 'name', events.name, 'slug', events.slug, 'start_date', events.start_date, 'end_date', events.end_date,
  'location_name', events.location_name, 'country_name', events.country_name, 'status', events.status, 'tags', events.tags
) as event`

const and = (conditions: SQL[]) => sql.join(conditions, sql` and `)

/** `calls` with the conferences that a selection leaves, as `events`. */
async function callsOfSelection(db: Database, selection: CallSelection, today: string): Promise<SQL> {
  const { topics, country, city, month, how, near, within } = selection
  const { words: _, ...conditions } = await selectionConditions(
    db,
    { topics, country, how, near, within },
    today,
  )
  const cityKeys = city && (await Promise.all(city.map((name) => cityKeysOf(db, name)))).flat()
  const ofEvents = [
    ...Object.values(conditions).flat(),
    ...(cityKeys ? [sql`city_key = any (${sql.param(cityKeys)}::text[])`] : []),
    ...inRanges(dayRanges({ month })),
  ]
  const events =
    ofEvents.length > 0 ? sql`(select * from events where ${and(ofEvents)}) as events` : sql`events`
  return sql`calls join ${events} on events.id = calls.event_id`
}

/** What else of a selection concerns the calls themselves. */
const conditionsOn = ({ tab, paid = [], language = [] }: CallSelection): SQL[] => [
  isListed,
  ...(tab ? [sql`calls.kind = any (${sql.param([...tabs[tab].kinds])}::text[])`] : []),
  ...paid.map((cost) => sql`${sql.raw(`calls.${cost}`)} in ('yes', 'case_by_case')`),
  ...(language.length > 0 ? [sql`calls.languages && ${sql.param(language)}::text[]`] : []),
]

type Range = {
  /** An ISO timestamp; the calls that are open then. */
  now: string
  /** Closed and coming ones, too. */
  isAny?: boolean
  after?: string
  limit?: number
}

/** What a feed says of its versions; times in epoch milliseconds. */
type Versions = { sequence: number; listed_ms: number; updated_ms: number; closes_ms: number | null }

/** A page of calls in order of closing, those without a day last. */
export async function readCalls(
  db: Database,
  selection: CallSelection,
  { now, isAny = false, after, limit = serverLimits.callsPerPage }: Range,
) {
  const [moment, id] = after?.split('_') ?? []
  const conditions = [
    ...conditionsOn(selection),
    ...(isAny ? [] : [isOpenAt(now)]),
    ...(moment ? [sql`(calls.closes_at, calls.id) > (${moment}::timestamptz, ${id}::uuid)`] : []),
  ]
  const callRows = await rows<ListedCall & Versions & { cursor: string }>(db)`
    select ${callColumns(now)}, ${eventOfCall}, calls.sequence,
      (extract(epoch from calls.listed_at) * 1000)::float8 as listed_ms, (extract(epoch from calls.updated_at) * 1000)::float8 as updated_ms,
      case when closes_on is not null then (extract(epoch from calls.closes_at) * 1000)::float8 end as closes_ms,
      to_char(calls.closes_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"+00_"') || calls.id as cursor
    from ${await callsOfSelection(db, selection, now.slice(0, 10))} where ${and(conditions)}
    order by calls.closes_at, calls.id limit ${limit + 1}`
  const { items, next } = pageOf(callRows, limit, ({ cursor }) => cursor)
  if (selection.near === undefined) return { calls: items, next }
  const placed = await withPositions(
    items.map(({ event }) => event),
    { near: selection.near },
  )
  return { calls: items.map((call, index) => ({ ...call, kilometres: placed[index]!.kilometres })), next }
}

/** Counts the open calls of a selection, at most `serverLimits.callsCounted`, those that close first. */
export async function countCalls(db: Database, selection: CallSelection, now: string): Promise<CallCounts> {
  const { tab = 'talks', ...otherTabs } = selection
  const kinds = (name: keyof typeof tabs) =>
    sql`array[${sql.join(
      tabs[name].kinds.map((kind) => sql`${kind}`),
      sql`, `,
    )}]::text[]`
  const choices = (values: SQL) => sql`(
    select coalesce(json_agg(json_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
      select name, count(*)::integer as n from matches cross join lateral (${values}) as value (name) group by name
      order by n desc, name limit 30
    ) as counted
  )`
  const total = (condition: SQL) => sql`(select count(*)::integer from matches where ${condition})`
  const [counts] = await rows<CallCounts>(db)`
    with read_calls as materialized (
      select calls.kind, calls.travel, calls.hotel, calls.ticket, calls.languages, events.tags, events.country_name,
        to_char(events.start_date, 'YYYY-MM') as month, events.city_key, events.country_key, events.status, events.format
      from ${await callsOfSelection(db, otherTabs, now.slice(0, 10))} where ${and([...conditionsOn(otherTabs), isOpenAt(now)])}
      order by calls.closes_at, calls.id limit ${serverLimits.callsCounted + 1}
    ), matches as materialized (select * from read_calls where kind = any (${kinds(tab)}) limit ${serverLimits.callsCounted})
    select (select count(*)::integer from matches) as total,
      (select count(*) from read_calls) <= ${serverLimits.callsCounted} as is_complete,
      (
        select json_build_object(
          'talks', count(*) filter (where kind = any (${kinds('talks')})),
          'papers', count(*) filter (where kind = any (${kinds('papers')})),
          'other', count(*) filter (where kind = any (${kinds('other')}))
        ) from read_calls
      ) as tabs,
      ${total(howConditions.online)} as online, ${total(howConditions['in-person'])} as in_person,
      ${choices(sql`select unnest(tags)`)} as topics, ${choices(sql`select country_name where ${howConditions['in-person']}`)} as countries,
      ${choices(sql`select month`)} as months, ${choices(sql`select unnest(languages)`)} as languages,
      json_build_object(
        'ticket', ${total(sql`ticket in ('yes', 'case_by_case')`)},
        'hotel', ${total(sql`hotel in ('yes', 'case_by_case')`)},
        'travel', ${total(sql`travel in ('yes', 'case_by_case')`)}
      ) as paid`
  return { ...counts!, months: counts!.months.toSorted((one, other) => (one.name < other.name ? -1 : 1)) }
}

/** How many calls for talks and workshops are open in a selection, and how soon the first closes. */
export async function summariseCalls(db: Database, selection: CallSelection, now: string) {
  // The kinds of call filter the open ones, which are few: one plan suits all of them.
  const [summary] = await rows<{ total: number; hours_left: number | null }>(db)`
    select count(*)::integer as total,
      floor(extract(epoch from min(greatest(calls.earliest_closes_at, ${now}::timestamptz)) filter (where calls.closes_on is not null)
        - ${now}::timestamptz) / 3600)::integer as hours_left
    from ${await callsOfSelection(db, selection, now.slice(0, 10))}
    where ${and([...conditionsOn({ ...selection, tab: 'talks' }), isOpenAt(now)])} ${genericPlan}`
  return summary!
}
