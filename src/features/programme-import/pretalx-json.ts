import { z } from 'zod'
import { countries } from '#lib/countries.ts'
import { unreadable } from './document.ts'
import { list, named, person } from './frab-json.ts'
import { fromIndico } from './indico-json.ts'
import { isObject, text } from './json-values.ts'
import { isCancelledState, isRefusedState } from './plain-text.ts'
import type { RawLink, RawPerson, RawProgramme } from './raw-programme.ts'

// What pretalx writes beside frab's formats: the file behind its schedule pages (talks, with tracks, rooms and speakers by
// id) and its API (results; slots, of which those without a talk are breaks); and what conferences write themselves: talks
// with a date and times of day, breaks, and what is known of the event; and schema.org's events, as they stand in pages.
// 'answers' are not read.

const resource = z
  .object({ resource: text, url: text, description: text })
  .transform(({ resource, url, description }): RawLink => ({ url: url ?? resource, title: description }))
/** A list of people, or one. */
const people = z.preprocess((value) => (isObject(value) && 'name' in value ? [value] : value), list(person))
const place = z.object({
  room: named,
  location: named,
  startDate: text,
  endDate: text,
  date: text,
  day: text,
  start: text,
  start_time: text,
  end: text,
  end_time: text,
})
const talk = place.extend({
  id: text,
  code: text,
  title: text,
  name: text,
  abstract: text,
  description: text,
  duration: text,
  track: named,
  submission_type: named,
  type: named,
  category: named,
  tags: list(named),
  subtitle: text,
  url: text,
  content_locale: text,
  language: text,
  slides_url: text,
  video_url: text,
  state: text,
  eventStatus: text,
  do_not_record: z.boolean().nullish().catch(undefined),
  speakers: people,
  performer: people,
  slot: place.nullish().catch(undefined),
  slots: list(place),
  resources: list(resource),
})
const slot = place.extend({ submission: talk.nullish().catch(undefined), description: text })
const names = list(z.object({ id: text, name: text }))
const event = z.object({
  title: text,
  name: text,
  city: text,
  country: text,
  venue: text,
  website: text,
  url: text,
  start_date: text,
  end_date: text,
  timezone: text,
})
const address = z.object({ addressLocality: text, addressCountry: named }).optional().catch(undefined)
const file = z.object({
  name: text,
  url: text,
  startDate: text,
  endDate: text,
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
  timezone: text,
  event_start: text,
  event_end: text,
})

const hasNames = (list: unknown) =>
  Array.isArray(list) &&
  list.length > 0 &&
  list.every((each) => isObject(each) && 'name' in each && !('title' in each))

/** Of all that a page says of itself, the event that has others in it. */
function eventIn(value: unknown): unknown {
  const indico = fromIndico(value)
  if (indico) return indico
  const all: unknown[] = [isObject(value) ? (value['@graph'] ?? value) : value].flat()
  return all.find((each) => isObject(each) && hasNames(each.subEvent)) ?? value
}

const hasTitles = (list: unknown) =>
  Array.isArray(list) && list.some((each) => isObject(each) && 'title' in each)

const hasTalks = (list: unknown) =>
  Array.isArray(list) && list.some((each) => isObject(each) && isObject(each.submission))

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
  const { talks, results, slots, breaks, subEvent, sessions, tracks, rooms, speakers, timezone } = parsed.data
  const { event_start, event_end, location } = parsed.data
  const about = parsed.data.event ?? parsed.data.conference
  const country = about?.country ?? location?.address?.addressCountry
  const byId = (all: z.output<typeof names>) => {
    const known = new Map(all.map(({ id, name }) => [id, name]))
    return (id: string | null | undefined) => known.get(id) ?? id
  }
  const [trackOf, roomOf] = [byId(tracks), byId(rooms)]
  const known = new Map(speakers.map((each) => [each.id ?? each.name, each]))
  // A speaker is a code there, and in the API a record.
  const personOf = (each: RawPerson) => known.get(each.id ?? each.name) ?? each
  const lists = {
    talks,
    results,
    subEvent,
    sessions,
    slots: slots.map(({ submission, description, ...slot }) => ({
      ...(submission ?? talk.parse({ title: description, submission_type: 'break' })),
      slot,
    })),
    breaks: breaks.map((each) => ({ ...each, submission_type: 'break' })),
  }
  return {
    conference: {
      title: about?.title ?? about?.name ?? parsed.data.name,
      city: about?.city ?? location?.city ?? location?.address?.addressLocality,
      country: countries.find(({ code }) => code === country)?.name ?? country,
      venue: about?.venue ?? location?.name,
      url: about?.url ?? about?.website ?? parsed.data.url,
      time_zone: timezone ?? about?.timezone,
      start: event_start ?? about?.start_date ?? parsed.data.startDate,
      end: event_end ?? about?.end_date ?? parsed.data.endDate,
    },
    tracks: tracks.map(({ name }) => name ?? ''),
    people: speakers,
    talks: Object.entries(lists).flatMap(([list, all]) =>
      all.flatMap((each, index) => {
        if (isRefusedState(each.state)) return []
        const { room, location, ...when } = each.slot ?? each.slots[0] ?? each
        const [day, start] = [when.date ?? when.day, when.start_time ?? when.start ?? when.startDate]
        return {
          where: `${list}[${index}]`,
          id: each.code ?? each.id,
          isBreak: each.submission_type === 'break',
          isCancelled: isCancelledState(each.state) || /EventCancelled$/.test(each.eventStatus ?? ''),
          isUnrecorded: each.do_not_record === true,
          title: each.title ?? each.name,
          abstract: each.abstract,
          description: each.description,
          ...(day ? { day, start } : { moment: start }),
          end: when.end_time ?? when.end ?? when.endDate,
          duration: each.duration,
          room: roomOf(room ?? location),
          track: trackOf(each.track),
          subtitle: each.subtitle,
          type: each.submission_type ?? each.type ?? each.category,
          topics: each.tags.filter((name) => typeof name === 'string'),
          url: each.url,
          language: each.content_locale ?? each.language,
          slides: each.slides_url,
          video: each.video_url,
          links: each.resources,
          people: [...each.speakers, ...each.performer].map(personOf),
        }
      }),
    ),
  }
}
