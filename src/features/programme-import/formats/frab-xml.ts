import { isCancelledState } from '#features/reading/plain-text.ts'
import { clockMinutes } from '#features/reading/programme-times.ts'
import { fold } from '#lib/text.ts'
import type { RawLink, RawPerson, RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { child, type Element, readXml, textOf, textsOf } from './xml-elements.ts'

/** EuroPython's XML of 2014 calls them entries. */
const talkElements = new Set(['event', 'entry'])
const elementNames = new Set(['conference', 'tracks', 'person', 'version', 'generator', ...talkElements])

/** Reads frab's and Pentabarf's XML, as FOSDEM, the CCC and pretalx publish it. */
export function parseFrabXml(text: string): RawProgramme {
  const raw: RawProgramme = { conference: {}, tracks: [], talks: [], people: [] }
  let day: Record<string, string> = {}
  let room: string | undefined
  readXml(text, {
    refuses: (root) =>
      root === 'schedule'
        ? undefined
        : `Expected <schedule>, as in frab's and Pentabarf's XML, and found <${root}>: take the export of the schedule`,
    elementNames,
    onOpen(name, attributes) {
      if (name === 'day') day = attributes
      else if (name === 'room') room = attributes.name
    },
    onClose(name) {
      if (name === 'room') room = undefined
    },
    onElement(element) {
      const { name, children } = element
      if (name === 'conference') {
        raw.conference = conferenceOf(element)
        raw.tracks.push(...children.filter((entry) => entry.name === 'track').map(trackName))
      } else if (name === 'tracks') raw.tracks.push(...children.map(trackName))
      else if (name === 'person') raw.people.push(personOf(element))
      else if (talkElements.has(name)) raw.talks.push(talkOf(element, day, room))
    },
  })
  if (nightsComeLast(raw.talks)) raw.conference.day_change ??= nightEnd
  return raw
}

/** When a day ends in Pentabarf, unless a file says it. */
const nightEnd = '04:00'

/** Whether a file without dates, as old ones of frab are, has the small hours at the end of a room's day: it does not go from midnight to midnight. */
function nightsComeLast(talks: RawTalk[]): boolean {
  if (talks.some(({ moment, day_start }) => moment || day_start)) return false
  const rooms = Map.groupBy(talks, ({ day, room }) => `${day}\n${room}`)
  return [...rooms.values()].every((entries) => {
    const isNight = entries.flatMap(({ start }) => {
      const minutes = clockMinutes(start)
      return minutes === undefined ? [] : minutes < clockMinutes(nightEnd)!
    })
    const firstNight = isNight.indexOf(true)
    return firstNight < 0 || !isNight.includes(false, firstNight)
  })
}

const trackName = (track: Element) => track.text || track.attributes.name || ''

const conferenceOf = (element: Element): RawProgramme['conference'] => ({
  ...textsOf(element, 'title start end city country venue base_url day_change'),
  url: textOf(element, 'url', 'website'),
  time_zone: textOf(element, 'time_zone_name', 'timezone', 'time_zone'),
})

/** A person is a name, or an element with a name in it. */
const personOf = (element: Element): RawPerson => ({
  id: element.attributes.id ?? element.attributes.guid ?? element.attributes.code,
  name: textOf(element, 'public_name', 'name', 'full_public_name') ?? element.text.trim(),
  bio: textOf(element, 'biography', 'abstract', 'description'),
  image: textOf(element, 'avatar', 'image'),
  links: linksOf(element, 'links'),
})

/** <link href="…">title</link>, or <link><url>…</url><title>…</title></link>. */
const linksOf = (element: Element, list: string): RawLink[] =>
  (child(element, list)?.children ?? []).map((link) => ({
    url: link.attributes.href ?? link.attributes.url ?? textOf(link, 'url', 'href'),
    title: textOf(link, 'title') ?? (link.attributes.title || link.text.trim()),
    type: link.attributes.type,
  }))

function talkOf(element: Element, day: Record<string, string>, room: string | undefined): RawTalk {
  const type = textOf(element, 'type')
  const recording = child(element, 'recording')
  return {
    ...textsOf(
      element,
      'title subtitle abstract description start end duration track language url feedback_url',
    ),
    where: `line ${element.line}`,
    guid: element.attributes.guid ?? textOf(element, 'guid'),
    id: element.attributes.id,
    isBreak: type === 'break',
    isCancelled: isCancelledState(textOf(element, 'status', 'state')),
    isUnrecorded: recording && textOf(recording, 'optout') === 'true',
    day: day.date,
    day_start: day.start,
    day_end: day.end,
    moment: textOf(element, 'date'),
    room: roomOf(textOf(element, 'room'), room),
    type,
    video: textOf(element, 'video_download_url', 'recording_url'),
    links: [...linksOf(element, 'attachments'), ...linksOf(element, 'links')],
    // Some put them into the event itself.
    people: [element, child(element, 'persons', 'speakers')].flatMap(
      (parent) =>
        parent?.children.filter(({ name }) => /^(?:person|speaker)$/.test(name)).map(personOf) ?? [],
    ),
  }
}

/** The room that a talk names, or the one it stands in; of these its name, where the talk has only its slug. */
function roomOf(inner: string | undefined, outer: string | null | undefined) {
  const slugOf = (name: string) => fold(name).replace(/[^\p{L}\p{N}]/gu, '')
  return inner && outer && inner === slugOf(outer) ? outer : (inner ?? outer)
}
