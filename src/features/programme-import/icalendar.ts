import ICAL from 'ical.js'
import { unreadable } from './document.ts'
import { minutesOf } from './programme-times.ts'
import type { RawProgramme, RawTalk, Yield } from './raw-programme.ts'

type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
]
type Component = [name: string, properties: Property[], components: Component[]]

/** Reads a calendar: each event is a talk. Attendees are not read: they need not be those who speak. */
export async function parseICalendar(text: string, breathe: Yield): Promise<RawProgramme> {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const raw: RawProgramme = { conference: {}, tracks: [], talks: [], people: [] }
  const headerEnd = lines.findIndex((line, index) => index > 0 && /^BEGIN:/i.test(line))
  const header = parse(
    [
      ...lines
        .slice(0, headerEnd < 0 ? undefined : headerEnd)
        .filter((line) => !/^END:VCALENDAR/i.test(line)),
      'END:VCALENDAR',
    ],
    1,
  )
  raw.conference = {
    title: textOf(header, 'name') ?? textOf(header, 'x-wr-calname'),
    time_zone: textOf(header, 'x-wr-timezone') ?? textOf(header, 'x-lic-location'),
  }
  const zones = new Map<string, number>()
  let begin = -1
  for (const [index, line] of lines.entries()) {
    if (/^BEGIN:VEVENT/i.test(line)) begin = index
    if (!/^END:VEVENT/i.test(line)) continue
    if (begin < 0) throw unreadable(`Expected BEGIN:VEVENT before END:VEVENT (line ${index + 1})`)
    const event = parse(lines.slice(begin, index + 1), begin + 1)
    const talk = talkOf(event, `line ${begin + 1}`)
    if (talk.zone) zones.set(talk.zone, (zones.get(talk.zone) ?? 0) + 1)
    raw.talks.push(talk)
    begin = -1
    await breathe()
  }
  if (begin >= 0)
    throw unreadable(`The calendar ends in the middle of an event: END:VEVENT is missing (line ${begin + 1})`)
  // Without a zone of its own the calendar is in the zone of most of its events.
  raw.conference.time_zone ??= [...zones].sort((a, b) => b[1] - a[1])[0]?.[0]
  return raw
}

/** One component at a time: a whole calendar at once would keep requests waiting. */
function parse(lines: string[], line: number): Component {
  try {
    return ICAL.parse(lines.filter((each) => each.trim() !== '').join('\r\n')) as Component
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 120) : ''
    throw unreadable(`This is no valid calendar: ${reason} (line ${line})`)
  }
}

const propertyOf = ([, properties]: Component, name: string) =>
  properties.find((property) => property[0] === name)

function textOf(component: Component, name: string): string | undefined {
  const value = propertyOf(component, name)?.[3]
  return value === undefined || value === null ? undefined : String(value).trim() || undefined
}

const zoneOf = (property: Property | undefined) => {
  const zone = property?.[1].tzid
  return typeof zone === 'string' ? zone.replace(/^\/(?:[^/]+\/)*(?=[A-Z][A-Za-z]+\/)/, '') : undefined
}

function talkOf(event: Component, where: string): RawTalk {
  const start = propertyOf(event, 'dtstart')
  const recurrence = textOf(event, 'recurrence-id')
  const uid = textOf(event, 'uid')
  const categories = event[1]
    .filter(([name]) => name === 'categories')
    .flatMap(([, , , ...values]) => values.map(String))
  return {
    where,
    guid: uid && (recurrence ? `${uid}#${recurrence}` : uid),
    isBreak: categories.some((category) => /^breaks?$/i.test(category)),
    isCancelled: /^cancelled$/i.test(textOf(event, 'status') ?? ''),
    title: textOf(event, 'summary'),
    abstract: textOf(event, 'description'),
    moment: start && String(start[3]),
    end: textOf(event, 'dtend'),
    minutes: minutesOf(textOf(event, 'duration')),
    zone: zoneOf(start),
    room: textOf(event, 'location'),
    track: categories[0],
    url: textOf(event, 'url'),
  }
}
