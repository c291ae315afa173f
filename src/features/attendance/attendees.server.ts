import { type SQL, sql } from 'drizzle-orm'
import { cardColumns, seriesOf } from '#features/directory/event-list.server.ts'
import { organisersOf } from '#features/events/organisers.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { containing } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import type { AttendedEvent, Attendee } from './attendance.schemas.ts'
import { attendeeGroups } from './attendance.ts'

type Viewer = { id: string } | null

/** What a viewer may see of who attends what (migration 0082). */
export const visibleTo = (viewer: Viewer): SQL => sql`visible_attendance(${viewer?.id ?? null}::uuid)`

const speaksAt = (person: SQL, event: SQL): SQL => sql`exists (
  select from speakers join talk_speakers on speaker_id = speakers.id join talks on talks.id = talk_id
  where speakers.user_id = ${person} and talks.event_id = ${event} and talks.status <> 'cancelled'
)`

type AttendeeQuery = { event_id: string; search?: string; after?: string; limit?: number }
type AttendeeRow = Omit<Attendee, 'group'> & { rank: number; created_at: string }

/** One page of the attendees whom a viewer may see: for a visitor in order of joining, for a member by group first. */
export async function readAttendees(
  db: Database,
  viewer: Viewer,
  { event_id, search, after, limit = serverLimits.attendeesPerPage }: AttendeeQuery,
) {
  const eventId = sql`${event_id}::uuid`
  const viewerId = sql`${viewer?.id ?? null}::uuid`
  const sharedEvents = sql`select event_id from ${visibleTo(viewer)} as shared where shared.user_id = attendance.user_id and event_id in (select event_id from mine)`
  // A number here would be the position of a column to sort by.
  const rank = viewer
    ? sql`case
        when exists (select from follows where follows.user_id = ${viewerId} and person_id = attendance.user_id) then 0
        when attendance.user_id <> ${viewerId} and exists (${sharedEvents}) then 1
        else 2 end`
    : sql`2::integer`
  const [, rankText = '2', moment, id] = after?.match(/^(?:([0-2])_)?([^_]+)_([^_]+)$/) ?? []
  const [page] = await rows<{ people: AttendeeRow[]; visible_count: number }>(db)`
    with mine as materialized (
      select event_id from ${visibleTo(viewer)} as own where own.user_id = ${viewerId} and event_id <> ${eventId}
    ), ranked as (
      select attendance.user_id, attendance.created_at, ${rank} as rank
      from ${visibleTo(viewer)} as attendance
      where attendance.event_id = ${eventId}
        ${search ? sql`and attendance.user_id in (select id from profiles where joined(name_key) like ${containing(search)})` : sql``}
    ), page as materialized (
      select * from ranked
      ${moment ? sql`where (rank, created_at, user_id) > (${Number(rankText)}::integer, ${moment}::timestamptz, ${id}::uuid)` : sql``}
      order by rank, created_at, user_id limit ${limit + 1}
    ), people as (
      select attendance.rank, attendance.created_at::text as created_at,
        profiles.id, full_name, avatar_url, is_administrator, headline, organisation, city,
        ${speaksAt(sql`profiles.id`, eventId)} as is_speaker,
        profiles.id in (${organisersOf(eventId)}) as is_organiser,
        coalesce(names[:${serverLimits.sharedEventsNamed}], '{}') as shared_names, coalesce(cardinality(names), 0) as shared_count
      from page as attendance
      join profiles on profiles.id = attendance.user_id
      left join lateral (
        select array_agg(name order by start_date desc, id) as names from events
        where attendance.user_id <> ${viewerId} and id in (${sharedEvents})
      ) as shared on true
      order by attendance.rank, attendance.created_at, attendance.user_id
    )
    select coalesce((select json_agg(people) from people), '[]') as people,
      (select count(*)::integer from ${visibleTo(viewer)} as visible where visible.event_id = ${eventId}) as visible_count`
  const { items, next } = pageOf(
    page!.people,
    limit,
    (last) => `${viewer ? `${last.rank}_` : ''}${last.created_at}_${last.id}`,
  )
  const people = items.map((person) => ({ ...person, group: attendeeGroups[person.rank]! }))
  return { people, next, visible_count: page!.visible_count }
}

/** Ranks past events after all others: no event is this many days away. */
const pastRankOffset = 1_000_000

/** Upcoming events first, then past ones, newest first. */
export const rankOf = (
  today: string,
): SQL => sql`(case when end_date >= ${today}::date then start_date - ${today}::date
  else ${pastRankOffset}::integer + (${today}::date - start_date) end)`

/** In a condition: the events after a cursor, in the order of rankOf. */
export function afterRank(today: string, after: string | undefined): SQL {
  const [lastRank, lastId] = after?.split('_') ?? []
  return lastRank ? sql`and (${rankOf(today)}, id) > (${lastRank}::integer, ${lastId}::uuid)` : sql``
}

type AttendedQuery = { id: string; after?: string; today: string }
type AttendedRow = AttendedEvent & { rank: number; going_count: number; been_count: number }

/** One page of the events that a person attends or attended, as far as a viewer may see that. */
export async function readAttended(db: Database, viewer: Viewer, { id, after, today }: AttendedQuery) {
  const viewerId = sql`${viewer?.id ?? null}::uuid`
  const eventRows = await rows<AttendedRow>(db)`
    with attended as materialized (
      select ${cardColumns} from ${visibleTo(viewer)} as attendance join events on events.id = attendance.event_id
      where attendance.user_id = ${id}::uuid
    )
    select attended.*, ${rankOf(today)} as rank, ${seriesOf(sql`attended.id`)} as series,
      ${speaksAt(sql`${id}::uuid`, sql`attended.id`)} as is_speaker, ${id}::uuid in (${organisersOf(sql`attended.id`)}) as is_organiser,
      ${id}::uuid <> ${viewerId} and exists (
        select from ${visibleTo(viewer)} as own where own.user_id = ${viewerId} and own.event_id = attended.id
      ) as is_shared,
      (select count(*)::integer from attended where end_date >= ${today}::date) as going_count,
      (select count(*)::integer from attended where end_date < ${today}::date) as been_count
    from attended where true ${afterRank(today, after)}
    order by rank, id limit ${serverLimits.attendedPerProfilePage + 1}`
  const { items, next } = pageOf(
    eventRows,
    serverLimits.attendedPerProfilePage,
    (last) => `${last.rank}_${last.id}`,
  )
  const { going_count = 0, been_count = 0 } = items[0] ?? {}
  const events = items.map((event) => ({ ...event, is_shared: event.is_shared ?? false }))
  return { events, next, going_count, been_count }
}
