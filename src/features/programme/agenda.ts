import type { TrackedCall } from '#features/calls/calls.schemas.ts'
import { isRunning } from '#features/events/events.ts'
import { daysBetween } from '#lib/dates.ts'
import { dayIn, localFormat } from '#lib/time-zones.ts'
import type { AgendaEvent, AgendaTalk } from './agenda.schemas.ts'
import { overlaps } from './saved-talks.ts'
import { lengthOf } from './schedule.ts'

/** A conference of the viewer, or a call for papers that they follow, on the day on which it begins or closes. */
export type CalendarRow =
  | { day: string; event: AgendaEvent; tracked?: undefined }
  | { day: string; event?: undefined; tracked: TrackedCall }

export const calendarRows = (events: AgendaEvent[], calls: TrackedCall[]): CalendarRow[] =>
  [
    ...events.map((event): CalendarRow => ({ day: event.start_date, event })),
    ...calls.map((tracked): CalendarRow => ({ day: tracked.call.closes_on!, tracked })),
  ].toSorted((one, other) => Date.parse(one.day) - Date.parse(other.day))

/**
 * The moment of a local time in milliseconds, or undefined where the time zone is not known. Of an hour that comes twice it
 * is the second one, and in an hour that is left out it is an hour later, as PostgreSQL's `at time zone` has both.
 */
export function momentOf(date: string, time: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const inZone = (moment: number) => Date.parse(`${localFormat(timeZone).format(moment).replace(' ', 'T')}Z`)
  try {
    const candidates = [asUtc - dayMs, asUtc + dayMs].map((moment) => asUtc - (inZone(moment) - moment))
    if (candidates[0] === candidates[1]) return candidates[0]
    const matches = candidates.filter((moment) => inZone(moment) === asUtc)
    return Math.max(...(matches.length > 0 ? matches : candidates))
  } catch {
    return undefined
  }
}

const dayMs = 86_400_000

export type AgendaRow = Omit<AgendaTalk, 'starts_at' | 'minutes_until' | 'days_until'>

/** A person's talks of today and later, by the clocks of their events, in the order of time. */
export function agendaTalks(talks: AgendaRow[], today: string) {
  const now = Date.now()
  // Most are of a few events: to read the clock of a zone takes as long as all else for a talk.
  const todays = new Map<string | null, string>()
  const talksToCome = talks.flatMap((talk) => {
    const { time_zone } = talk.event
    const todayThere = todays.get(time_zone) ?? dayIn(time_zone, today)
    todays.set(time_zone, todayThere)
    const moment = talk.start_time && time_zone ? momentOf(talk.date, talk.start_time, time_zone) : undefined
    const has_ended = moment === undefined ? talk.date < todayThere : moment + lengthOf(talk) * 60_000 <= now
    // Of today a speaker may have slides to add.
    if (has_ended && talk.date < todayThere) return []
    return {
      ...talk,
      starts_at: moment === undefined ? null : new Date(moment).toISOString(),
      minutes_until: moment === undefined ? null : Math.floor((moment - now) / 60_000),
      days_until: daysBetween(todayThere, talk.date),
      has_ended,
    }
  })
  const startOf = ({ starts_at, date, start_time }: (typeof talksToCome)[number]) =>
    Date.parse(starts_at ?? `${date}T${start_time ?? '23:59'}Z`)
  return talksToCome.sort((a, b) => startOf(a) - startOf(b))
}

/** The next talk, and what else there is on its day. */
export function nextOf(talks: ReturnType<typeof agendaTalks>) {
  const comingTalks = talks.filter(({ has_ended }) => !has_ended)
  const next = comingTalks[0]
  const ofThatDay = comingTalks.filter(({ date }) => date === next?.date)
  return {
    next_talk: next ?? null,
    more_that_day: Math.max(ofThatDay.length - 1, 0),
    overlap_count: (next && overlaps(ofThatDay).get(next.id)?.length) ?? 0,
  }
}

const hour = 60
const day = 24 * hour

/** 'in 13 minutes', 'in 3 hours', 'in 2 days', 'now'. `days` are those of the calendar where it is. */
export function timeUntil(minutes: number, days: number): string {
  if (minutes >= 2 * day) return `in ${days} days`
  const units = [
    { length: hour, one: 'hour', from: 2 * hour },
    { length: 1, one: 'minute', from: 1 },
  ]
  const unit = units.find(({ from }) => minutes >= from)
  if (!unit) return 'now'
  const n = Math.floor(minutes / unit.length)
  return `in ${n} ${unit.one}${n === 1 ? '' : 's'}`
}

/** What takes place today of a person's conferences. */
export function todayText(events: AgendaEvent[], today: string): string {
  const names = events.filter((event) => isRunning(event, today)).map(({ name }) => name)
  return names.length > 0 ? `Today: ${names.join(', ')}.` : 'Nothing today.'
}
