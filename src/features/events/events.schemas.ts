import { z } from 'zod'
import { position } from '#features/gazetteer/places.schemas.ts'
import { regionSlugs } from '#features/gazetteer/projection.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { dayRankCursor } from '#lib/cursor.ts'
import { limits } from '#src/limits.ts'
import { eventCall } from './event-calls.schemas.ts'
import { editedEvent } from './event-editing.schemas.ts'
import { eventFormats } from './event-provisions.ts'
import { eventStatuses } from './event-status.ts'

/** What a list shows of an event. Days are yyyy-MM-dd. */
export const eventCard = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  location_name: z.string(),
  country_name: z.string(),
  status: z.enum(eventStatuses),
  /** When a postponed event was to take place. */
  first_start_date: z.iso.date().nullable(),
  first_end_date: z.iso.date().nullable(),
  tags: z.array(z.string()),
  excerpt: z.string().nullable(),
})
export type EventCard = z.infer<typeof eventCard>

/** The series that an event is an edition of. */
export const eventSeries = z.object({ id: z.uuid(), name: z.string(), slug: z.string() })

export const eventDetail = z.object({
  ...editedEvent.shape,
  ...eventCard.omit({ excerpt: true }).shape,
  created_by: z.uuid().nullable(),
  owner: personCard.nullable(),
  /** Of the city, if it is known. */
  position: position.nullable(),
  /** The day it is there, by its time zone; by UTC where that is not known. */
  today: z.iso.date(),
  /** When the website was first missing; null while it is there. */
  website_gone_since: z.string().nullable(),
  calls: z.array(eventCall),
  /** Whether talks or breaks are listed. */
  has_programme: z.boolean(),
  series: eventSeries.nullable(),
  /** The list that it came from, and its licence; null if a person listed it. */
  origin: z.object({ source: z.string(), licence: z.string() }).nullable(),
  /** When somebody, its website or a source last said that its days and place are right, and who; null if nobody has. */
  checked_at: z.string().nullable(),
  checked_by: z.enum(['owner', 'member', 'website', 'source']).nullable(),
})
export type EventDetail = z.infer<typeof eventDetail>

/** The filters by facts. */
export const factFilters = ['format', 'language', 'free', 'captions'] as const

/** One text or several, as a query string has them. */
export const oneOrMany = <Item extends z.ZodType<string>>(text: Item, maxCount: number) =>
  z
    .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(text).max(maxCount))
    .optional()

/** Around which city, and how many kilometres from it: a name that several have with its country, 'Birmingham, United States'. */
export const nearFilter = z.object({
  near: z.string().trim().min(1).max(limits.place).optional(),
  within: z.coerce.number().int().min(1).max(limits.nearMaxKilometres).optional(),
})
export type NearFilter = z.infer<typeof nearFilter>

/** What a list of events is narrowed to. Several topics, countries or months mean any of them. */
export const eventSelection = z.object({
  search: z.string().trim().max(limits.searchTerm).optional(),
  year: z.coerce.number().int().min(1900).max(2200).optional(),
  topics: oneOrMany(z.string().max(limits.topicName), 50),
  country: oneOrMany(z.string().max(limits.place), limits.placesOfSelection),
  /** yyyy-MM */
  month: oneOrMany(z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/), 24),
  /** Online events are those whose city or country is 'Online' and those that moved online; all others are in person. */
  how: z.enum(['in-person', 'online']).optional(),
  format: z.enum(eventFormats).optional(),
  /** The code of a language of the talks. */
  language: z.string().max(limits.eventLanguages).optional(),
  free: z.enum(['yes']).optional(),
  captions: z.enum(['yes']).optional(),
  ...nearFilter.shape,
})
export type EventSelection = z.infer<typeof eventSelection>

export const eventFilter = eventSelection.extend({
  when: z.enum(['upcoming', 'running', 'past', 'any']).default('any'),
  after: dayRankCursor.optional(),
})
export type EventFilter = z.infer<typeof eventFilter>

/** An event of a list with its position, if its city is known. */
export const placedEvent = eventCard.extend({
  position: position.nullable(),
  /** The day it is there, if it is another one than by UTC and the event is on or just over. */
  local_today: z.iso.date().optional(),
})
/** An event of any list: `local_today` is there where it matters, `kilometres` where the list is around a city. */
export type EventInList = EventCard & { local_today?: string; kilometres?: number }
export type PlacedEvent = z.infer<typeof placedEvent>

export const eventPage = z.object({ events: z.array(eventCard), next: z.string().nullable() })
export type EventPage = z.infer<typeof eventPage>
export const placedPage = eventPage.extend({ events: z.array(placedEvent) })

/** How the words of a search are in an event, the best first. */
export const matchKinds = ['word', 'beginning', 'inside'] as const
export const listedEvent = placedEvent.extend({
  match: z.enum(matchKinds).optional(),
  /** From the city that the selection names. */
  kilometres: z.number().int().optional(),
})
export type ListedEvent = z.infer<typeof listedEvent>
const choice = z.object({ name: z.string(), count: z.number().int() })

/** In order of match, then of day. `months`, yyyy-MM: how many past events those have that begin before the page or end after it. */
export const listedPage = eventPage.extend({
  events: z.array(listedEvent),
  months: z.array(choice).optional(),
})
export type ListedPage = z.infer<typeof listedPage>

/** How many events a selection has. */
export const monthCounts = z.object({
  /** All that are counted, without a selection: those to come, or those of the chosen year or months. */
  all: z.number().int(),
  /** Of those, the selected ones that are to come or run, and those that are over. */
  coming: z.number().int(),
  past: z.number().int(),
  /** False where there are more than are counted: the figures are then at least so many. */
  is_complete: z.boolean(),
  /** Whether a year or months in the past are counted, and not what is to come. */
  is_period: z.boolean(),
  /** By month, yyyy-MM. */
  months: z.array(z.object({ name: z.string(), coming: z.number().int(), past: z.number().int() })),
  /** How the search was understood: its words, of which those together mean one thing, and what else than themselves they find. */
  terms: z.array(z.object({ words: z.string(), meaning: z.string().nullable() })),
})
export type MonthCounts = z.infer<typeof monthCounts>

/** The same, and how many each further choice would leave. */
export const eventCounts = monthCounts.extend({
  online: z.number().int(),
  in_person: z.number().int(),
  formats: z.array(choice),
  languages: z.array(choice),
  free: z.number().int(),
  captions: z.number().int(),
  topics: z.array(choice),
  countries: z.array(choice),
})
export type EventCounts = z.infer<typeof eventCounts>

export const mapSelection = eventSelection.extend({
  region: z.enum(regionSlugs).optional(),
  when: z.enum(['coming', 'past']).default('coming'),
})
export type MapSelection = z.infer<typeof mapSelection>

/** Cities with how many events of a selection they have, most first; `unplaced`: events in cities whose position is not known. */
export const eventMap = z.object({
  cities: z.array(
    position.extend({
      city: z.string(),
      country: z.string(),
      count: z.number().int(),
      /** Those that are on today. */
      running: z.number().int(),
    }),
  ),
  unplaced: z.number().int(),
  /** The city that they are near, if they are chosen by one. */
  centre: position.nullable(),
})
export type EventMap = z.infer<typeof eventMap>

/** What is seen by week: the selection of a list, but for days, or the events of a city. */
export const weekSelection = eventSelection
  .omit({ year: true, month: true })
  .extend({ city: z.string().max(limits.place).optional() })
export type WeekSelection = z.infer<typeof weekSelection>

/** The events that begin in a week, by its Monday; `running`: those that have begun. */
export const eventWeek = z.object({
  week: z.iso.date(),
  in_person: z.number().int(),
  online: z.number().int(),
  running: z.number().int(),
})
export type EventWeek = z.infer<typeof eventWeek>

/** A country, with its cities that have the most events to come, then the most. `coming`: those of `total` that are not over. */
export const countryOfEvents = z.object({
  name: z.string(),
  total: z.number().int(),
  coming: z.number().int(),
  city_count: z.number().int(),
  /** Its continent, as in the path of its map. */
  region: z.enum(regionSlugs).nullable(),
  cities: z.array(z.object({ name: z.string(), total: z.number().int(), coming: z.number().int() })),
})
export type CountryOfEvents = z.infer<typeof countryOfEvents>

/** How many events there are without one part of a selection: one word, or words that mean one thing, or all choices of a kind. */
export const nearSelection = z.object({
  part: z.enum(['word', 'year', 'how', 'topics', 'country', 'month', 'near', ...factFilters]),
  word: z.string().nullable(),
  count: z.number().int(),
  /** How many of them are not over. */
  coming: z.number().int(),
})
export type NearSelection = z.infer<typeof nearSelection>

/** A city with so many events to come, and how far it is from the city that a search named. */
export const nearCity = z.object({
  city: z.string(),
  country: z.string(),
  kilometres: z.number().int(),
  from: z.string(),
  count: z.number().int(),
})
export type NearCity = z.infer<typeof nearCity>

/** An event near another one: how far away, if both places are known, and what they share. */
export const nearbyEvent = eventCard.extend({
  kilometres: z.number().int().nullable(),
  /** All but the year, the city and the country. */
  shared_tags: z.array(z.string()),
})
export type NearbyEvent = z.infer<typeof nearbyEvent>

export const edition = eventCard.omit({
  excerpt: true,
  tags: true,
  first_start_date: true,
  first_end_date: true,
})
export type Edition = z.infer<typeof edition>

export const neighbourEditions = z.object({
  previous: edition.nullable(),
  next: edition.nullable(),
  /** Of its series, in order of day. */
  others: z.array(edition),
  /** Later ones that are in its series or proposed for it, and only their listers say so. */
  unconfirmed: z.array(edition),
})
export type NeighbourEditions = z.infer<typeof neighbourEditions>

const eventKey = eventCard.pick({ id: true, name: true, slug: true })

/** A conference that its owner offers to the viewer, and the other editions of its series that go with it. */
export const openHandover = z.object({
  event: eventKey,
  from: personCard,
  editions: z.array(eventKey),
})
export type OpenHandover = z.infer<typeof openHandover>

/** Whom the viewer has offered a conference to, and their other editions of its series. */
export const sentHandover = z.object({
  to: personCard.nullable(),
  editions: z.array(eventKey.extend({ is_offered: z.boolean() })),
})
export type SentHandover = z.infer<typeof sentHandover>

/** A conference of which the viewer is asked whether what is listed is still right. */
export const eventInQuestion = edition.omit({ status: true })
export type EventInQuestion = z.infer<typeof eventInQuestion>

/** A conference that lists the viewer as a speaker and waits for their word; with one of the talks, and how many there are. */
export const unconfirmedEvent = eventKey.extend({ talk_title: z.string(), talk_count: z.number().int() })
export type UnconfirmedEvent = z.infer<typeof unconfirmedEvent>
