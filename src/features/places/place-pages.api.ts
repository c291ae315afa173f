import { and, asc, desc, eq, inArray, not, sql } from 'drizzle-orm'
import { z } from 'zod'
import { findCity, findNewKey } from '#features/administration/old-addresses.server.ts'
import { eventCardColumns, maxRunDays } from '#features/directory/event-list.server.ts'
import { cityCondition, withPositions } from '#features/directory/selected-places.server.ts'
import { countryOfEvents, eventMap, mapSelection, placedPage } from '#features/events/events.schemas.ts'
import { events } from '#features/events/events.tables.ts'
import { listedCountry } from '#lib/country-names.ts'
import { dayTextCursor, pageOf } from '#lib/cursor.ts'
import { fold } from '#lib/text.ts'
import type { Database } from '#platform/database/db.ts'
import { get, sameForAll } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { listCountries } from './countries.server.ts'
import { mapEvents } from './event-map.server.ts'

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
      .limit(serverLimits.eventsPerPage + 1)
    const { items, next } = pageOf(
      eventRows,
      serverLimits.eventsPerPage,
      (event) => `${event.start_date}_${event.id}_${event.country_key}`,
    )
    return { events: await withPositions(items, {}, context.today), next }
  })

/** The country that has events under this name; null if it has none any more. */
async function findCountryOfEvents(db: Database, name: string): Promise<string | null | undefined> {
  const key = events.country_key
  const [country] = await db
    .select({ name: events.country_name })
    .from(events)
    .where(inArray(key, [fold(name), fold(listedCountry(name))]))
    .orderBy(desc(eq(key, fold(name))))
    .limit(1)
  return country?.name ?? findNewKey(db, 'country', fold(name))
}

const place = sameForAll
  .route(
    get('/places/{kind}/{name}', 'A city or country that has events, by its name, a former or another one'),
  )
  .input(z.object({ kind: z.enum(['city', 'country']), name: z.string().max(limits.place) }))
  .errors({
    NOT_FOUND: { message: 'No conference takes place there' },
    GONE: { status: 410, message: 'No conference takes place there any more.' },
  })
  .output(z.object({ name: z.string() }))
  .handler(async ({ context, input: { kind, name }, errors }) => {
    context.shows('events')
    const placeName =
      kind === 'city'
        ? await findCity(context.replica, name)
        : await findCountryOfEvents(context.replica, name)
    if (placeName) return { name: placeName }
    throw placeName === null ? errors.GONE() : errors.NOT_FOUND()
  })

export const placePagesApi = { map, countries, inCity, place }
