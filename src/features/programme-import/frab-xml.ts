import { decodeHTMLStrict } from 'entities'
import { SaxesParser } from 'saxes'
import { unreadable } from './document.ts'
import { addExtras } from './frab-json.ts'
import { extrasName, unpackedExtras } from './our-export.ts'
import { isCancelledState } from './plain-text.ts'
import { clockMinutes } from './programme-times.ts'
import type { RawLink, RawPerson, RawProgramme, RawTalk } from './raw-programme.ts'

type Element = {
  name: string
  attributes: Record<string, string>
  text: string
  children: Element[]
  line: number
}

/** After each it stops if there was an error. */
const charactersPerStep = 32_768
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them, files hold them all the same
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** An ampersand that begins no entity: it means itself. */
const bareAmpersand = /&(?!#\d+;|#x[\da-f]+;|[a-z][\da-z]*;)/gi
/** Those of HTML, which XML does not know, turn up in files all the same. */
const entities = new Proxy<Record<string, string>>(
  {},
  {
    get(_, name) {
      const entity = `&${String(name)};`
      const text = decodeHTMLStrict(entity)
      return text === entity ? undefined : text
    },
  },
)
/** EuroPython's XML of 2014 calls them entries. */
const talkElements = new Set(['event', 'entry'])
/** Read as a whole when they end; a room or a day may be as large as the file. */
const wholes = new Set(['conference', 'tracks', 'person', 'version', 'generator', ...talkElements])

/** Reads frab's and Pentabarf's XML, as FOSDEM, the CCC and pretalx publish it. */
export function parseFrabXml(text: string): RawProgramme {
  const raw: RawProgramme = { conference: {}, tracks: [], talks: [], people: [] }
  const parser = new SaxesParser({ position: true })
  parser.ENTITIES = entities
  const path: string[] = []
  let open: Element[] = []
  let day: Record<string, string> = {}
  let room: string | undefined
  let failure: Error | undefined
  let extras: unknown = {}
  parser.on('error', (error) => {
    failure ??= unreadable(
      `This is no valid XML: ${error.message.replace(/^\d+:\d+: /, '')} (line ${parser.line})`,
    )
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0 && name !== 'schedule')
      failure ??= unreadable(
        `Expected <schedule>, as in frab's and Pentabarf's XML, and found <${name}> (line ${parser.line})`,
      )
    path.push(name)
    if (open.length > 0 || wholes.has(name)) {
      const element: Element = {
        name,
        attributes: attributes as Record<string, string>,
        text: '',
        children: [],
        line: parser.line,
      }
      open.at(-1)?.children.push(element)
      open.push(element)
    } else if (name === 'day') day = attributes as Record<string, string>
    else if (name === 'room') room = (attributes as Record<string, string>).name
  })
  const addText = (value: string) => {
    const element = open.at(-1)
    if (element) element.text += value
  }
  parser.on('processinginstruction', ({ target, body }) => {
    if (target === extrasName) extras = unpackedExtras(body)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', ({ name }) => {
    path.pop()
    const element = open.pop()
    if (name === 'room' && !element) room = undefined
    if (!element || open.length > 0) return
    if (name === 'conference') {
      raw.conference = conferenceOf(element)
      raw.tracks.push(...element.children.filter((each) => each.name === 'track').map(trackName))
    } else if (name === 'tracks') raw.tracks.push(...element.children.map(trackName))
    else if (name === 'person') raw.people.push(personOf(element))
    else if (talkElements.has(name)) raw.talks.push(talkOf(element, day, room))
  })
  const clean = withWholeAmpersands(text.replace(forbidden, ''))
  for (let at = 0; at < clean.length && !failure; at += charactersPerStep)
    parser.write(clean.slice(at, at + charactersPerStep))
  if (!failure) parser.close()
  open = []
  if (failure) throw failure
  addExtras(raw.talks, extras)
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

/** Ampersands as XML wants them; in CDATA they mean themselves. */
const withWholeAmpersands = (text: string) =>
  text
    .split('<![CDATA[')
    .map((part, n) => {
      const end = n === 0 ? 0 : part.indexOf(']]>')
      return end < 0 ? part : part.slice(0, end) + part.slice(end).replace(bareAmpersand, '&amp;')
    })
    .join('<![CDATA[')

const child = (element: Element, ...names: string[]) =>
  element.children.find(({ name }) => names.includes(name))
const textOf = (element: Element, ...names: string[]) => child(element, ...names)?.text.trim() || undefined

const trackName = (track: Element) => track.text || track.attributes.name || ''

function conferenceOf(element: Element): RawProgramme['conference'] {
  return {
    title: textOf(element, 'title'),
    start: textOf(element, 'start'),
    end: textOf(element, 'end'),
    city: textOf(element, 'city'),
    country: textOf(element, 'country'),
    venue: textOf(element, 'venue'),
    url: textOf(element, 'url', 'website'),
    base_url: textOf(element, 'base_url'),
    time_zone: textOf(element, 'time_zone_name', 'timezone', 'time_zone'),
    day_change: textOf(element, 'day_change'),
  }
}

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
    where: `line ${element.line}`,
    guid: element.attributes.guid ?? textOf(element, 'guid'),
    id: element.attributes.id,
    isBreak: type === 'break',
    isCancelled: isCancelledState(textOf(element, 'status', 'state')),
    isUnrecorded: recording && textOf(recording, 'optout') === 'true',
    title: textOf(element, 'title'),
    subtitle: textOf(element, 'subtitle'),
    abstract: textOf(element, 'abstract'),
    description: textOf(element, 'description'),
    day: day.date,
    day_start: day.start,
    day_end: day.end,
    moment: textOf(element, 'date'),
    start: textOf(element, 'start'),
    end: textOf(element, 'end'),
    duration: textOf(element, 'duration'),
    room: textOf(element, 'room') ?? room,
    track: textOf(element, 'track'),
    type,
    language: textOf(element, 'language'),
    url: textOf(element, 'url'),
    feedback_url: textOf(element, 'feedback_url'),
    video: textOf(element, 'video_download_url', 'recording_url'),
    links: [...linksOf(element, 'attachments'), ...linksOf(element, 'links')],
    // Some put them into the event itself.
    people: [element, child(element, 'persons', 'speakers')].flatMap(
      (parent) =>
        parent?.children.filter(({ name }) => /^(?:person|speaker)$/.test(name)).map(personOf) ?? [],
    ),
  }
}
