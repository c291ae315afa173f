import { daysBetween } from '#lib/dates.ts'
import type { SavedTalk } from './programme.schemas.ts'

type TalkTimes = Pick<SavedTalk, 'id' | 'date' | 'start_time' | 'end_time'> & { status?: SavedTalk['status'] }

/**
 * For each talk's id the talks that overlap with it. An end before the start is after midnight. A talk without an end
 * overlaps only with talks of the same start; one without a start, or a cancelled one, with none.
 */
export function overlaps<Talk extends TalkTimes>(talks: Talk[]): Map<string, Talk[]> {
  const spans = talks.flatMap((talk) => {
    if (talk.status === 'cancelled') return []
    const start = talk.start_time && minuteOf(talk.date, talk.start_time)
    if (typeof start !== 'number') return []
    const end = talk.end_time ? minuteOf(talk.date, talk.end_time) : undefined
    return [{ talk, start, end: end !== undefined && end < start ? end + minutesPerDay : end }]
  })
  const overlapsById = new Map<string, Talk[]>()
  for (const one of spans) {
    const overlappingTalks = spans
      .filter((other) => other !== one && doOverlap(one, other))
      .map(({ talk }) => talk)
    if (overlappingTalks.length > 0) overlapsById.set(one.talk.id, overlappingTalks)
  }
  return overlapsById
}

/** One line, however many there are: the titles of seven would be a wall. */
export const overlapLabel = (count: number) => `Overlaps with ${count} of your talks`

type Span = { start: number; end: number | undefined }

function doOverlap(one: Span, other: Span): boolean {
  if (one.start === other.start) return true
  if (one.end === undefined || other.end === undefined) return false
  return one.start < other.end && other.start < one.end
}

const minutesPerDay = 24 * 60

function minuteOf(day: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return daysBetween('2000-01-01', day) * minutesPerDay + hours * 60 + minutes
}

/** Groups consecutive talks of the same day. */
export function groupByDay<Talk extends Pick<SavedTalk, 'date'>>(
  talks: Talk[],
): { day: string; talks: Talk[] }[] {
  const days: { day: string; talks: Talk[] }[] = []
  for (const talk of talks) {
    const last = days.at(-1)
    if (last?.day === talk.date) last.talks.push(talk)
    else days.push({ day: talk.date, talks: [talk] })
  }
  return days
}
