import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import {
  type EventCard,
  eventCard,
  eventCounts,
  eventFilter,
  eventSelection,
  eventWeek,
  listedPage,
  monthCounts,
  nearCity,
  nearSelection,
  placedEvent,
  weekSelection,
} from '#features/events/events.schemas.ts'
import { events } from '#features/events/events.tables.ts'
import { rows } from '#platform/database/db.ts'
import { get, sameForAll } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { countEvents, countNear } from './event-counts.server.ts'
import { cardColumns, eventCardColumns, listEvents, runningOn, willTakePlace } from './event-list.server.ts'
import { countWeeks } from './event-weeks.server.ts'
import { findNearCities } from './near-cities.server.ts'
import { withPositions } from './selected-places.server.ts'

const happeningSoon = sameForAll
  .route(get('/events/soon', 'Events that start within the next 30 days'))
  .output(z.array(placedEvent))
  .handler(async ({ context }) => {
    context.shows('events')
    const soon = await rows<EventCard>(context.replica)`
      select ${cardColumns} from events
      where start_date between ${context.today}::date and ${context.today}::date + ${serverLimits.happeningSoonDays}::integer
        and ${willTakePlace}
      order by start_date, id limit ${serverLimits.happeningSoonEvents}`
    return withPositions(soon, {}, context.today)
  })

const upcoming = sameForAll
  .route(get('/events/upcoming', 'The next events that have not ended yet, those that are on first'))
  .meta({ failure: 'Failed to fetch upcoming conferences' })
  .input(z.object({ limit: z.coerce.number().int().min(1).max(50).default(serverLimits.homeUpcomingEvents) }))
  .output(z.array(placedEvent))
  .handler(async ({ context, input }) => {
    context.shows('events')
    const next = await rows<EventCard>(context.replica)`
      select ${cardColumns} from (
        (select * from events where start_date >= ${context.today}::date and ${willTakePlace}
          order by start_date, id limit ${input.limit})
        union all
        (select running.* from ${runningOn(context.today, [willTakePlace])})
      ) as next order by start_date, id limit ${input.limit}`
    return withPositions(next, {}, context.today)
  })

const list = sameForAll
  .route({
    ...get(
      '/events',
      'Events by time, words, year, month, topics, country, distance from a city and online or in person, page by page',
    ),
    description:
      '`when`: an upcoming event begins today or later, a running one began before today and goes on, a past one began earlier and is over. With `search` the events that have the words as words come first (`match`), then those where they begin a word, then those where they are within one; each in order of day.',
  })
  .meta({ failure: 'Failed to fetch topic-based conferences' })
  .input(eventFilter)
  .output(listedPage)
  .handler(({ context, input }) => {
    context.shows('events')
    return listEvents(context.replica, input, context.today)
  })

const countedSelection = eventSelection.extend({ when: z.enum(['coming', 'past']).default('coming') })

const byMonth = sameForAll
  .route(get('/events/by-month', 'How many events a selection has, in each month, too'))
  .meta({ failure: 'Failed to fetch topic-based conferences' })
  .input(countedSelection)
  .output(monthCounts)
  .handler(({ context, input }) => {
    context.shows('events')
    return countEvents(context.replica, input, context.today, false)
  })

const counts = sameForAll
  .route(get('/events/counts', 'How many events a selection has, and how many each further choice leaves'))
  .meta({ failure: 'Failed to fetch topic-based conferences' })
  .input(countedSelection)
  .output(eventCounts)
  .handler(({ context, input }) => {
    context.shows('events')
    return countEvents(context.replica, input, context.today, true)
  })

const weeks = sameForAll
  .route(get('/events/weeks', 'How many events of a selection begin in each week of the coming year'))
  .input(weekSelection)
  .output(z.array(eventWeek))
  .handler(({ context, input }) => {
    context.shows('events')
    return countWeeks(context.replica, input, context.today)
  })

const near = sameForAll
  .route(get('/events/near', 'For a selection without events: how many there are without one of its parts'))
  .input(eventSelection)
  .output(z.array(nearSelection))
  .handler(({ context, input }) => {
    context.shows('events')
    return countNear(context.replica, input, context.today)
  })

const nearCities = sameForAll
  .route(
    get('/events/near-cities', 'For a search without events that names a city: cities near it with events'),
  )
  .input(z.object({ search: z.string().trim().max(limits.searchTerm) }))
  .output(z.array(nearCity))
  .handler(({ context, input: { search } }) => {
    context.shows('events')
    return findNearCities(context.replica, search, context.today)
  })

/** A loose index scan from year to year: its steps depend on the number of years, not of events. */
const years = sameForAll
  .route(get('/events/years', 'The years in which events start, newest first'))
  .output(z.array(z.number().int()))
  .handler(async ({ context }) => {
    context.shows('events')
    const yearRows = await rows<{ year: number }>(context.replica)`
      with recursive years as (
        (select start_date from events order by start_date limit 1)
        union all
        select (
          select start_date from events
          where start_date >= make_date(extract(year from years.start_date)::integer + 1, 1, 1)
          order by start_date limit 1
        ) from years where years.start_date is not null
      )
      select extract(year from start_date)::integer as year from years where start_date is not null order by 1 desc`
    return yearRows.map(({ year }) => year)
  })

const ownedBy = sameForAll
  .route(get('/people/{id}/events', 'The events that a person has listed, newest first'))
  .input(z.object({ id: z.uuid() }))
  .output(z.array(eventCard))
  .handler(({ context, input }) => {
    context.shows(`profile:${input.id}`)
    return context.replica
      .select(eventCardColumns)
      .from(events)
      .where(eq(events.created_by, input.id))
      .orderBy(desc(events.start_date))
      .limit(serverLimits.talksPerProfilePage)
  })

const total = sameForAll
  .route(get('/counts/events', 'How many events there are'))
  .output(z.number().int())
  .handler(async ({ context }) => {
    context.shows('events')
    const [row] = await rows<{ total: number }>(context.replica)`
      select (select count(*) from all_events)::integer - (select count(*) from all_events where is_hidden)::integer as total`
    return row!.total
  })

export const directoryApi = {
  happeningSoon,
  upcoming,
  list,
  byMonth,
  counts,
  weeks,
  near,
  nearCities,
  years,
  ownedBy,
  total,
}
