import type { LinkKind } from '#features/programme/link-kinds.ts'
import { exportedTitle, textAsWritten, websiteTitle } from '#features/programme-import/formats/our-export.ts'
import { conferenceDetails } from '#features/programme-import/reading/conference-details.ts'
import { withoutSquareBrackets } from '#features/reading/plain-text.ts'
import { socialLink } from '#features/speakers/speakers.ts'
import { nextDay } from '#lib/dates.ts'
import { escapeXml } from '#lib/text.ts'
import {
  type ExportedBreak,
  type ExportedEvent,
  type ExportedLink,
  type ExportedProgramme,
  type ExportedSpeaker,
  type ExportedTalk,
  talkUrl,
} from './exported-programme.ts'

// The format of frab, pretalx and the apps for conferences (Giggity, EventFahrplan), as XML and as JSON. Its readers
// want each talk with a start and a length, a day with an index and an end, and a positive whole number as id. What they
// have no place for stands in the JSON where they pass over it, for another Hallway: breaks, which the apps would show as
// talks, talks without a time, which talks have no end, and what is said of the conference, its tracks and its speakers.

type Site = { name: string; url: string }

const missingDurationMs = 30 * 60_000
/** When a day of a programme ends, as programme_day() says (migrations/0022). */
const dayChange = '04:00:00'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** '00:30' */
function duration(talk: ExportedTalk): string {
  const ms =
    talk.ends_at === null || talk.starts_at === null ? missingDurationMs : talk.ends_at - talk.starts_at
  const minutes = Math.round(ms / 60_000)
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** '+01:00': how far local time is ahead of UTC at the talk's start. */
function offsetOf(talk: ExportedTalk): string {
  const minutes = Math.round((Date.parse(`${talk.date}T${talk.start_time}Z`) - talk.starts_at!) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  return `${sign}${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`
}

const dateWithOffset = (talk: ExportedTalk) => `${talk.date}T${talk.start_time}:00${offsetOf(talk)}`

/** Letters, digits and underscores: the published schema allows no hyphens. */
const acronymOf = (slug: string) => slug.replaceAll('-', '_').padEnd(4, '_')

/** The title says that a talk is cancelled, in the way that apps and importers know. */
const titleOf = (talk: ExportedTalk) =>
  talk.status === 'cancelled' ? `CANCELLED: ${talk.title}` : talk.title

/** The published schema of the JSON knows no others. */
const linkTypes: Record<LinkKind, string> = {
  video: 'media',
  slides: 'slides',
  writeup: 'article',
  code: 'related',
  audio: 'media',
  paper: 'paper',
  other: 'related',
}

const linkOf = ({ kind, url, title }: ExportedLink) => ({
  title: exportedTitle(kind, title),
  url: withoutSquareBrackets(url),
  type: linkTypes[kind],
})

/** All that a talk leads to; `links` are those beside its first slides and video. */
export const linksOf = (talk: ExportedTalk, links: ExportedLink[]) => [
  ...(talk.slides_url ? [linkOf({ kind: 'slides', url: talk.slides_url, title: null })] : []),
  ...(talk.video_url ? [linkOf({ kind: 'video', url: talk.video_url, title: null })] : []),
  ...(talk.url ? [{ title: websiteTitle, url: withoutSquareBrackets(talk.url), type: 'web' }] : []),
  ...links.map(linkOf),
]

/** The tracks of those that the file lists, in the organisers' order. */
function tracksOf({ tracks }: ExportedProgramme, entries: { track: string | null }[]): string[] {
  const used = new Set(entries.map(({ track }) => track))
  return tracks.flatMap(({ name }) => (used.has(name) ? [name] : []))
}

const timedTalks = ({ talks }: ExportedProgramme) => talks.filter((talk) => talk.start_time !== null)

/** Days with their rooms and talks. A talk without a start has no place in them. */
function daysOf(programme: ExportedProgramme) {
  const days = [...Map.groupBy(timedTalks(programme), ({ day }) => day)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return days.map(([day, talksOfDay], index) => ({
    index: index + 1,
    date: day,
    start: `${day}T${dayChange}${offsetOf(talksOfDay[0]!)}`,
    end: `${nextDay(day)}T${dayChange}${offsetOf(talksOfDay.at(-1)!)}`,
    rooms: [...Map.groupBy(talksOfDay, ({ location }) => location ?? '')].sort(([one], [other]) =>
      one.localeCompare(other, 'en', { numeric: true }),
    ),
  }))
}

const breakOf = ({ guid, title, description, date, start_time, end_time, track }: ExportedBreak) => ({
  guid,
  title,
  description: textAsWritten(description),
  date,
  start: start_time,
  end: end_time,
  track,
})

/** The address of a picture; one that was uploaded is a path here. */
const pictureUrl = (url: string | null, site: Site) => url && URL.parse(url, site.url)?.href

const aboutOf = (event: ExportedEvent, site: Site) => ({
  city: event.location_name,
  country: event.country_name,
  website: event.website,
  ...Object.fromEntries(conferenceDetails.map((name) => [name, event[name]])),
  logo_url: pictureUrl(event.logo_url, site),
  topics: event.tags,
})

const personOf = ({ id, name, ...speaker }: ExportedSpeaker, site: Site) => ({
  guid: id,
  name,
  biography: speaker.bio,
  avatar: pictureUrl(speaker.image_url, site),
  city: speaker.location_name,
  country: speaker.country_name,
  links: speaker.links.map(socialLink).map(({ href, label }) => ({ url: href, title: label })),
})

/** What the format has no place for. */
const extrasOf = (programme: ExportedProgramme, site: Site) => ({
  about: aboutOf(programme.event, site),
  track_descriptions: programme.tracks.filter(({ description }) => description),
  persons: programme.speakers.map((speaker) => personOf(speaker, site)),
  breaks: programme.breaks.map(breakOf),
  unscheduled: programme.talks
    .filter(({ start_time }) => start_time === null)
    .map((talk) => ({
      ...eventOf(talk, talk.location, programme.links, site),
      date: talk.date,
      start: null,
      duration: null,
    })),
  without_end: programme.talks.flatMap(({ guid, start_time, end_time }) =>
    start_time !== null && end_time === null ? [guid] : [],
  ),
  of_type_talk: programme.talks.flatMap(({ guid, type }) => (type === 'talk' ? [guid] : [])),
  topics: programme.talks
    .filter(({ topics }) => topics.length > 0)
    .map(({ guid, topics }) => ({ guid, names: topics })),
})

const eventOf = (talk: ExportedTalk, room: string | null, links: ExportedProgramme['links'], site: Site) => ({
  guid: talk.guid,
  id: talk.number,
  date: talk.start_time && dateWithOffset(talk),
  start: talk.start_time,
  duration: duration(talk),
  room,
  slug: `${acronymOf(talk.event_slug)}-${talk.number}`,
  url: talkUrl(site, talk),
  title: titleOf(talk),
  subtitle: talk.subtitle,
  track: talk.track,
  type: talk.type ?? 'talk',
  language: talk.language,
  abstract: textAsWritten(talk.description),
  do_not_record: talk.recording === 'none',
  persons: talk.speakers.map(({ id, name }) => ({
    guid: id,
    name,
    url: `${site.url}/speakers/${id}`,
  })),
  links: linksOf(talk, links.get(talk.id) ?? []),
  ...(talk.feedback_url && { feedback_url: withoutSquareBrackets(talk.feedback_url) }),
  attachments: [],
})

/** `version` changes when the programme does. */
export function frabJson(programme: ExportedProgramme, site: Site, version: string): string {
  const { event } = programme
  const days = daysOf(programme)
  const schedule = {
    $schema: 'https://c3voc.de/schedule/schema.json',
    generator: { name: site.name, url: site.url },
    schedule: {
      version,
      base_url: `${site.url}/conferences/${event.slug}`,
      conference: {
        acronym: acronymOf(event.slug),
        title: event.name,
        start: event.start_date,
        end: event.end_date,
        daysCount: days.length,
        timeslot_duration: '00:05',
        ...(event.time_zone && { time_zone_name: event.time_zone }),
        url: event.website ?? `${site.url}/conferences/${event.slug}`,
        tracks: tracksOf(programme, [...programme.talks, ...programme.breaks]).map((name) => ({ name })),
        days: days.map(({ index, date, start, end, rooms }) => ({
          index,
          date,
          day_start: start,
          day_end: end,
          rooms: Object.fromEntries(
            rooms.map(([room, talks]) => [
              room,
              talks.map((talk) => eventOf(talk, room, programme.links, site)),
            ]),
          ),
        })),
      },
      ...extrasOf(programme, site),
    },
  }
  return `${JSON.stringify(schedule, null, 1)}\n`
}

const element = (name: string, text: string | null) => `<${name}>${escapeXml(text ?? '')}</${name}>`
const attributes = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')

/** `version` changes when the programme does. */
export function frabXml(programme: ExportedProgramme, site: Site, version: string): string {
  const { event } = programme
  const days = daysOf(programme)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<schedule>',
    `<generator${attributes({ name: site.name, system: site.url })}/>`,
    element('url', `${site.url}/conferences/${event.slug}/schedule.xml`),
    element('version', version),
    '<conference>',
    element('acronym', acronymOf(event.slug)),
    element('title', event.name),
    element('start', event.start_date),
    element('end', event.end_date),
    element('days', String(days.length)),
    element('timeslot_duration', '00:05'),
    element('base_url', `${site.url}/conferences/${event.slug}`),
    element('url', event.website ?? `${site.url}/conferences/${event.slug}`),
    ...(event.time_zone ? [element('time_zone_name', event.time_zone)] : []),
    ...tracksOf(programme, [...programme.talks, ...programme.breaks]).map(
      (name) => `<track${attributes({ name })}>${escapeXml(name)}</track>`,
    ),
    '</conference>',
    ...days.flatMap(({ index, date, start, end, rooms }) => [
      `<day${attributes({ index: String(index), date, start, end })}>`,
      ...rooms.flatMap(([room, talks]) => [
        `<room${attributes({ name: room })}>`,
        ...talks.flatMap((talk) =>
          eventLines(talk, room, linksOf(talk, programme.links.get(talk.id) ?? []), site),
        ),
        '</room>',
      ]),
      '</day>',
    ]),
    '</schedule>',
  ]
  return `${lines.join('\n')}\n`
}

const eventLines = (talk: ExportedTalk, room: string, links: ReturnType<typeof linksOf>, site: Site) => [
  `<event${attributes({ guid: talk.guid, id: String(talk.number) })}>`,
  element('date', dateWithOffset(talk)),
  element('start', talk.start_time),
  element('duration', duration(talk)),
  element('room', room),
  element('title', titleOf(talk)),
  element('subtitle', talk.subtitle),
  element('type', talk.type ?? 'talk'),
  element('track', talk.track),
  element('language', talk.language),
  element('abstract', textAsWritten(talk.description)),
  element('description', null),
  `<recording>${element('license', null)}${element('optout', String(talk.recording === 'none'))}</recording>`,
  '<persons>',
  // Names alone are borne by several people: the guid tells them apart.
  ...talk.speakers.map(({ id, name }) => `<person${attributes({ guid: id })}>${escapeXml(name)}</person>`),
  '</persons>',
  '<links>',
  ...links.map(
    ({ title, url, type }) => `<link${attributes({ href: url, type })}>${escapeXml(title)}</link>`,
  ),
  '</links>',
  element('url', talkUrl(site, talk)),
  ...(talk.feedback_url ? [element('feedback_url', talk.feedback_url)] : []),
  '</event>',
]
