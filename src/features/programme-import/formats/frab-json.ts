import { z } from 'zod'
import { isCancelledState } from '#features/reading/plain-text.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { type ConferenceDetail, conferenceDetails } from '../reading/conference-details.ts'
import type { RawLink, RawPerson, RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { flag, isObject, text, texts } from './json-values.ts'
import { isWrittenHere } from './our-export.ts'

// Every key is optional and may be null. Keys that are not named here are not read: 'answers' holds what speakers and
// organisers wrote for each other.

/** A name, or an object with a name. */
export const nameOrObject = z
  .unknown()
  .optional()
  .transform((value) => text.parse(isObject(value) && 'name' in value ? value.name : value))
/** A list, an object whose values are one, or one item as a text; an item of another kind is left out. */
export const list = <Item extends z.ZodType>(item: Item) =>
  z
    .unknown()
    .optional()
    .transform((items) =>
      (typeof items === 'string' ? [items] : Object.values(isObject(items) ? items : [])).flatMap(
        (value): z.output<Item>[] => {
          const result = item.safeParse(value)
          return result.success ? [result.data] : []
        },
      ),
    )

const link = z.union([
  z.string().transform((url): RawLink => ({ url })),
  z.object(texts('url href link title name type')).transform(
    ({ url, href, link, title, name, type }): RawLink => ({
      url: url ?? href ?? link,
      title: title ?? name,
      type,
    }),
  ),
])

export const person = z.union([
  z.string().transform((name): RawPerson => ({ name })),
  z
    .object({
      ...texts('id guid code public_name full_public_name name biography bio abstract'),
      ...texts('twitter github website avatar avatar_url city country'),
      links: list(link),
    })
    .transform(
      (value): RawPerson => ({
        id: value.id ?? value.guid ?? value.code,
        name: value.public_name || value.full_public_name || value.name,
        bio: value.biography ?? value.bio ?? value.abstract,
        image: value.avatar ?? value.avatar_url,
        city: value.city,
        country: value.country,
        links: [
          ...value.links,
          { url: addressOf('https://x.com/', value.twitter) },
          { url: addressOf('https://github.com/', value.github) },
          { url: value.website, type: 'website' },
        ],
      }),
    ),
])

/** Some give an address, others "ada" or "@ada". */
const addressOf = (site: string, handle: string | null | undefined) =>
  handle && (handle.includes('/') ? handle : site + handle.replace(/^@/, ''))

const event = z.object({
  ...texts('id guid code title subtitle abstract description date start end language url origin_url'),
  ...texts('feedback_url video_download_url recording_url status state'),
  duration: z.union([z.string(), z.number()]).nullish().catch(undefined),
  room: nameOrObject,
  track: nameOrObject,
  type: nameOrObject,
  cancelled: flag,
  canceled: flag,
  do_not_record: flag,
  links: list(link),
  attachments: list(link),
  persons: list(person),
  speakers: list(person),
  participants: list(person),
})

const events = z.array(z.unknown())

/** { name, events }, the list under another name, or { "Hall": [events] }. */
function listedRoom(room: Record<string, unknown>): { name?: string; events: unknown[] } {
  const [key, entries] = Object.entries(room).find(([, value]) => Array.isArray(value)) ?? []
  const name = text.parse(room.name ?? (Object.keys(room).length === 1 ? key : undefined))
  return { name: name ?? undefined, events: Array.isArray(entries) ? entries : [] }
}
/** Names of rooms with their events, or with an object that holds these; some write a list of rooms. */
const rooms = z.union([
  z.null().transform(() => []),
  z.array(z.record(z.string(), z.unknown())).transform((all) => all.map(listedRoom)),
  z
    .record(z.string(), z.union([events, z.null(), z.object({ name: text, events: events.nullish() })]))
    .transform((all) =>
      Object.entries(all).map(([name, room]) => ({
        name,
        events: (Array.isArray(room) ? room : room?.events) ?? [],
      })),
    ),
])

/** What our own exports say beyond the format. */
const extras = z.object({
  breaks: list(z.unknown()),
  unscheduled: list(z.unknown()),
  /** Keys of talks without a length, where the format requires one. */
  without_end: list(z.string()),
  /** Keys of talks whose type is "talk": the format wants one of those without a type, too. */
  of_type_talk: list(z.string()),
  topics: list(z.object({ guid: z.string(), names: z.array(z.string()) })),
  track_descriptions: list(z.object({ name: z.string(), description: z.string() })),
  persons: list(person),
  about: z
    .object({
      ...texts('city country'),
      website: z.string().nullable(),
      ...(Object.fromEntries(conferenceDetails.map((name) => [name, text])) as Record<
        ConferenceDetail,
        typeof text
      >),
      topics: list(z.string()),
    })
    .optional()
    .catch(undefined),
})

const file = z.object({
  schedule: z.object({
    base_url: text,
    events: list(z.unknown()),
    conference: z.object({
      ...texts('title start end city country venue url base_url time_zone_name timezone day_change'),
      tracks: list(z.unknown()),
      rooms: list(z.unknown()),
      // PHP writes a list as an object where its keys are not those of one.
      days: z.preprocess(
        (days) => (isObject(days) ? Object.values(days) : days),
        z.array(
          z.object({
            ...texts('date day_start day_end'),
            rooms: rooms.optional().transform((all) => all ?? []),
            breaks: list(z.unknown()),
          }),
        ),
      ),
      breaks: list(z.unknown()),
    }),
  }),
})

/** Whether this is frab's JSON; some leave out the outermost "schedule". */
export const isFrabJson = (value: unknown) =>
  isObject(value) && ('schedule' in value || (isObject(value.conference) && 'days' in value.conference))

/** Reads frab's JSON, as pretalx and the CCC publish it. */
export function parseFrabJson(value: unknown): RawProgramme {
  const root = isObject(value) && 'schedule' in value ? value : { schedule: value }
  const parsed = file.safeParse(root)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue?.path.join('.') || 'schedule.conference.days'
    throw unreadable(
      `Expected frab JSON with schedule.conference.days[].rooms, and could not read "${at}": export it again, or as XML`,
    )
  }
  const { conference, base_url, events } = parsed.data.schedule
  const talks: RawTalk[] = []
  const addTalk = (rawEvent: unknown, where: string, day: Day, room?: string) =>
    talks.push(talkOf(readEvent(rawEvent, where), where, day, room))
  for (const [dayIndex, { rooms, breaks, ...day }] of conference.days.entries()) {
    const at = `schedule.conference.days[${dayIndex}]`
    for (const { name, events } of rooms)
      for (const [index, each] of events.entries())
        addTalk(each, `${at}.rooms["${name}"][${index}]`, day, name)
    for (const [index, each] of breaks.entries())
      addTalk({ ...(each as object), type: 'break' }, `${at}.breaks[${index}]`, day)
  }
  for (const [index, each] of conference.breaks.entries())
    addTalk({ ...(each as object), type: 'break' }, `breaks[${index}]`, {})
  // The second version of the format has one list of events, which name their rooms and tracks by slug or guid.
  const [roomOf, trackOf] = [conference.rooms, conference.tracks].map(createLookup) as [Lookup, Lookup]
  for (const [index, each] of events.entries())
    if (isObject(each)) {
      const [room, track] = [roomOf(each.room), trackOf(each.track)]
      addTalk({ ...each, room, track }, `schedule.events[${index}]`, {})
    }
  const raw: RawProgramme = {
    conference: {
      ...conference,
      base_url: base_url ?? conference.base_url,
      time_zone: conference.time_zone_name ?? conference.timezone,
    },
    tracks: conference.tracks.map((track) => nameOrObject.parse(track) ?? ''),
    talks,
    people: [],
  }
  raw.isWrittenHere = isWrittenHere(raw)
  if (raw.isWrittenHere) addExtras(raw, root.schedule)
  return raw
}

/** Finds what a reference by slug or guid is of. */
function createLookup(all: unknown[]) {
  const keysOf = (value: object) =>
    ['slug', 'guid'].flatMap((key) => (key in value ? `${key} ${value[key as keyof typeof value]}` : []))
  const entryByKey = new Map(
    all.flatMap((entry) => (isObject(entry) ? keysOf(entry).map((key) => [key, entry] as const) : [])),
  )
  return (reference: unknown) =>
    isObject(reference) && !('name' in reference)
      ? (keysOf(reference).flatMap((key) => entryByKey.get(key) ?? [])[0] ?? reference)
      : reference
}

type Lookup = ReturnType<typeof createLookup>

function readEvent(value: unknown, where: string) {
  const result = event.safeParse(value)
  if (!result.success)
    throw unreadable(
      `Expected an object with the title and times of a talk: export the file again, or as XML (${where})`,
    )
  return result.data
}

/** Adds what our export says beyond the format: beside the conference, where the published schema has room for it. */
function addExtras(raw: RawProgramme, value: unknown) {
  const read = extras.safeParse(value)
  if (!read.success) return
  const { talks } = raw
  const { breaks, unscheduled, without_end, of_type_talk, topics, track_descriptions, persons, about } =
    read.data
  raw.track_descriptions = track_descriptions
  raw.people.push(...persons)
  if (about) {
    const { city, country, website: url, ...metadata } = about
    raw.conference = { ...raw.conference, city, country, url, about: metadata }
  }
  for (const [list, entries] of Object.entries({ breaks, unscheduled }))
    for (const [index, each] of entries.entries()) {
      const where = `${list}[${index}]`
      const talk = talkOf(readEvent(each, where), where, {}, undefined)
      talks.push({ ...talk, isBreak: list === 'breaks' })
    }
  const [withoutEnd, ofTypeTalk] = [new Set(without_end), new Set(of_type_talk)]
  for (const talk of talks) {
    if (withoutEnd.has(talk.guid ?? '')) talk.end = talk.duration = null
    if (ofTypeTalk.has(talk.guid ?? '')) talk.isOfTypeTalk = true
  }
  const topicsByTalk = new Map(topics.map(({ guid, names }) => [guid, names]))
  for (const talk of talks) talk.topics ??= topicsByTalk.get(talk.guid ?? '')
}

type Day = { date?: string | null; day_start?: string | null; day_end?: string | null }

const talkOf = (
  value: z.output<typeof event>,
  where: string,
  { date: day, day_start, day_end }: Day,
  room: string | undefined,
): RawTalk => ({
  ...value,
  where,
  id: value.id ?? value.code,
  isBreak: value.type === 'break',
  isCancelled:
    value.cancelled === true || value.canceled === true || isCancelledState(value.status ?? value.state),
  isUnrecorded: value.do_not_record === true,
  ...{ day, day_start, day_end },
  moment: value.date,
  room: value.room ?? room,
  url: value.url ?? value.origin_url,
  video: value.video_download_url ?? value.recording_url,
  links: [...value.attachments, ...value.links],
  people: [...value.persons, ...value.speakers, ...value.participants],
})
