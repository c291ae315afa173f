import { hashKey } from '@tanstack/react-query'
import { takesPlace } from '#features/events/event-status.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import type { Agenda, AgendaTalk } from '#features/programme/agenda.schemas.ts'
import { agendaTalks, nextOf } from '#features/programme/agenda.ts'
import { chosenPart, localNow, noTalks, shownDay } from '#features/programme/day-schedule.ts'
import type { DaySchedule, SavedTalk, ScheduleChoice } from '#features/programme/programme.schemas.ts'
import type { PendingChange } from '#lib/offline.ts'
import { searchForm, searchWords } from '#lib/text.ts'
import { dayIn } from '#lib/time-zones.ts'
import { mainTrack } from '#src/limits.ts'
import type { Copy } from './copies.ts'
import { savedAfter } from './pending-changes.ts'
import { savedTalk, scheduledBreak, scheduledTalk, talkLinks, talkPage } from './programme-copy.ts'

// What the procedures of a conference's pages, My Schedule and the dashboard answer from the copies in this browser.

type Input = {
  event_id?: string
  slug?: string
  id?: string
  number?: number
  find?: string
} & ScheduleChoice
type ProgrammeOfCopy = Copy & { programme: NonNullable<Copy['programme']> }

/** The copies, the newest first, and what waits to be sent. */
type World = { copies: Copy[]; pending: PendingChange[]; today: string }

/** The key of a query, as pages name it. */
export const answerKey = (procedure: string, input?: unknown) =>
  hashKey([procedure.split('.'), { ...(input !== undefined && { input }), type: 'query' }])

/** The answer of a procedure; undefined if the copies have none. */
export function copiedAnswer(procedure: string, input: Input | undefined, world: World): unknown {
  return computedAnswers[procedure]?.(input ?? {}, world) ?? storedAnswer(procedure, input, world)
}

function storedAnswer<Answer>(procedure: string, input: unknown, { copies }: World): Answer | undefined {
  const key = answerKey(procedure, input)
  return copies.map(({ answers }) => answers[key]).find((answer) => answer !== undefined) as
    | Answer
    | undefined
}

const programmesOf = ({ copies }: World) =>
  copies.filter((copy): copy is ProgrammeOfCopy => copy.programme !== null)

const programmeOf = (world: World, eventId: string | undefined) =>
  programmesOf(world).find(({ programme }) => programme.event.id === eventId)

function findTalk(world: World, { id, number }: Input) {
  for (const copy of programmesOf(world)) {
    const talk = copy.programme.talks.find((item) => (id ? item.id === id : item.number === number))
    if (talk) return { copy, talk }
  }
}

const detailOf = ({ programme, answers }: ProgrammeOfCopy) =>
  answers[answerKey('events.detail', { slug: programme.event.slug })] as EventDetail | undefined

function schedule(copy: ProgrammeOfCopy, choice: Input, today: string): DaySchedule {
  const { days, tracks, talks, breaks, event } = copy.programme
  const detail = detailOf(copy)
  const now = detail && !takesPlace(detail) ? null : localNow(days, event.time_zone, today)
  const day = shownDay(choice.day, { days, now, today })
  if (!day || choice.part === 'days') return { days, day: day ?? null, now, ...noTalks }
  const part = {
    day,
    talks: talks.filter((talk) => talk.day === day).map(scheduledTalk),
    breaks: breaks.filter(({ date }) => date === day).map(scheduledBreak),
    trackNames: tracks,
  }
  return { days, day, now: now && days.includes(now.slice(0, 10)) ? now : null, ...chosenPart(part, choice) }
}

/** My Schedule as it is once what waits is sent. */
function savedTalks(copy: ProgrammeOfCopy, world: World): SavedTalk[] {
  const { event, talks } = copy.programme
  const savedRows = storedAnswer<SavedTalk[]>('savedTalks.list', { event_id: event.id }, world) ?? []
  const ids = savedAfter(
    savedRows.map(({ id }) => id),
    event.id,
    world.pending,
  )
  return talks.filter(({ id }) => ids.has(id)).map(savedTalk)
}

function agendaEvent(copy: ProgrammeOfCopy): AgendaTalk['event'] {
  const { slug, name, start_date, time_zone } = copy.programme.event
  const { location_name = '', country_name = '', status = 'scheduled' } = detailOf(copy) ?? {}
  return { slug, name, start_date, time_zone, location_name, country_name, status }
}

function agenda(world: World): Agenda | undefined {
  const storedAgenda = storedAnswer<Agenda>('agenda.mine', undefined, world)
  if (!storedAgenda) return
  const rows = programmesOf(world)
    .filter((copy) => detailOf(copy)?.status !== 'cancelled')
    .flatMap((copy) =>
      savedTalks(copy, world)
        .filter(({ status }) => status === 'scheduled')
        .map((talk) => ({
          ...talk,
          event: agendaEvent(copy),
          is_saved: true,
          is_given: storedAgenda.given.some(({ id }) => id === talk.id),
        })),
    )
  return { ...storedAgenda, ...nextOf(agendaTalks(rows, world.today)) }
}

function matches(copy: ProgrammeOfCopy, { find = '', tracks = [], rooms = [] }: Input) {
  const words = searchWords(find).map(searchForm)
  return copy.programme.talks
    .filter(
      ({ track, location }) =>
        tracks.length + rooms.length === 0 ||
        tracks.includes(track ?? mainTrack) ||
        (location !== null && rooms.includes(location)),
    )
    .filter((talk) => {
      const { title, location, track, speakers } = talk
      const text = searchForm([title, location, track, ...speakers.map(({ name }) => name)].join(' '))
      return words.length > 0 && words.every((word) => text.includes(word))
    })
    .map((talk) => ({ ...savedTalk(talk), has_video: talk.video_url !== null }))
}

/** What is not stored as an answer, or changes with the clock and with what waits to be sent. */
const computedAnswers: Record<string, (input: Input, world: World) => unknown> = {
  'site.about': (_, world) => {
    const site = storedAnswer<object>('site.about', undefined, world)
    // Without any copy the page can still say so.
    return { name: 'Hallway', url: '', viewer: null, ...site, today: world.today }
  },
  'events.detail': (input, world) => {
    const event = storedAnswer<EventDetail>('events.detail', input, world)
    return event && { ...event, today: dayIn(event.time_zone, world.today) }
  },
  'programme.schedule': (input, world) => {
    const copy = programmeOf(world, input.event_id)
    return copy && schedule(copy, input, world.today)
  },
  'programme.choices': (input, world) => {
    const programme = programmeOf(world, input.event_id)?.programme
    return (
      programme && {
        tracks: [...new Set([mainTrack, ...programme.tracks])],
        rooms: [...new Set(programme.talks.flatMap(({ location }) => location ?? []))].sort(),
      }
    )
  },
  'programme.find': (input, world) => {
    const copy = programmeOf(world, input.event_id)
    return copy && matches(copy, input)
  },
  'programme.talk': (input, world) => findTalk(world, input)?.talk,
  'programme.talkByNumber': (input, world) => {
    const match = findTalk(world, input)
    return match && talkPage(match.copy.programme, match.talk, world.today)
  },
  'coverage.ofTalk': (input, world) => {
    const match = findTalk(world, input)
    return match && talkLinks(match.talk)
  },
  'coverage.openOfTalk': () => [],
  'savedTalks.list': (input, world) => {
    const copy = programmeOf(world, input.event_id)
    return copy && savedTalks(copy, world)
  },
  'attendance.mine': (input, world) => {
    const attendance = storedAnswer<{ is_attending: boolean }>('attendance.mine', input, world)
    const change = world.pending.find(
      ({ procedure, input: { event_id } }) => procedure === 'attendance.set' && event_id === input.event_id,
    )
    return (
      attendance && { ...attendance, is_attending: change?.input.is_attending ?? attendance.is_attending }
    )
  },
  'agenda.mine': (_, world) => agenda(world),
}
