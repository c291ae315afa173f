import { randomUUID } from 'node:crypto'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { findFreeSlug, findMatches, lockListing } from '#features/events/event-listing.server.ts'
import { events } from '#features/events/events.tables.ts'
import { isRefused, listedFor } from '#features/events/listed-match.ts'
import { formSlug } from '#features/events/slug.ts'
import { zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import type { Conference } from '#features/identity/compare.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { addExistingTags } from '#features/topics/topic-proposals.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import { countryOfZone } from '#lib/country-zones.ts'
import { isLongEnough } from '#lib/fields.ts'
import type { Database } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { conferenceDetails } from '../reading/conference-details.ts'
import type { ConferenceMetadata, ProgrammeWarning } from '../reading/document.ts'
import { readInThread } from '../reading/read-in-thread.server.ts'
import type { NewEvent, NewEventDetails } from './new-event-fields.server.ts'
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
  details: NewEventDetails
  topics: string[]
  /** How days that may be two were read: once the conference has its days, they leave no doubt. */
  guesses: ProgrammeWarning[]
}

/** Those that the form would accept. */
const detailsOf = (about: ConferenceMetadata | undefined): NewEventDetails =>
  Object.fromEntries(
    conferenceDetails.flatMap((name) => {
      const { data } = eventFields[name].schema.safeParse(about?.[name])
      return data ? [[name, data]] : []
    }),
  )

/** What a programme is compared with before its conference is listed: it has no talks. */
export const unlistedEvent = (event: NewEvent, createdBy: string | null): SyncedEvent => ({
  ...event,
  created_by: createdBy,
})

/** Lists a conference with those of its topics that are here. */
async function insertEvent(tx: Database, { topics, ...values }: NewEvent & { created_by?: string }) {
  await tx.insert(events).values({ ...values, confirmation: values.created_by ? null : 'listing' })
  await addExistingTags(tx, values.id, topics)
}

/** The listed conference because of which one must not be listed. */
export const findRefusal = async (
  tx: Database,
  event: Conference,
  { viewer, is_new }: { viewer: Viewer; is_new: boolean },
) =>
  (await findMatches(tx, event))
    .map((match) => listedFor(viewer, match))
    .find((match) => isRefused(match, is_new))

/** Lists the conference of a preview; returns the one that has been listed meanwhile, if there is one. */
export async function listNewEvent(tx: Database, event: NewEvent, viewer: NonNullable<Viewer>) {
  await lockListing(tx)
  const existingEvent = await findRefusal(tx, event, { viewer, is_new: true })
  if (existingEvent) return { existingEvent }
  const slug = await findFreeSlug(tx, event)
  await insertEvent(tx, { ...event, slug, created_by: viewer.id })
  return { event: (await readSyncedEvent(tx, { id: event.id }))! }
}

/** The conference that a programme is of, as far as the file names it. */
export async function eventOfProgramme(
  { content, format, speakers }: ProgrammeFile,
  knownCountry: string | null = null,
): Promise<NewEventFields> {
  const { document, warnings } = await readInThread(content, { format, speakers, country: knownCountry })
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

type Described = Pick<
  NewEvent,
  'name' | 'slug' | 'start_date' | 'end_date' | 'location_name' | 'country_name' | 'website'
>

/** The conference, with what else its programme says of it. */
export const newEventOf = async (
  { details, time_zone, topics }: NewEventFields,
  described: Described,
): Promise<NewEvent> => ({
  ...described,
  ...details,
  id: randomUUID(),
  time_zone: time_zone ?? (await zoneOfCity(described)),
  topics,
})

/** What the operator says of a new conference; overrides the file. */
export type EventOverrides = { name?: string; city?: string; country?: string; created_by?: string }

/** Where nobody says where the conference is; it is not online for that. */
const unknownPlace = 'To be announced'

const isOnline = (place: string | null) => /^(?:online|virtual|remote)\b/i.test(place ?? '')

/** The values of a conference that the operator makes from a programme. */
async function valuesOfProgramme(file: ProgrammeFile, slug: string, overrides: EventOverrides) {
  // USA is the United States.
  const country = overrides.country ? listedCountry(overrides.country) : undefined
  const fields = await eventOfProgramme(file, country)
  const name = overrides.name ?? fields.name ?? slug
  const start_date = fields.start_date!
  const place = overrides.city ?? fields.location_name
  const location_name = isOnline(place) ? 'Online' : (place ?? unknownPlace)
  const country_name = country ?? (isOnline(place) ? 'Online' : (fields.country_name ?? 'Unknown'))
  const end_date = fields.end_date ?? start_date
  const values = await newEventOf(fields, {
    ...{ name, start_date, end_date, location_name, country_name, website: fields.website },
    slug: /^[a-z0-9_-]+$/.test(slug) ? slug : formSlug(name, start_date),
  })
  return { values, warnings: [...fields.guesses, ...warningsOf(values)] }
}

/** A warning where a conference may be listed already; throws where it is. */
export async function compareWithListed(tx: Database, conference: Conference): Promise<ProgrammeWarning[]> {
  const [match] = await findMatches(tx, conference)
  if (!match) return []
  const { name, slug } = match.event
  if (match.verdict === 'same')
    throw unreadable(`${conference.name} is listed already: import into ${slug} instead`)
  return [{ code: 'PERHAPS_LISTED', key: null, text: `It may be listed already: ${name}, ${slug}` }]
}

export async function createEventFromProgramme(
  db: Database,
  file: ProgrammeFile,
  slug: string,
  overrides: EventOverrides,
) {
  const { values, warnings } = await valuesOfProgramme(file, slug, overrides)
  return db.transaction(async (tx) => {
    await lockListing(tx)
    warnings.push(...(await compareWithListed(tx, values)))
    await insertEvent(tx, { ...values, created_by: overrides.created_by })
    return { event: (await readSyncedEvent(tx, { id: values.id }))!, warnings }
  })
}

/** What would be created, for a preview. */
export async function imaginedEvent(file: ProgrammeFile, slug: string, overrides: EventOverrides) {
  const { values, warnings } = await valuesOfProgramme(file, slug, overrides)
  return { event: unlistedEvent(values, null), conference: values, warnings }
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
