import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/db.ts'

/** Whether a call is listed: `calls` and `events` are the tables of the statement, `now` is an ISO timestamp. Those that a suspended member added are hidden. */
export const isListed = sql`
  calls.status = 'live' and (calls.added_by is null or calls.added_by not in (select user_id from suspensions))`

/** Whether a listed call is open. One without a day of closing is open until the conference begins, none of one that is over or cancelled. */
export const isOpenAt = (now: string): SQL => sql`(
  calls.opens_at <= ${now}::timestamptz and calls.closes_at > ${now}::timestamptz and events.status <> 'cancelled'
  and events.end_date >= ${now.slice(0, 10)}::date and (calls.closes_on is not null or events.start_date > ${now.slice(0, 10)}::date)
)`

const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

/** The columns of `eventCall`. */
export const callColumns = (now: string): SQL => sql`
  calls.id, calls.kind, calls.status, calls.url, calls.opens_on, calls.closes_on, to_char(calls.closes_time, 'HH24:MI') as closes_time,
  calls.time_zone, case when calls.closes_on is not null then ${utc('calls.closes_at')} end as closes_at,
  calls.first_closes_on, calls.previous_closes_on, calls.travel, calls.hotel, calls.ticket, calls.formats, calls.languages, calls.note,
  case when calls.closes_on is not null and calls.closes_at > ${now}::timestamptz
    then greatest(0, floor(extract(epoch from calls.earliest_closes_at - ${now}::timestamptz) / 3600))::integer end as hours_left,
  calls.status = 'live' and ${isOpenAt(now)} as is_open, calls.opens_at <= ${now}::timestamptz as has_opened`

/** The calls of an event as JSON, those that close first on top: a column of a statement about `events`. */
export const callsOfEvent = (now: string): SQL => sql`
  coalesce((
    select json_agg(call order by call.is_open desc, call.closes_at nulls last, call.id) from (
      select ${callColumns(now)} from calls where calls.event_id = events.id and (${isListed} or calls.status = 'planned')
    ) as call
  ), '[]')`

/** Plans the calls of an edition for the next one: what they are, where, and what is paid; not the days. */
export const planCalls = (tx: Database, previousId: string, nextId: string) =>
  tx.execute(sql`
    insert into calls (event_id, kind, status, url, travel, hotel, ticket, previous_closes_on)
    select distinct on (calls.kind, calls.url) ${nextId}::uuid, calls.kind, 'planned', calls.url, calls.travel, calls.hotel, calls.ticket, calls.closes_on
    from calls join events on events.id = calls.event_id where events.id = ${previousId}::uuid and ${isListed}
    order by calls.kind, calls.url, calls.closes_on desc`)
