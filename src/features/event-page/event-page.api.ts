import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { findNewKey } from '#features/administration/old-addresses.server.ts'
import { positionOf } from '#features/directory/selected-places.server.ts'
import { callsOfEvent } from '#features/events/event-calls.server.ts'
import { lastCheckOf } from '#features/events/event-checks.server.ts'
import {
  type EventDetail,
  eventDetail,
  type NeighbourEditions,
  nearbyEvent,
  neighbourEditions,
} from '#features/events/events.schemas.ts'
import { isNearItsDays } from '#features/events/events.ts'
import {
  nextEditionOf,
  otherEditionsOf,
  previousEditionOf,
  unconfirmedEditionsOf,
} from '#features/events/neighbours.server.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { dayIn } from '#lib/time-zones.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import { type Context, get, sameForAll } from '#platform/procedures/procedure.ts'
import { findNearbyEvents } from './nearby-events.server.ts'

const storedDetail = eventDetail.omit({
  owner: true,
  position: true,
  today: true,
  website_gone_since: true,
  calls: true,
  has_programme: true,
  series: true,
  origin: true,
  checked_at: true,
  checked_by: true,
})
const storedColumns = sql.raw(
  storedDetail
    .keyof()
    .options.map((name) => `events.${name}`)
    .join(),
)

const detail = sameForAll
  .route(get('/events/{slug}', 'One event, by its slug or id'))
  .errors({
    NOT_FOUND: { message: 'Conference not found' },
    GONE: { status: 410, message: 'This conference was removed from the directory.' },
  })
  .input(z.object({ slug: z.string().max(200) }))
  .output(eventDetail)
  .handler(async ({ context, input, errors }) => {
    const slug = input.slug.toLowerCase()
    const event = (await readEvent(context.replica, slug)) ?? (await readMerged(context, slug))
    if (event === null) throw errors.GONE()
    if (!event) throw errors.NOT_FOUND()
    context.shows(`event:${event.id}`)
    if (event.series) context.shows(`series:${event.series.id}`)
    const { today } = context
    if (event.time_zone && isNearItsDays(event, today)) context.shows('clock')
    // An open call closes at a moment, a planned one opens.
    if (event.calls.some(({ is_open, has_opened }) => is_open || !has_opened)) context.shows('clock')
    return {
      ...event,
      position: await positionOf(event),
      today: dayIn(event.time_zone, today),
    }
  })

async function readEvent(db: Database, slug: string) {
  const isId = z.uuid().safeParse(slug).success
  const [event] = await rows<Omit<EventDetail, 'position' | 'today'>>(db)`
    select ${storedColumns}, gone_since(events.website)::text as website_gone_since,
      ${personOf()} as owner,
      (select json_build_object('id', id, 'name', name, 'slug', slug) from series where id = series_id) as series,
      ${callsOfEvent(new Date().toISOString())} as calls,
      exists (select from talks where event_id = events.id)
        or exists (select from breaks where event_id = events.id) as has_programme,
      (select json_build_object('source', source_name, 'licence', licence) from event_origins where event_id = events.id) as origin,
      last_check.checked_at::text as checked_at, last_check.checked_by
    from events left join lateral (${lastCheckOf(sql`events`)}) as last_check on true left join profiles on profiles.id = events.created_by
    where ${isId ? sql`events.id = ${slug}::uuid` : sql`events.slug = ${slug}`} ${genericPlan}`
  return event
}

/** The conference that one of this slug or id was merged into; null if it was deleted. */
async function readMerged(context: Pick<Context, 'replica' | 'shows'>, slug: string) {
  const newSlug = await findNewKey(context.replica, 'event', slug)
  if (typeof newSlug !== 'string') return newSlug
  // An undo brings the merged ones back.
  const merged = await rows<{ id: string }>(context.replica)`
    select key as id from old_addresses where kind = 'event' and key like '________-____-____-____-____________'
      and new_key in (${newSlug}, (select new_key from old_addresses where kind = 'event' and key = ${slug}))`
  context.shows(...merged.map(({ id }) => `event:${id}` as const))
  return readEvent(context.replica, newSlug)
}

const editions = sameForAll
  .route(
    get(
      '/events/{id}/editions',
      'The editions before and after a conference, and the others that are listed',
    ),
  )
  .input(z.object({ id: z.uuid() }))
  .output(neighbourEditions)
  .handler(async ({ context, input: { id } }) => {
    const [row] = await rows<NeighbourEditions & { series_id: string | null }>(context.replica)`
      select earlier.series_id, to_json(previous) as previous, to_json(next) as next,
        (
          select coalesce(json_agg(other order by start_date, id), '[]') from (${otherEditionsOf()}) as other
        ) as others,
        (select coalesce(json_agg(unconfirmed), '[]') from (${unconfirmedEditionsOf()}) as unconfirmed) as unconfirmed
      from events as earlier join events as later using (id)
      left join lateral (${nextEditionOf()}) as next on true
      left join lateral (${previousEditionOf()}) as previous on true
      where earlier.id = ${id}::uuid`
    context.shows(`event:${id}`)
    if (row?.series_id) context.shows(`series:${row.series_id}`)
    context.shows(...(row?.unconfirmed ?? []).map((edition) => `event:${edition.id}` as const))
    return row ?? { previous: null, next: null, others: [], unconfirmed: [] }
  })

const nearby = sameForAll
  .route(get('/events/{id}/nearby', 'Up to three events to come, nearest in place, time and topics'))
  .input(z.object({ id: z.uuid() }))
  .output(z.array(nearbyEvent))
  .handler(async ({ context, input }) => {
    const nearbyEvents = await findNearbyEvents(context.replica, input.id, context.today)
    // Not `events`: every write to a conference would drop the pages of all others. One that is added follows within a day.
    context.shows(...[input.id, ...nearbyEvents.map(({ id }) => id)].map((id) => `event:${id}`))
    return nearbyEvents
  })

export const eventPageApi = { detail, editions, nearby }
