import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { event_tags, events } from '#features/events/events.tables.ts'
import { breaks, talk_speakers, talks, tracks } from '#features/programme/programme.tables.ts'
import { social_links, speakers } from '#features/speakers/speakers.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { fold } from '#lib/text.ts'
import type { Database } from '#platform/database/db.ts'

/** A little real conference data, part of the project; its licence stands beside it. */
const fixtures = new URL('../fixtures/real/', import.meta.url)
/** Thousands of conferences, beside the project and no part of it: where the folder is absent, tests that need it are skipped by name. */
const folder = new URL('../../../shared/data/', import.meta.url)
export const hasRealData = existsSync(folder)
/** A programme as it was published. */
export const realSchedule = (name: string) => new URL(`schedules/${name}`, folder)

const read = async (name: string, from = folder) => JSON.parse(await readFile(new URL(name, from), 'utf8'))

const batches = <Row>(rows: Row[], size = 1000): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )

type RealEvent = {
  name: string
  slug: string
  start_date: string
  end_date: string
  city: string | null
  country: string | null
  website: string
  topics: string[]
  description?: string
  timezone?: string | null
}

/** The database's rule, is_web_url. */
const isWebUrl = (url: string | null | undefined) =>
  /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+$/iu.test(url ?? '')

/** The 64 real events that are part of the project. */
export const readFixtureEvents = (): Promise<RealEvent[]> => read('events.json', fixtures)

export type RealEdition = {
  series: string
  event: string
  start_date: string
  location: string
  kind: string
  website: string
}

/** Conferences, retreats and workshops with the series that they belong to. */
export const readRealEditions = async (): Promise<RealEdition[]> =>
  (
    parse(await readFile(new URL('series/rubyevents-series.csv', folder)), { columns: true }) as RealEdition[]
  ).filter(({ kind, start_date }) => kind !== 'meetup' && start_date)

/** All 9,604 real events. */
export const readRealEvents = (): Promise<RealEvent[]> => read('events.json')

/** All 9,604 real events with their topics, or those that are given. */
export async function loadRealEvents(db: Database, realEvents?: RealEvent[]): Promise<void> {
  const real = realEvents ?? (await readRealEvents())
  const names = new Map(real.flatMap((event) => event.topics).map((name) => [fold(name), name]))
  await db
    .insert(topics)
    .values([...names.values()].map((name) => ({ name })))
    .onConflictDoNothing()
  const topicRows = await db.select({ name: topics.name }).from(topics)
  const canonicalName = new Map(topicRows.map(({ name }) => [fold(name), name]))
  for (const batch of batches(real)) {
    const eventRows = await db
      .insert(events)
      .values(
        batch.map((event) => ({
          name: event.name.length < 3 ? `${event.name} ${event.start_date.slice(0, 4)}` : event.name,
          slug: event.slug,
          description: event.description ?? null,
          start_date: event.start_date,
          end_date: event.end_date,
          location_name: event.city ?? 'Online',
          country_name: event.country ?? 'Online',
          website: isWebUrl(event.website) ? event.website : null,
          time_zone: event.timezone ?? null,
        })),
      )
      .returning({ id: events.id })
    const tags = batch.flatMap((event, index) =>
      [...new Set(event.topics.map((topic) => canonicalName.get(fold(topic))))].map((tag) => ({
        event_id: eventRows[index]!.id,
        tag: tag!,
      })),
    )
    for (const some of batches(tags, 2000)) await db.insert(event_tags).values(some)
  }
  await db.execute(sql`analyze`)
}

type RealSpeaker = {
  name: string
  country?: string
  country_code?: string
  location_raw?: string
  twitter?: string
  github?: string
  website?: string
  bio?: string
}

const plain = (text: string | null | undefined, length: number) =>
  text
    ?.replace(/[<>]/g, '')
    .replace(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .trim()
    .slice(0, length) || null

/** The real speakers whose names fit the rules. */
export async function loadRealSpeakers(db: Database): Promise<void> {
  const real: RealSpeaker[] = ((await read('speakers.json')) as RealSpeaker[]).filter(
    (speaker) => (plain(speaker.name, 100)?.length ?? 0) >= 2,
  )
  for (const batch of batches(real)) {
    const speakerRows = await db
      .insert(speakers)
      .values(
        batch.map((speaker) => ({
          name: plain(speaker.name, 100)!,
          bio: speaker.bio?.replace(/[<>]/g, '').slice(0, 1000) ?? null,
          location_name: plain(speaker.location_raw, 100),
          country_name: plain(speaker.country, 100),
          country_code: /^[A-Z]{2}$/.test(speaker.country_code ?? '') ? speaker.country_code : null,
        })),
      )
      .returning({ id: speakers.id })
    const links = batch.flatMap((speaker, index) => {
      const speaker_id = speakerRows[index]!.id
      return [
        ...(speaker.twitter
          ? [{ speaker_id, platform: 'twitter' as const, handle: speaker.twitter.slice(0, 100) }]
          : []),
        ...(speaker.github
          ? [{ speaker_id, platform: 'github' as const, handle: speaker.github.slice(0, 100) }]
          : []),
        ...(isWebUrl(speaker.website)
          ? [{ speaker_id, platform: 'website' as const, handle: speaker.website! }]
          : []),
      ]
    })
    if (links.length > 0) await db.insert(social_links).values(links)
  }
}

type RealTalk = {
  title: string
  abstract?: string | null
  date: string
  start_time: string | null
  end_time: string | null
  room: string | null
  track: string | null
  speakers: string[]
  slides_url: string | null
  video_url: string | null
}
type RealBreak = {
  title: string
  description?: string
  date: string
  start_time: string
  end_time: string | null
  track: string | null
}
type RealSchedule = {
  event: {
    name: string
    website: string
    city: string
    country: string
    start_date: string
    end_date: string
    timezone: string
  }
  talks: RealTalk[]
  breaks: RealBreak[]
}

/** RubyKaigi's 53 talks on three tracks are part of the project; FOSDEM's 883 and DjangoCon's are beside it. */
export type RealProgramme = 'fosdem-2026' | 'rubykaigi-2024' | 'djangocon-us-2024'

/** One real programme with its event under the slug `programme`. Returns the event's id. */
export async function loadRealProgramme(db: Database, programme: RealProgramme): Promise<string> {
  const real: RealSchedule =
    programme === 'rubykaigi-2024'
      ? await read(`${programme}.json`, fixtures)
      : await read(`schedules/${programme}.json`)
  // The real events hold the same conference without its programme.
  await db.delete(events).where(eq(events.slug, programme))
  const [event] = await db
    .insert(events)
    .values({
      name: real.event.name,
      slug: programme,
      start_date: real.event.start_date,
      end_date: real.event.end_date,
      location_name: real.event.city,
      country_name: real.event.country,
      website: real.event.website,
      time_zone: real.event.timezone,
    })
    .returning({ id: events.id })
  const event_id = event!.id
  const trackNames = [
    ...new Set([...real.talks, ...real.breaks].map((entry) => entry.track).filter((name) => name !== null)),
  ]
  const trackRows =
    trackNames.length > 0
      ? await db
          .insert(tracks)
          .values(trackNames.map((name) => ({ event_id, name })))
          .returning()
      : []
  const trackId = new Map(trackRows.map((track) => [track.name, track.id]))
  const names = [
    ...new Set(real.talks.flatMap((talk) => talk.speakers.map((name) => plain(name, 100)!))),
  ].filter((name) => name?.length >= 2)
  const speakerId = new Map<string, string>()
  for (const batch of batches(names)) {
    const speakerRows = await db
      .insert(speakers)
      .values(batch.map((name) => ({ name })))
      .returning({ id: speakers.id, name: speakers.name })
    for (const each of speakerRows) speakerId.set(each.name, each.id)
  }
  for (const batch of batches(real.talks, 300)) {
    const talkRows = await db
      .insert(talks)
      .values(
        batch.map((talk) => ({
          event_id,
          title: plain(talk.title, 500)!,
          description: talk.abstract || null,
          date: talk.date,
          start_time: talk.start_time,
          end_time: talk.end_time,
          location: plain(talk.room, 200),
          slides_url: isWebUrl(talk.slides_url) ? talk.slides_url : null,
          video_url: isWebUrl(talk.video_url) ? talk.video_url : null,
          track_id: talk.track ? trackId.get(talk.track) : null,
        })),
      )
      .returning({ id: talks.id })
    const speakerLinks = batch.flatMap((talk, index) =>
      [...new Set(talk.speakers.map((name) => speakerId.get(plain(name, 100)!)))].flatMap(
        (speaker_id, position) =>
          speaker_id ? [{ talk_id: talkRows[index]!.id, speaker_id, position }] : [],
      ),
    )
    if (speakerLinks.length > 0) await db.insert(talk_speakers).values(speakerLinks)
  }
  if (real.breaks.length > 0) {
    await db.insert(breaks).values(
      real.breaks.map((entry) => ({
        event_id,
        title: entry.title,
        description: entry.description || null,
        date: entry.date,
        start_time: entry.start_time,
        end_time: entry.end_time,
        track_id: entry.track ? trackId.get(entry.track) : null,
      })),
    )
  }
  return event_id
}
