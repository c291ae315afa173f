import { and, asc, desc, eq, inArray, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { findNewKey } from '#features/administration/old-addresses.server.ts'
import { countEvents, countNear } from '#features/directory/event-counts.server.ts'
import {
  cardColumns,
  eventCardColumns,
  listEvents,
  maxRunDays,
  pageOf,
  runningOn,
  willTakePlace,
} from '#features/directory/event-list.server.ts'
import { countWeeks } from '#features/directory/event-weeks.server.ts'
import { findNearCities } from '#features/directory/near-cities.server.ts'
import { cityCondition, positionOf, withPositions } from '#features/directory/selected-places.server.ts'
import { findNearbyEvents } from '#features/event-page/nearby-events.server.ts'
import { areYearsOfOne, isNameOfAllPlaces } from '#features/event-page/related-names.ts'
import { listCountries } from '#features/places/countries.server.ts'
import { mapEvents } from '#features/places/event-map.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import { dayTextCursor } from '#lib/cursor.ts'
import { fold } from '#lib/text.ts'
import { dayIn } from '#lib/time-zones.ts'
import { rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import { get, sameForAll } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { callsOfEvent } from './event-calls.server.ts'
import {
  countryOfEvents,
  type Edition,
  type EventCard,
  type EventDetail,
  eventCard,
  eventCounts,
  eventDetail,
  eventFilter,
  eventMap,
  eventSelection,
  eventWeek,
  listedPage,
  mapSelection,
  type NeighbourEditions,
  nearbyEvent,
  nearCity,
  nearSelection,
  neighbourEditions,
  placedEvent,
  placedPage,
  weekSelection,
} from './events.schemas.ts'
import { events } from './events.tables.ts'
import { isNearItsDays } from './events.ts'
import { areDifferent } from './labelled-facts.ts'
import {
  namesakesOf,
  nextEditionOf,
  otherEditionsOf,
  previousEditionOf,
  similarEventsOf,
  stemOf,
  unconfirmedEditionsOf,
} from './neighbours.server.ts'

const happeningSoon = sameForAll
  .route(get('/events/soon', 'Events that start within the next 30 days'))
  .output(z.array(placedEvent))
  .handler(async ({ context }) => {
    context.shows('events')
    const soon = await rows<EventCard>(context.replica)`
      select ${cardColumns} from events
      where start_date between ${context.today}::date and ${context.today}::date + ${limits.happeningSoonDays}::integer
        and ${willTakePlace}
      order by start_date, id limit ${limits.happeningSoonEvents}`
    return withPositions(soon, {}, context.today)
  })

const upcoming = sameForAll
  .route(get('/events/upcoming', 'The next events that have not ended yet, those that are on first'))
  .meta({ failure: 'Failed to fetch upcoming conferences' })
  .input(z.object({ limit: z.coerce.number().int().min(1).max(50).default(limits.homeUpcomingEvents) }))
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

const counts = sameForAll
  .route(get('/events/counts', 'How many events a selection has, and how many each further choice leaves'))
  .meta({ failure: 'Failed to fetch topic-based conferences' })
  .input(eventSelection.extend({ when: z.enum(['coming', 'past']).default('coming') }))
  .output(eventCounts)
  .handler(({ context, input }) => {
    context.shows('events')
    return countEvents(context.replica, input, context.today)
  })

const map = sameForAll
  .route(
    get(
      '/events/map',
      'Cities with how many events of a selection they have, and where they lie: those to come, or of the year or months that are chosen',
    ),
  )
  .input(mapSelection)
  .output(eventMap)
  .handler(({ context, input }) => {
    context.shows('events')
    return mapEvents(context.replica, input, context.today)
  })

const weeks = sameForAll
  .route(get('/events/weeks', 'How many events of a selection begin in each week of the coming year'))
  .meta({ isOptional: true })
  .input(weekSelection)
  .output(z.array(eventWeek))
  .handler(({ context, input }) => {
    context.shows('events')
    return countWeeks(context.replica, input, context.today)
  })

const near = sameForAll
  .route(get('/events/near', 'For a selection without events: how many there are without one of its parts'))
  .meta({ isOptional: true })
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
  .meta({ isOptional: true })
  .input(z.object({ search: z.string().trim().max(limits.searchTerm) }))
  .output(z.array(nearCity))
  .handler(({ context, input: { search } }) => {
    context.shows('events')
    return findNearCities(context.replica, search, context.today)
  })

const nearby = sameForAll
  .route(get('/events/{id}/nearby', 'Up to three events to come, nearest in place, time and topics'))
  .meta({ isOptional: true })
  .input(z.object({ id: z.uuid() }))
  .output(z.array(nearbyEvent))
  .handler(async ({ context, input }) => {
    const nearbyEvents = await findNearbyEvents(context.replica, input.id, context.today)
    // Not `events`: every write to a conference would drop the pages of all others. One that is added follows within a day.
    context.shows(...[input.id, ...nearbyEvents.map(({ id }) => id)].map((id) => `event:${id}`))
    return nearbyEvents
  })

const editions = sameForAll
  .route(
    get(
      '/events/{id}/editions',
      'The editions before and after a conference, and the others that are listed',
    ),
  )
  .meta({ isOptional: true })
  .input(z.object({ id: z.uuid() }))
  .output(neighbourEditions)
  .handler(async ({ context, input: { id } }) => {
    type Described = Edition & { description: string | null }
    type Row = Omit<NeighbourEditions, 'similar' | 'namesakes'> & {
      name: string
      start_date: string
      location_name: string
      series_id: string | null
      conference_key: string
      description: string | null
      similar: Described[]
      namesakes: (Described & { series_id: string | null; has_place: boolean })[]
    }
    const [row] = await rows<Row>(
      context.replica,
      sql`
        select earlier.name, earlier.start_date, earlier.location_name, earlier.series_id, earlier.conference_key, left(earlier.description, ${limits.excerpt}) as description,
          to_json(previous) as previous, to_json(next) as next, ${stemOf(sql`earlier`)} as stem,
          (select coalesce(json_agg(similar_event), '[]') from (${similarEventsOf(context.today)}) as similar_event) as similar,
          (select coalesce(json_agg(namesake), '[]') from (${namesakesOf(context.today)}) as namesake) as namesakes,
          (
            select coalesce(json_agg(other order by start_date, id), '[]') from (${otherEditionsOf()}) as other
          ) as others,
          (select coalesce(json_agg(unconfirmed), '[]') from (${unconfirmedEditionsOf()}) as unconfirmed) as unconfirmed
        from events as earlier join events as later using (id)
        left join lateral (${nextEditionOf()}) as next on true
        left join lateral (${previousEditionOf()}) as previous on true
        where earlier.id = ${id}::uuid`,
    )
    context.shows(`event:${id}`)
    if (!row)
      return {
        ...{ previous: null, next: null, others: [], similar: null },
        namesakes: [],
        unconfirmed: [],
        stem: '',
      }
    context.shows(...[row.conference_key, row.stem].map((name) => `name:${name}`))
    if (row.series_id) context.shows(`series:${row.series_id}`)
    const isSame = ({ description }: Described) => !areDifferent(row.description, description)
    const namesakes = row.namesakes.filter(isSame)
    const travels = isNameOfAllPlaces(row.name, row.stem)
    const confirmed = namesakes.filter(({ has_place }) => has_place)
    const isOne = areYearsOfOne([row, ...row.others, ...confirmed], row.stem)
    const years = confirmed.filter(
      ({ name, series_id, location_name }) =>
        !(row.series_id && series_id) &&
        (isOne || location_name === row.location_name || (travels && isNameOfAllPlaces(name, row.stem))),
    )
    // An unconfirmed one is at most a sister, whose name has a place.
    const sisters = namesakes.filter(
      (event) => !years.includes(event) && (event.has_place || !isNameOfAllPlaces(event.name, row.stem)),
    )
    return {
      ...row,
      others: [...row.others, ...years]
        .sort((one, other) => (one.start_date < other.start_date ? -1 : 1))
        .slice(-limits.otherEditions),
      similar: row.similar.find(isSame) ?? null,
      // The next or newest of each place.
      namesakes: sisters
        .filter(
          ({ location_name }, index) =>
            location_name !== row.location_name &&
            sisters.findIndex((sister) => sister.location_name === location_name) === index,
        )
        .slice(0, limits.namesakes),
    }
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

const countries = sameForAll
  .route(get('/countries', 'The countries and cities that have events, with how many'))
  .output(z.array(countryOfEvents))
  .handler(({ context }) => {
    context.shows('events')
    return listCountries(context.replica, context.today)
  })

const inCity = sameForAll
  .route(
    get(
      '/cities/{city}/events',
      'Events in a city, by country; coming ones soonest first, else newest first',
    ),
  )
  .input(
    z.object({
      city: z.string().max(limits.place),
      /** Those that run belong to what is to come. */
      when: z.enum(['coming', 'past', 'any']).default('any'),
      after: dayTextCursor.optional(),
    }),
  )
  .output(placedPage)
  .handler(async ({ context, input }) => {
    context.shows('events')
    const { city, when, after } = input
    const [day, id, country] = after?.split(/_(.{36})_/) ?? []
    // As a difference, or all that is to come anywhere would be read by its last day: the index of cities begins with the city.
    const isComing = sql`(${events.end_date} - ${context.today}::date >= 0
      and ${events.start_date} >= ${context.today}::date - ${maxRunDays}::integer)`
    const direction = when === 'coming' ? asc : desc
    const eventRows = await context.replica
      .select({ ...eventCardColumns, country_key: events.country_key })
      .from(events)
      .where(
        and(
          await cityCondition(context.replica, city),
          when === 'any' ? undefined : when === 'coming' ? isComing : not(isComing),
          day
            ? sql`(${events.country_key} > ${country} or (${events.country_key} = ${country}
                and (${events.start_date}, ${events.id}) ${sql.raw(when === 'coming' ? '>' : '<')} (${day}::date, ${id}::uuid)))`
            : undefined,
        ),
      )
      .orderBy(asc(events.country_key), direction(events.start_date), direction(events.id))
      .limit(limits.eventsPerPage + 1)
    const page = pageOf(eventRows, (event) => `${event.start_date}_${event.id}_${event.country_key}`)
    return { ...page, events: await withPositions(page.events, {}, context.today) }
  })

const place = sameForAll
  .route(get('/places/{kind}/{name}', 'A city or country that has events, by its name'))
  .input(z.object({ kind: z.enum(['city', 'country']), name: z.string().max(limits.place) }))
  .errors({
    NOT_FOUND: { message: 'No conference takes place there' },
    GONE: { status: 410, message: 'No conference takes place there any more.' },
  })
  .output(z.object({ name: z.string() }))
  .handler(async ({ context, input: { kind, name }, errors }) => {
    context.shows('events')
    const [column, key] =
      kind === 'city' ? [events.location_name, events.city_key] : [events.country_name, events.country_key]
    const [listedPlace] = await context.replica
      .select({ name: column })
      .from(events)
      .where(inArray(key, [fold(name), fold(kind === 'country' ? listedCountry(name) : name)]))
      .orderBy(desc(eq(key, fold(name))))
      .limit(1)
    if (listedPlace) return listedPlace
    const isGone = (await findNewKey(context.replica, kind, fold(name))) === null
    throw isGone ? errors.GONE() : errors.NOT_FOUND()
  })

const storedDetail = eventDetail.omit({
  owner: true,
  position: true,
  today: true,
  website_gone_since: true,
  calls: true,
  has_programme: true,
  series: true,
  origin: true,
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
    const isId = z.uuid().safeParse(input.slug).success
    const [event] = await rows<Omit<EventDetail, 'position' | 'today'>>(
      context.replica,
      genericPlan(sql`
        select ${storedColumns}, gone_since(events.website)::text as website_gone_since,
          case when profiles.id is not null
            then json_build_object('id', profiles.id, 'full_name', full_name, 'avatar_url', avatar_url, 'is_administrator', is_administrator) end as owner,
          (select json_build_object('id', id, 'name', name, 'slug', slug) from series where id = series_id) as series,
          ${callsOfEvent(new Date().toISOString())} as calls,
          exists (select from talks where event_id = events.id)
            or exists (select from breaks where event_id = events.id) as has_programme,
          (select json_build_object('source', source_name, 'licence', licence) from event_origins where event_id = events.id) as origin
        from events left join profiles on profiles.id = events.created_by
        where ${isId ? sql`events.id = ${input.slug}::uuid` : sql`events.slug = ${input.slug.toLowerCase()}`}`),
    )
    if (!event) {
      const isGone = (await findNewKey(context.replica, 'event', input.slug)) === null
      throw isGone ? errors.GONE() : errors.NOT_FOUND()
    }
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
      .limit(limits.talksPerProfilePage)
  })

const total = sameForAll
  .route(get('/counts/events', 'How many events there are'))
  .meta({ isOptional: true })
  .output(z.number().int())
  .handler(async ({ context }) => {
    context.shows('events')
    const [row] = await rows<{ total: number }>(
      context.replica,
    )`select count(*)::integer as total from events`
    return row!.total
  })

export const eventsApi = {
  happeningSoon,
  upcoming,
  list,
  counts,
  map,
  weeks,
  near,
  nearby,
  nearCities,
  editions,
  years,
  countries,
  inCity,
  place,
  detail,
  ownedBy,
  total,
}
