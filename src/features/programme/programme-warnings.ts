import { daysBetween, tabDay } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import { isTimeZone, localMoment } from '#lib/time-zones.ts'
import type { EventBreak, ListedTalk, Track } from './programme-editing.schemas.ts'
import { minuteOf } from './schedule.ts'

type Subject = { kind: 'talk' | 'break' | 'track'; id: string }
export type ProgrammeWarning = { subject: Subject; text: string }

type Times = { date: string; start_time: string | null; end_time: string | null }
type WarnedTalk = Times & Pick<ListedTalk, 'id' | 'title' | 'location' | 'speakers' | 'status'>
type WarnedBreak = Times & Pick<EventBreak, 'id' | 'title'>

type Programme = {
  event: { start_date: string; end_date: string; time_zone?: string | null }
  talks: WarnedTalk[]
  breaks: WarnedBreak[]
  tracks: Pick<Track, 'id' | 'name'>[]
}

/** What is probably wrong in a programme. Nothing of it is refused: organisers know better. */
export function programmeWarnings({ event, talks, breaks, tracks }: Programme): ProgrammeWarning[] {
  const scheduled = talks.filter(({ status }) => status === 'scheduled')
  const spans = scheduled.flatMap(spanOf)
  const warnings = [
    ...[
      ...scheduled.map((talk) => ({ kind: 'talk' as const, ...talk })),
      ...breaks.map((pause) => ({ kind: 'break' as const, ...pause })),
    ].flatMap(({ kind, id, title, ...times }) =>
      timeWarnings(event, times).map((text) => ({ subject: { kind, id }, text: `${title}: ${text}` })),
    ),
    ...clashes(spans, ({ talk }) => (talk.location ? [talk.location] : [])),
    ...clashes(spans, ({ talk }) => talk.speakers),
    ...sameNames(tracks),
  ]
  // Of a talk that is listed twice the room and each speaker say the same.
  return [...new Map(warnings.map((warning) => [`${warning.subject.id} ${warning.text}`, warning])).values()]
}

/** Longer than this and over midnight: more likely the end is wrong. */
const maxMinutesOverMidnight = 12 * 60
const minutesPerDay = 24 * 60
/** Until then a talk belongs to the day before, as in programme_day() of migrations/0022. */
const nightEnd = '04:00'

function timeWarnings({ start_date, end_date, time_zone }: Programme['event'], times: Times): string[] {
  const { date, start_time, end_time } = times
  const isNightAfter = daysBetween(end_date, date) === 1 && start_time !== null && start_time < nightEnd
  const isOutside = date < start_date || (date > end_date && !isNightAfter)
  return [
    ...(isOutside ? [`${tabDay(date)}, ${date.slice(0, 4)} is not a day of the conference`] : []),
    ...(end_time && !start_time ? ['it has an end and no start'] : []),
    ...(start_time && end_time && minutesFrom(start_time, end_time) > maxMinutesOverMidnight
      ? [`it ends at ${end_time}, before it starts at ${start_time}`]
      : []),
    ...(start_time && start_time === end_time ? [`it starts and ends at ${start_time}`] : []),
    ...(start_time && time_zone && isTimeZone(time_zone) ? clockWarnings(date, start_time, time_zone) : []),
  ]
}

/** How often the clocks of a zone show a local time: never in the hour that they skip in spring, twice in the one that they repeat. */
function timesShown(day: string, time: string, timeZone: string): number {
  const wall = Date.parse(`${day}T${time}Z`)
  // What is still being typed.
  if (Number.isNaN(wall)) return 1
  const local = new Date(wall).toISOString().slice(0, 16)
  const offsets = [-1, 1].map((days) => {
    const near = wall + days * 86_400_000
    return Date.parse(`${localMoment(new Date(near), timeZone)}Z`) - near
  })
  if (offsets[0] === offsets[1]) return 1
  return offsets.filter((offset) => localMoment(new Date(wall - offset), timeZone) === local).length
}

function clockWarnings(date: string, time: string, timeZone: string): string[] {
  const clockTimes = timesShown(date, time, timeZone)
  if (clockTimes === 1) return []
  const night = `on ${tabDay(date)} the clocks of ${timeZone}`
  return [
    clockTimes === 0
      ? `${night} go forward and skip ${time.slice(0, 5)}: give it another start`
      : `${night} go back and show ${time.slice(0, 5)} twice: it is taken for the second`,
  ]
}

/** Minutes to the next time the clock shows `end`; what does not cross midnight may be as long as it likes. */
const minutesFrom = (start: string, end: string) =>
  end >= start ? 0 : minuteOf('2000-01-01', end) + minutesPerDay - minuteOf('2000-01-01', start)

type Span = { talk: WarnedTalk; start: number; end: number }

/** Without an end a talk takes a minute: it clashes with what has begun, and with what begins with it. */
function spanOf(talk: WarnedTalk): Span[] {
  if (!talk.start_time) return []
  const start = minuteOf(talk.date, talk.start_time)
  const end = talk.end_time ? minuteOf(talk.date, talk.end_time) : start + 1
  return [{ talk, start, end: end < start ? end + minutesPerDay : Math.max(end, start + 1) }]
}

/** Pairs of talks that are at the same time and share a room or a speaker. */
function clashes(spans: Span[], namesOf: (span: Span) => string[]): ProgrammeWarning[] {
  const byName = new Map<string, { name: string; spans: Span[] }>()
  for (const span of spans) {
    for (const name of namesOf(span)) {
      const group = byName.get(fold(name)) ?? { name, spans: [] }
      group.spans.push(span)
      byName.set(fold(name), group)
    }
  }
  return [...byName.values()].flatMap(({ name, spans }) => {
    const sorted = spans.toSorted((one, other) => one.start - other.start)
    return sorted.flatMap((span, index) => {
      const next = sorted[index + 1]
      if (!next || next.start >= span.end) return []
      const [title, nextTitle] = [span.talk.title, next.talk.title]
      const text =
        fold(title) === fold(nextTitle)
          ? `${title} is listed twice at the same time`
          : `${name} has two talks at the same time: ${title} and ${nextTitle}`
      return [{ subject: { kind: 'talk' as const, id: next.talk.id }, text }]
    })
  })
}

function sameNames(tracks: Programme['tracks']): ProgrammeWarning[] {
  const groups = Map.groupBy(tracks, ({ name }) => fold(name.trim()))
  return [...groups.values()].flatMap((group) =>
    group.slice(1).map(({ id, name }) => ({
      subject: { kind: 'track' as const, id },
      text: `Two tracks are called ${name}`,
    })),
  )
}
