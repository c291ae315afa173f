import { z } from 'zod'
import { unreadable } from '#features/reading/unreadable.ts'
import { count } from '#lib/text.ts'
import type { RawLink, RawPerson, RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { flag, isObject, text, texts } from './json-values.ts'

// Keys that are not idAndName here are not read: 'questionAnswers' are for the organisers.

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

const link = z
  .object(texts('title url linkType'))
  .transform(({ title, url, linkType }): RawLink => ({ title, url, type: linkType }))

const speaker = z
  .object({
    ...texts('id fullName name firstName lastName bio profilePicture avatar'),
    links: list(link),
  })
  .transform(
    (value): RawPerson => ({
      id: value.id,
      name: value.fullName || value.name || [value.firstName, value.lastName].filter(Boolean).join(' '),
      bio: value.bio,
      image: value.profilePicture ?? value.avatar,
      links: value.links,
    }),
  )

/** Titles and names may stand under their languages: { zh: { title }, en: { title } }. */
function inOneLanguage(value: unknown) {
  if (!isObject(value)) return value
  const languages = Object.entries(value).filter(
    ([key, texts]) => /^[a-z]{2}(?:-[a-z]+)?$/i.test(key) && isObject(texts),
  )
  const [, texts] = languages.find(([key]) => key === 'en') ?? languages[0] ?? []
  return isObject(texts) ? { ...texts, ...value } : value
}

const idAndName = z.object(texts('id name'))
const sessionFields = z.object({
  ...texts('id title description startsAt endsAt start end slide record status'),
  ...texts('roomId room recordingUrl liveUrl track language'),
  isServiceSession: flag,
  isPlenumSession: flag,
  /** Ids in the view All, objects in the others. */
  speakers: list(z.union([z.string(), z.number().transform(String), idAndName])),
  categories: list(idAndName.extend({ title: text, categoryItems: list(idAndName) })),
  categoryItems: list(text),
  asset: z.object(texts('videoUrl slideUrl')).nullish().catch(undefined),
})
const session = z.preprocess(inOneLanguage, sessionFields)
type Session = z.output<typeof sessionFields>

const room = idAndName.extend({ sessions: list(session), session: session.nullish() })
const all = z.object({
  sessions: z.array(session),
  speakers: list(z.preprocess(inOneLanguage, speaker)),
  rooms: list(z.preprocess(inOneLanguage, idAndName)),
  categories: list(z.object({ ...texts('id title'), items: list(idAndName) })),
})
const grid = z.array(
  z.object({ date: text, rooms: list(room), timeSlots: list(z.object({ rooms: list(room) })) }),
)
const groups = z.array(z.object({ groupName: text, sessions: z.array(session) }))
const speakersView = z.array(speaker).min(1)

const first = (value: unknown) => (Array.isArray(value) && isObject(value[0]) ? value[0] : undefined)

/** Whether this is the view of the speakers, which holds no programme but says more of the people. */
export const isSpeakersView = (value: unknown) =>
  ['fullName', 'firstName', 'tagLine'].some((key) => key in (first(value) ?? {}))

export const isSessionize = (value: unknown) =>
  isSpeakersView(value) ||
  ['rooms', 'timeSlots', 'sessions'].some((key) => key in (first(value) ?? {})) ||
  (isObject(value) && Array.isArray(value.sessions))

export function parseSpeakersView(value: unknown): RawPerson[] {
  return parse(speakersView, value, 'the view Speakers')
}

/** Reads Sessionize's views All, GridSmart and Sessions. */
export function parseSessionize(value: unknown): RawProgramme {
  if (isSpeakersView(value))
    throw unreadable(
      'This is Sessionize’s view Speakers, which holds no sessions: take the view All or GridSmart, and give this one beside it',
    )
  const raw: RawProgramme = { conference: {}, tracks: [], talks: [], people: [] }
  const refused: Session[] = []
  const isPublic = (entry: Session) => isAccepted(entry) || refused.push(entry) === 0
  if (!Array.isArray(value)) {
    const { sessions, speakers, rooms, categories } = parse(all, value, 'the view All')
    raw.people = speakers
    const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]))
    const roomNames = new Map(rooms.map(({ id, name }) => [id, name]))
    raw.tracks = categories
      .filter(({ title }) => isTrack(title))
      .flatMap(({ items }) => items.map(({ name }) => name ?? ''))
    for (const [index, each] of sessions.entries()) {
      if (!isPublic(each)) continue
      const category = (test: (title: string | null | undefined) => boolean) =>
        categories
          .filter(({ title }) => test(title))
          .flatMap(({ items }) =>
            items.filter(({ id }) => each.categoryItems.includes(id)).map(({ name }) => name),
          )[0]
      const room = each.roomId ? roomNames.get(each.roomId) : (roomNames.get(each.room) ?? each.room)
      raw.talks.push(
        talkOf(each, `sessions[${index}]`, { room, category, person: (id) => byId.get(id) ?? { id } }),
      )
    }
  } else if ('sessions' in (first(value) ?? {})) {
    for (const [group, { sessions }] of parse(groups, value, 'the view Sessions').entries())
      for (const [index, each] of sessions.entries())
        if (isPublic(each)) raw.talks.push(talkOf(each, `[${group}].sessions[${index}]`))
  } else {
    raw.talks = [...talksOfGrid(value)].filter(({ session }) => isPublic(session)).map(({ talk }) => talk)
  }
  const [firstRefused] = refused
  if (firstRefused)
    raw.warnings = [
      {
        code: 'NOT_ACCEPTED',
        key: null,
        text: `${count(refused.length, 'session was', 'sessions were')} left out, because ${refused.length === 1 ? 'it is' : 'they are'} not accepted, such as "${firstRefused.title}" (${firstRefused.status})`,
      },
    ]
  return raw
}

/** The talks of the view GridSmart, day by day and room by room. What is for all rooms may be listed in each. */
function* talksOfGrid(value: unknown): Generator<{ session: Session; talk: RawTalk }> {
  const plenums = new Set<string>()
  for (const [dayIndex, day] of parse(grid, value, 'the view GridSmart').entries()) {
    const rooms = day.rooms.length > 0 ? day.rooms : day.timeSlots.flatMap((slot) => slot.rooms)
    for (const { name, sessions, session: only } of rooms)
      for (const [index, session] of (only ? [only] : sessions).entries()) {
        const place = `${session.id} ${session.startsAt}`
        if (session.isPlenumSession && plenums.has(place)) continue
        if (session.isPlenumSession) plenums.add(place)
        const where = `[${dayIndex}].rooms["${name}"].sessions[${index}]`
        const talk = talkOf(session, where, { room: session.room ?? name })
        yield { session, talk: { ...talk, day: day.date?.slice(0, 10) } }
      }
  }
}

/** A session is nominated or declined before it is public, or instead. */
const isAccepted = ({ status }: Session) => !status || /^accepted/i.test(status)

const isTrack = (title: string | null | undefined) =>
  /\btracks?\b|themenbereich|^parcours\b/i.test(title ?? '')
const isFormat = (title: string | null | undefined) => /format[eo]?\b|\btype\b|\btipo\b/i.test(title ?? '')
const isLanguage = (title: string | null | undefined) =>
  /\blanguage\b|sprache\b|\blangue\b|\bidioma\b|\blingua\b|\btaal\b|言語/i.test(title ?? '')

type Lookups = {
  room?: string | null
  category?: (test: (title: string | null | undefined) => boolean) => string | null | undefined
  person?: (id: string) => RawPerson
}

function talkOf(value: Session, where: string, { room, category, person }: Lookups = {}): RawTalk {
  const categoryOf =
    category ??
    ((test) => value.categories.find(({ name, title }) => test(name ?? title))?.categoryItems[0]?.name)
  return {
    where,
    id: value.id,
    isBreak: value.isServiceSession === true,
    title: value.title,
    abstract: value.description,
    moment: value.startsAt ?? value.start,
    end: value.endsAt ?? value.end,
    room: room ?? value.room,
    // A plenum is for all tracks.
    track: value.isPlenumSession && value.isServiceSession ? undefined : (categoryOf(isTrack) ?? value.track),
    type: categoryOf(isFormat),
    language: categoryOf(isLanguage) ?? value.language,
    slides: value.asset?.slideUrl ?? value.slide,
    video: value.recordingUrl ?? value.asset?.videoUrl ?? value.record,
    // A stream is no recording, even where it turns into one.
    links: value.liveUrl ? [{ url: value.liveUrl, title: 'Live stream', type: 'other' }] : [],
    people: value.speakers.map((speaker) =>
      typeof speaker === 'string'
        ? (person?.(speaker) ?? { id: speaker })
        : { id: speaker.id, name: speaker.name },
    ),
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, view: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const at = result.error.issues[0]?.path.join('.') ?? ''
  throw unreadable(
    `Expected Sessionize’s JSON, ${view}, and could not read "${at}": take it again from API / Embed`,
  )
}
