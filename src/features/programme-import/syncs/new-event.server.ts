import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { events } from '#features/events/events.tables.ts'
import { formSlug } from '#features/events/slug.ts'
import { findPlace } from '#features/places/gazetteer.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import { isLongEnough } from '#lib/fields.ts'
import type { Database } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'
import { type ConferenceDetail, conferenceDetails } from '../reading/conference-details.ts'
import type { ConferenceMetadata, ProgrammeWarning } from '../reading/document.ts'
import { countryOfZone } from '../reading/programme-times.ts'
import { readInThread } from '../reading/read-in-thread.server.ts'
import type { ProgrammeFile } from './programme-syncs.server.ts'
import { readSyncedEvent, type SyncedEvent } from './stored-programme.server.ts'

/** What a file says of its conference. */
export type NewEventFields = {
  name: string | null
  start_date: string | null
  end_date: string | null
  location_name: string | null
  country_name: string | null
  time_zone: string | null
  website: string | null
  /** Only in our own exports. */
  details: Details
  topics: string[]
  /** How days that may be two were read: once the conference has its days, they leave no doubt. */
  guesses: ProgrammeWarning[]
}

type Details = Partial<Pick<typeof events.$inferInsert, ConferenceDetail>>

/** Those that the form would accept. */
const detailsOf = (about: ConferenceMetadata | undefined): Details =>
  Object.fromEntries(
    conferenceDetails.flatMap((name) => {
      const { data } = eventFields[name].schema.safeParse(about?.[name])
      return data ? [[name, data]] : []
    }),
  )

/** Lists a conference with those of its topics that are here. */
export async function insertEvent(
  db: Database,
  values: typeof events.$inferInsert,
  topics: string[],
): Promise<SyncedEvent> {
  return db.transaction(async (tx) => {
    const [created] = await tx.insert(events).values(values).returning({ id: events.id })
    const { id } = created!
    await tx.execute(sql`
      insert into event_tags (event_id, tag)
      select ${id}::uuid, name from topics where fold(name) in (select fold(name) from unnest(${sql.param(topics)}::text[]) as name)`)
    return (await readSyncedEvent(tx, { id }))!
  })
}

/** Of the file, or of the city: without one the conference's calendars would be at no certain moment. */
export const zoneOf = async (metadata: { time_zone: string | null }, city: string, country: string) =>
  metadata.time_zone ?? (await findPlace(city, country))?.time_zone ?? null

/** The conference that a programme is of, as far as the file names it. */
export async function eventOfProgramme(
  file: ProgrammeFile,
  overrides: EventOverrides = {},
): Promise<NewEventFields> {
  const { format, speakers } = file
  const { country: knownCountry = null } = overrides
  const { document, warnings } = await readInThread(file.content, { format, speakers, country: knownCountry })
  const { title, start_date, end_date, city, country, venue, url, time_zone, about } = document.conference
  return {
    name: title && isLongEnough(title, limits.eventNameMin) ? title : null,
    start_date,
    end_date,
    location_name: city ?? venue,
    country_name: country ? listedCountry(country) : time_zone ? (countryOfZone(time_zone) ?? null) : null,
    time_zone,
    website: url,
    details: detailsOf(about),
    topics: about?.topics ?? [],
    guesses: warnings.filter(({ code }) => code === 'AMBIGUOUS_DAY'),
  }
}

/** What the operator says of a new conference; overrides the file. */
export type EventOverrides = { name?: string; city?: string; country?: string }

/** Where nobody says where the conference is; it is not online for that. */
const unknownPlace = 'To be announced'

const isOnline = (place: string | null) => /^(?:online|virtual|remote)\b/i.test(place ?? '')

/** The values of a conference that the operator makes from a programme. */
async function valuesOfProgramme(file: ProgrammeFile, slug: string, overrides: EventOverrides) {
  // USA is the United States.
  const country = overrides.country && listedCountry(overrides.country)
  const fields = await eventOfProgramme(file, { country })
  const name = overrides.name ?? fields.name ?? slug
  const start_date = fields.start_date!
  const place = overrides.city ?? fields.location_name
  const location_name = isOnline(place) ? 'Online' : (place ?? unknownPlace)
  const country_name = country ?? (isOnline(place) ? 'Online' : (fields.country_name ?? 'Unknown'))
  const values = {
    name,
    slug: /^[a-z0-9_-]+$/.test(slug) ? slug : formSlug(name, start_date),
    start_date,
    end_date: fields.end_date ?? start_date,
    location_name,
    country_name,
    time_zone: await zoneOf(fields, location_name, country_name),
    website: fields.website,
    ...fields.details,
  }
  return { values, topics: fields.topics, warnings: [...fields.guesses, ...warningsOf(values)] }
}

export async function createEventFromProgramme(
  db: Database,
  file: ProgrammeFile,
  slug: string,
  overrides: EventOverrides,
) {
  const { values, topics, warnings } = await valuesOfProgramme(file, slug, overrides)
  return { event: await insertEvent(db, values, topics), warnings }
}

/** What would be made, for a preview: it has nothing yet, and belongs to no series. */
export async function imaginedEvent(file: ProgrammeFile, slug: string, overrides: EventOverrides) {
  const { values, warnings } = await valuesOfProgramme(file, slug, overrides)
  const event: SyncedEvent = { ...values, id: randomUUID(), conference_key: '', created_by: null }
  return { event, warnings }
}

const warningsOf = ({ location_name }: { location_name: string }): ProgrammeWarning[] =>
  location_name === unknownPlace
    ? [
        {
          code: 'NO_PLACE',
          key: null,
          text: `The file does not say where the conference is, so its place is "${unknownPlace}": --city and --country name it, or --city Online`,
        },
      ]
    : []
