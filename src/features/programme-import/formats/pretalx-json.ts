import { z } from 'zod'
import { isCancelledState, isRefusedState } from '#features/reading/plain-text.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { countries } from '#lib/countries.ts'
import type { RawLink, RawPerson, RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { list, nameOrObject, person } from './frab-json.ts'
import { fromIndico } from './indico-json.ts'
import { flag, isObject, text, texts } from './json-values.ts'

// What pretalx writes beside frab's formats: the file behind its schedule pages (talks, with tracks, rooms and speakers by
// id) and its API (results; slots, of which those without a talk are breaks); and what conferences write themselves: talks
// with a date and times of day, breaks, and what is known of the event; and schema.org's events, as they stand in pages.
// 'answers' are not read.

const resource = z
  .object(texts('resource url description'))
  .transform(({ resource, url, description }): RawLink => ({ url: url ?? resource, title: description }))
/** A list of people, or one. */
const people = z.preprocess((value) => (isObject(value) && 'name' in value ? [value] : value), list(person))
const place = z.object({
  room: nameOrObject,
  location: nameOrObject,
  ...texts('startDate endDate date day start start_time end end_time'),
})
const talk = place.extend({
  ...texts('id code title name abstract description duration subtitle url content_locale language'),
  ...texts('slides_url video_url state eventStatus'),
  track: nameOrObject,
  submission_type: nameOrObject,
  type: nameOrObject,
  category: nameOrObject,
  tags: list(nameOrObject),
  do_not_record: flag,
  speakers: people,
  performer: people,
  slot: place.nullish().catch(undefined),
  slots: list(place),
  resources: list(resource),
})
const slot = place.extend({ submission: talk.nullish().catch(undefined), description: text })
const names = list(z.object(texts('id name')))
const event = z.object(texts('title name city country venue website url start_date end_date timezone'))
const address = z.object({ addressLocality: text, addressCountry: nameOrObject }).optional().catch(undefined)
const file = z.object({
  ...texts('name url startDate endDate timezone event_start event_end'),
  location: z.object({ name: text, city: text, address }).optional().catch(undefined),
  subEvent: list(talk),
  sessions: list(talk),
  event: event.nullish().catch(undefined),
  conference: event.nullish().catch(undefined),
  talks: list(talk),
  breaks: list(talk),
  results: list(talk),
  slots: list(slot),
  tracks: names,
  rooms: names,
  speakers: list(person),
})

const hasNames = (list: unknown) =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.every((entry) => isObject(entry) && 'name' in entry && !('title' in entry))

/** Of all that a page says of itself, the event that has others in it. */
function eventIn(value: unknown): unknown {
  const indico = fromIndico(value)
  if (indico) return indico
  const all: unknown[] = [isObject(value) ? (value['@graph'] ?? value) : value].flat()
  return all.find((entry) => isObject(entry) && hasNames(entry.subEvent)) ?? value
}

const hasTitles = (list: unknown) =>
  Array.isArray(list) && list.some((entry) => isObject(entry) && 'title' in entry)

const hasTalks = (list: unknown) =>
  Array.isArray(list) && list.some((entry) => isObject(entry) && isObject(entry.submission))

export function isPretalxJson(content: unknown): boolean {
  const value = eventIn(content)
  return (
    isObject(value) &&
    (hasTitles(value.talks) ||
      hasTitles(value.results) ||
      hasTalks(value.slots) ||
      hasNames(value.subEvent) ||
      (hasNames(value.sessions) && JSON.stringify(value.sessions).includes('"startDate"')))
  )
}

export function parsePretalxJson(content: unknown): RawProgramme {
  const parsed = file.safeParse(eventIn(content))
  if (!parsed.success) throw unreadable('Expected the talks of pretalx’ JSON as a list')
  const { talks, results, slots, breaks, subEvent, sessions, tracks, rooms, speakers } = parsed.data
  const speakerByKey = new Map(speakers.map((speaker) => [speaker.id ?? speaker.name, speaker]))
  const lookups: Lookups = {
    trackOf: createNameLookup(tracks),
    roomOf: createNameLookup(rooms),
    // A speaker is a code there, and in the API a record.
    personOf: (speaker) => speakerByKey.get(speaker.id ?? speaker.name) ?? speaker,
  }
  const lists = {
    talks,
    results,
    subEvent,
    sessions,
    slots: slots.map(({ submission, description, ...slot }) => ({
      ...(submission ?? talk.parse({ title: description, submission_type: 'break' })),
      slot,
    })),
    breaks: breaks.map((entry) => ({ ...entry, submission_type: 'break' })),
  }
  return {
    conference: conferenceOf(parsed.data),
    tracks: tracks.map(({ name }) => name ?? ''),
    people: speakers,
    talks: Object.entries(lists).flatMap(([list, entries]) =>
      entries.flatMap((entry, index) =>
        isRefusedState(entry.state) ? [] : talkOf(entry, `${list}[${index}]`, lookups),
      ),
    ),
  }
}

function conferenceOf(value: z.output<typeof file>): RawProgramme['conference'] {
  const { location, timezone } = value
  const about = value.event ?? value.conference
  const country = about?.country ?? location?.address?.addressCountry
  return {
    title: about?.title ?? about?.name ?? value.name,
    city: about?.city ?? location?.city ?? location?.address?.addressLocality,
    country: countries.find(({ code }) => code === country)?.name ?? country,
    venue: about?.venue ?? location?.name,
    url: about?.url ?? about?.website ?? value.url,
    time_zone: timezone ?? about?.timezone,
    start: value.event_start ?? about?.start_date ?? value.startDate,
    end: value.event_end ?? about?.end_date ?? value.endDate,
  }
}

type NameLookup = (id: string | null | undefined) => string | null | undefined

function createNameLookup(entries: z.output<typeof names>): NameLookup {
  const nameById = new Map(entries.map(({ id, name }) => [id, name]))
  return (id) => nameById.get(id) ?? id
}

type Lookups = { trackOf: NameLookup; roomOf: NameLookup; personOf: (speaker: RawPerson) => RawPerson }

function talkOf(
  value: z.output<typeof talk>,
  where: string,
  { trackOf, roomOf, personOf }: Lookups,
): RawTalk {
  const { room, location, ...when } = value.slot ?? value.slots[0] ?? value
  const [day, start] = [when.date ?? when.day, when.start_time ?? when.start ?? when.startDate]
  return {
    where,
    id: value.code ?? value.id,
    isBreak: value.submission_type === 'break',
    isCancelled: isCancelledState(value.state) || /EventCancelled$/.test(value.eventStatus ?? ''),
    isUnrecorded: value.do_not_record === true,
    title: value.title ?? value.name,
    abstract: value.abstract,
    description: value.description,
    ...(day ? { day, start } : { moment: start }),
    end: when.end_time ?? when.end ?? when.endDate,
    duration: value.duration,
    room: roomOf(room ?? location),
    track: trackOf(value.track),
    subtitle: value.subtitle,
    type: value.submission_type ?? value.type ?? value.category,
    topics: value.tags.filter((name) => typeof name === 'string'),
    url: value.url,
    language: value.content_locale ?? value.language,
    slides: value.slides_url,
    video: value.video_url,
    links: value.resources,
    people: [...value.speakers, ...value.performer].map(personOf),
  }
}
