import { z } from 'zod'
import { unreadable } from './document.ts'
import { minutesOf } from './programme-times.ts'
import type { RawLink, RawPerson, RawProgramme, RawTalk } from './raw-programme.ts'

// Every key is optional and may be null. Keys that are not named here are not read: 'answers' holds what speakers and
// organisers wrote for each other.

/** Text, a number, or the same text in several languages: { en, de }. */
const text = z
  .union([
    z.string(),
    z.number().transform(String),
    z
      .record(z.string(), z.unknown())
      .transform((byLanguage) =>
        [byLanguage.en, ...Object.values(byLanguage)].find((each) => typeof each === 'string'),
      ),
  ])
  .nullish()
  .catch(undefined)
/** A name, or an object with a name. */
const named = z
  .union([z.object({ name: text }).transform(({ name }) => name), z.string()])
  .nullish()
  .catch(undefined)
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .union([z.array(item), z.null().transform(() => []), z.undefined().transform(() => [])])
    .optional()
    .transform((items) => (items ?? []) as z.output<Item>[])

const link = z.union([
  z.string().transform((url): RawLink => ({ url })),
  z.object({ url: text, href: text, link: text, title: text, name: text, type: text }).transform(
    ({ url, href, link, title, name, type }): RawLink => ({
      url: url ?? href ?? link,
      title: title ?? name,
      type,
    }),
  ),
])

const person = z.union([
  z.string().transform((name): RawPerson => ({ name })),
  z
    .object({
      id: text,
      guid: text,
      code: text,
      public_name: text,
      full_public_name: text,
      name: text,
      biography: text,
      abstract: text,
      avatar: text,
      avatar_url: text,
      links: list(link),
    })
    .transform(
      (value): RawPerson => ({
        id: value.id ?? value.guid ?? value.code,
        name: value.public_name || value.full_public_name || value.name,
        bio: value.biography ?? value.abstract,
        image: value.avatar ?? value.avatar_url,
        links: value.links,
      }),
    ),
])

const event = z.object({
  id: text,
  guid: text,
  code: text,
  title: text,
  subtitle: text,
  abstract: text,
  description: text,
  date: text,
  start: text,
  end: text,
  duration: z.union([z.string(), z.number()]).nullish().catch(undefined),
  room: named,
  track: named,
  type: named,
  language: text,
  url: text,
  origin_url: text,
  feedback_url: text,
  video_download_url: text,
  recording_url: text,
  status: text,
  state: text,
  cancelled: z.boolean().nullish().catch(undefined),
  canceled: z.boolean().nullish().catch(undefined),
  links: list(link),
  attachments: list(link),
  persons: list(person),
  speakers: list(person),
})

/** Names of rooms with their events; some write a list of rooms. */
const rooms = z.union([
  z.record(z.string(), z.array(z.unknown()).nullable()),
  z
    .array(z.object({ name: text, events: z.array(z.unknown()).nullish() }))
    .transform((all) => Object.fromEntries(all.map(({ name, events }) => [name ?? '', events ?? []]))),
])

const file = z.object({
  schedule: z.object({
    base_url: text,
    breaks: list(z.unknown()),
    conference: z.object({
      title: text,
      start: text,
      end: text,
      city: text,
      country: text,
      venue: text,
      url: text,
      base_url: text,
      time_zone_name: text,
      timezone: text,
      day_change: text,
      tracks: list(named),
      days: z.array(z.object({ date: text, rooms, breaks: list(z.unknown()) })),
      breaks: list(z.unknown()),
    }),
  }),
})

/** Reads frab's JSON, as pretalx and the CCC publish it. */
export function parseFrabJson(value: unknown): RawProgramme {
  const parsed = file.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue?.path.join('.') || 'schedule.conference.days'
    throw unreadable(`Expected frab JSON with schedule.conference.days[].rooms, and could not read "${at}"`)
  }
  const { conference, base_url } = parsed.data.schedule
  const talks: RawTalk[] = []
  const addTalk = (rawEvent: unknown, where: string, day: string | null | undefined, room?: string) => {
    const result = event.safeParse(rawEvent)
    if (!result.success)
      throw unreadable(`Expected an event with text and lists in it at ${where} (frab JSON)`)
    talks.push(talkOf(result.data, where, day, room))
  }
  for (const [dayIndex, { date, rooms, breaks }] of conference.days.entries()) {
    const at = `schedule.conference.days[${dayIndex}]`
    for (const [room, events] of Object.entries(rooms))
      for (const [index, each] of (events ?? []).entries())
        addTalk(each, `${at}.rooms["${room}"][${index}]`, date, room)
    for (const [index, each] of breaks.entries())
      addTalk({ ...(each as object), type: 'break' }, `${at}.breaks[${index}]`, date)
  }
  // The published schema has room for breaks beside the conference alone.
  for (const [index, each] of [...conference.breaks, ...parsed.data.schedule.breaks].entries())
    addTalk({ ...(each as object), type: 'break' }, `breaks[${index}]`, undefined)
  return {
    conference: {
      ...conference,
      base_url: base_url ?? conference.base_url,
      time_zone: conference.time_zone_name ?? conference.timezone,
    },
    tracks: conference.tracks.map((track) => track ?? ''),
    talks,
    people: [],
  }
}

const talkOf = (
  value: z.output<typeof event>,
  where: string,
  day: string | null | undefined,
  room: string | undefined,
): RawTalk => ({
  where,
  guid: value.guid,
  id: value.id ?? value.code,
  isBreak: value.type === 'break',
  isCancelled:
    value.cancelled === true ||
    value.canceled === true ||
    /^cancell?ed$/i.test(value.status ?? value.state ?? ''),
  title: value.title,
  subtitle: value.subtitle,
  abstract: value.abstract,
  description: value.description,
  day,
  moment: value.date,
  start: value.start,
  end: value.end,
  minutes: minutesOf(value.duration),
  room: value.room ?? room,
  track: value.track,
  type: value.type,
  language: value.language,
  url: value.url ?? value.origin_url,
  feedback_url: value.feedback_url,
  video: value.video_download_url ?? value.recording_url,
  links: [...value.attachments, ...value.links],
  people: [...value.persons, ...value.speakers],
})
