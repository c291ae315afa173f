import type { EventStatus } from '#features/events/event-status.ts'
import { placeOf } from '#features/events/event-text.ts'
import { isOnlinePlace } from '#features/events/events.ts'
import { dateRange, shortDay } from '#lib/dates.ts'
import { count, hashOf } from '#lib/text.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'
import type { PosterFacts } from './posters/poster.ts'

export const cardKinds = ['conferences', 'series', 'talks', 'speakers', 'topics', 'places', 'pages'] as const
export type CardKind = (typeof cardKinds)[number]

/** What a share image says. A part that no font can draw is left out, so parts stand alone. */
export type Card = {
  label: string
  title: string
  lines: string[][]
  /** Of a conference: drawn as a poster, if the letters of its name can be. */
  poster?: PosterFacts
}

export const cardSize = { width: 1200, height: 630 }

/** Grows with each change of the design: every image gets a new address then. */
const design = 4

export type EventOnCard = {
  id: string
  name: string
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  status: EventStatus
  position: PosterFacts['position']
}

const place = (event: Pick<EventOnCard, 'location_name' | 'country_name'>) => [
  ...new Set([event.location_name, event.country_name]),
]

export const posterOf = (event: EventOnCard): PosterFacts => ({
  name: event.name,
  start_date: event.start_date,
  end_date: event.end_date,
  location_name: isUndecidedPlace(event.location_name) ? event.country_name : event.location_name,
  position: event.position,
  isOnline: placeOf(event) === 'Online' || isOnlinePlace(event.location_name),
})

export const eventCard = (event: EventOnCard) => ({
  kind: 'conferences' as const,
  key: event.id,
  card: {
    label: 'Conference',
    title: event.name,
    lines: [[dateRange(event.start_date, event.end_date)], place(event)],
    poster: posterOf(event),
  },
})

export const talkCard = (
  event: Pick<EventOnCard, 'name'>,
  talk: { number: number; title: string; date: string; speakers: { name: string }[] },
) => ({
  kind: 'talks' as const,
  key: String(talk.number),
  card: {
    label: 'Talk',
    title: talk.title,
    lines: [talk.speakers.map(({ name }) => name), [event.name, shortDay(talk.date)]],
  },
})

export const speakerCard = (speaker: { id: string; name: string; topics: string[] }) => ({
  kind: 'speakers' as const,
  key: speaker.id,
  card: { label: 'Speaker', title: speaker.name, lines: [speaker.topics.slice(0, 4)] },
})

export const seriesCard = (series: { id: string; name: string; edition_count: number }) => ({
  kind: 'series' as const,
  key: series.id,
  card: {
    label: 'Conference series',
    title: series.name,
    lines: [[count(series.edition_count, 'edition', 'editions')]],
  },
})

export const topicCard = (name: string) => ({
  kind: 'topics' as const,
  key: name,
  card: { label: 'Topic', title: `Conferences about ${name}`, lines: [] as string[][] },
})

/** Of a city or a country. */
export const placeCard = (name: string) => ({
  kind: 'places' as const,
  key: name,
  card: { label: 'Place', title: `Conferences in ${name}`, lines: [] as string[][] },
})

const pages = {
  home: {
    label: 'Directory',
    title: 'The talks end. The\u00a0hallway stays.',
    lines: [['The conference directory']],
  },
  conferences: { label: 'Directory', title: 'Conferences and events worldwide', lines: [] },
  places: { label: 'Map', title: 'Where tech conferences take place', lines: [] },
  topics: { label: 'Topics', title: 'Tech conferences by topic', lines: [] },
  calls: { label: 'Calls', title: 'Open calls for papers', lines: [] },
} satisfies Record<string, Card>
export type PageOfCard = keyof typeof pages

export const isPageOfCard = (key: string): key is PageOfCard => Object.hasOwn(pages, key)
export const pageCard = (key: PageOfCard) => ({ kind: 'pages' as const, key, card: pages[key] as Card })

export type KeyedCard = { kind: CardKind; key: string; card: Card }

/**
 * The path of a share image. It holds a digest of what the image says: a changed record has another image, and each
 * image may be kept for ever.
 */
export const cardPath = ({ kind, key, card }: KeyedCard, siteName: string): `/og/${string}` =>
  `/og/${kind}/${encodeURIComponent(key)}-${digest(JSON.stringify([design, siteName, card]))}.png`

/** The server computes it too, so it guards nothing. */
const digest = (text: string) => hashOf(text).toString(36)
