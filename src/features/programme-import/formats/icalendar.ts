import {
  type Calendar,
  type CalendarEntry,
  type Component,
  daysOf,
  entriesOf,
  parseCalendar,
  propertyOf,
  textOf,
  titleOf,
  zoneOfCalendar,
} from '#features/reading/calendar.ts'
import { zoneNamed } from '#features/reading/programme-times.ts'
import { unknownZone } from '../reading/document.ts'
import type { RawPerson, RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { minTitlesWithSpeakers, takeSpeakersFromTitles } from '../reading/speakers-in-titles.ts'

/** Reads a calendar: each event is a talk, each repetition one of its own. */
export const parseICalendar = (text: string): RawProgramme => programmeOf(parseCalendar(text))

export function programmeOf(calendar: Calendar): RawProgramme {
  const { header } = calendar
  const { entries, warnings } = entriesOf(calendar)
  const talks = entries.map(talkOf)
  takeOrganizers(
    entries.flatMap(({ event }, index) => {
      const organizer = propertyOf(event, 'organizer')
      return organizer?.[1].cn
        ? [{ talk: talks[index]!, name: String(organizer[1].cn), address: String(organizer[3]) }]
        : []
    }),
  )
  if (/^-\/\/pretalx\b/i.test(textOf(header, 'prodid') ?? '')) talks.forEach(takePretalxSpeakers)
  const unknownZones = new Set(entries.flatMap(({ zone }) => (zone && !zoneNamed(zone) ? [zone] : [])))
  return {
    conference: { title: titleOf(header), time_zone: zoneOfCalendar(header, entries) },
    tracks: [],
    talks,
    people: [],
    warnings: [
      ...warnings,
      ...takeSpeakersFromTitles(talks),
      ...[...unknownZones].map((zone) => ({
        code: 'UNKNOWN_TIME_ZONE',
        key: null,
        text: unknownZone(zone),
      })),
    ],
  }
}

/** Attendees need not be those who speak, and their addresses are theirs. Pentabarf names speakers so, without an address. */
const speakersOf = (event: Component): RawPerson[] =>
  event[1]
    .filter(([name, , , address]) => name === 'attendee' && /^invalid:/i.test(String(address)))
    .map(([, { cn }]) => ({ name: String(cn ?? '') }))

type Organizer = { talk: RawTalk; name: string; address: string }

/** One address with another name at most entries is that of the organisers, and the names are those of the speakers. */
function takeOrganizers(organizers: Organizer[]) {
  for (const same of Map.groupBy(organizers, ({ address }) => address).values()) {
    const names = new Set(same.map(({ name }) => name))
    if (names.size < minTitlesWithSpeakers || names.size * 2 < same.length) continue
    for (const { talk, name } of same) if (!talk.people?.length) talk.people = [{ name }]
  }
}

/** "Speaker: Ada Lovelace" in a line of the description, which may be HTML. */
const speakerLine =
  /^(?:<\/?\w+>)*(?:speakers?|presenters?|presented by|referent(?:in|en|innen)?|vortragende[rn]?|ponentes?|intervenant(?:e|s|es)?)(?:<\/?\w+>)*\s*:\s*(?:<\/?\w+>\s*)*([^\s<][^<\n]*).*$/im

const dayMinutes = 24 * 60

function talkOf(entry: CalendarEntry): RawTalk {
  const { event, where, start, end, zone, duration } = entry
  const categories = event[1]
    .filter(([name]) => name === 'categories')
    .flatMap(([, , , ...values]) => values.map(String))
  const description = (textOf(event, 'description') ?? textOf(event, 'x-alt-desc'))?.replace(
    /<br ?\/?>/gi,
    '\n',
  )
  const url = textOf(event, 'url')
  const names = description?.match(speakerLine)?.[1]?.trim()
  const title = textOf(event, 'summary')
  const abstract = description?.replace(speakerLine, '').trim()
  const days = daysOf(entry, null)
  return {
    where,
    guid: entry.key,
    isBreak: categories.some((category) => /^breaks?$/i.test(category)),
    isCancelled: /^cancelled$/i.test(textOf(event, 'status') ?? ''),
    title: names && title?.endsWith(` - ${names}`) ? title.slice(0, -names.length - 3) : title,
    // Some repeat what stands beside it.
    abstract: abstract === url || abstract === title ? undefined : abstract,
    moment: start,
    end,
    last_day: days && days.minutes >= dayMinutes ? days.last : undefined,
    duration,
    zone,
    room: textOf(event, 'location'),
    // Pentabarf's, in calendars as XML.
    subtitle: textOf(event, 'pentabarf:subtitle'),
    language: textOf(event, 'pentabarf:language-code') ?? textOf(event, 'pentabarf:language'),
    type: textOf(event, 'category'),
    track: categories[0] ?? description?.match(/^track:\s*(\S.*)$/im)?.[1],
    url,
    people: names ? [{ name: names }] : speakersOf(event),
  }
}

/** pretalx always writes "title - names", also where there are none. */
function takePretalxSpeakers(talk: RawTalk) {
  const summary = `${talk.title} `
  const at = summary.lastIndexOf(' - ')
  if (at < 1) return
  talk.title = summary.slice(0, at)
  const names = summary.slice(at + 3).trim()
  talk.people = names ? names.split(', ').map((name) => ({ name })) : []
}
