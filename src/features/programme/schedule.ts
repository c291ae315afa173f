import { allTracks, mainTrack } from '#src/limits.ts'
import type { DaySchedule, ScheduledBreak, ScheduledTalk } from './programme.schemas.ts'

export type ScheduleItem = ({ kind: 'talk' } & ScheduledTalk) | ({ kind: 'break' } & ScheduledBreak)

/** One row of the table: what starts at a time, by track; or a break across all tracks. */
export type ScheduleRow = { date: string; time: string | null } & (
  | { kind: 'slot'; label: string; cells: ScheduleItem[][] }
  | { kind: 'band'; item: ScheduledBreak }
)

export type ScheduleTable = { tracks: string[]; rows: ScheduleRow[] }

/** More tracks than this do not fit beside each other: the day is a list. */
export const maxColumns = 5

export const trackOf = (item: { track_name: string | null }) => item.track_name ?? mainTrack

/** The day as a table: time runs down, tracks are columns in the order of the programme, breaks for all are bands. */
export function scheduleTable({
  talks,
  breaks,
  tracks: orderedTracks,
}: Pick<DaySchedule, 'talks' | 'breaks' | 'tracks'>): ScheduleTable {
  const items: ScheduleItem[] = [
    ...talks.map((talk) => ({ kind: 'talk' as const, ...talk })),
    ...breaks
      .filter((item) => item.track_name)
      .map((trackBreak) => ({ kind: 'break' as const, ...trackBreak })),
  ].sort(compareItems)
  const usedTracks = new Set(items.map(trackOf))
  const tracks = orderedTracks.map(({ name }) => name).filter((name) => usedTracks.has(name))

  const slots = new Map<string, ScheduleRow & { kind: 'slot' }>()
  for (const item of items) {
    const { date, start_time: time } = item
    const key = `${date} ${time}`
    const slot = slots.get(key) ?? {
      kind: 'slot' as const,
      date,
      time,
      label: time ?? 'Any time',
      cells: tracks.map(() => []),
    }
    slot.cells[tracks.indexOf(trackOf(item))]?.push(item)
    slots.set(key, slot)
  }
  const rows: ScheduleRow[] = [
    ...slots.values(),
    ...breaks
      .filter((item) => !item.track_name)
      .map((item) => ({
        kind: 'band' as const,
        date: item.date,
        time: item.start_time,
        item: { ...item, track_name: allTracks },
      })),
  ].sort(
    (one, other) =>
      compareTimes(one.date, other.date) ||
      compareTimes(one.time, other.time) ||
      Number(one.kind === 'slot') - Number(other.kind === 'slot'),
  )
  return { tracks, rows }
}

const compareTimes = (one: string | null, other: string | null) =>
  one === other ? 0 : one === null ? 1 : other === null ? -1 : one < other ? -1 : 1

const compareItems = (one: ScheduleItem, other: ScheduleItem) =>
  compareTimes(one.date, other.date) ||
  compareTimes(one.start_time, other.start_time) ||
  one.title.localeCompare(other.title, 'en')

/** '09:00', '09:00 to 10:30', or nothing where the time is open. */
export const timeRange = (start: string | null, end: string | null) =>
  start && end ? `${start} to ${end}` : (start ?? '')

/** The hour in which something begins: '09', '24' for midnight after the day, 'any' where the time is open. */
export function hourOf(
  day: string,
  { date, start_time }: { date: string; start_time: string | null },
): string {
  if (!start_time) return 'any'
  return String(Number(start_time.slice(0, 2)) + (date > day ? 24 : 0)).padStart(2, '0')
}

/** '09:00', '00:00' for the hour after midnight, 'Any time'. */
export const hourLabel = (hour: string) =>
  hour === 'any' ? 'Any time' : `${String(Number(hour) % 24).padStart(2, '0')}:00`

export type ScheduleHour = {
  hour: string
  items: ScheduleItem[]
  talks: number
  /** Talks of this hour that are not among the chosen tracks and rooms. */
  others: number
}

/** The hours of a day in two: what is over at a local moment, and the rest. An hour may be in both. */
export function splitHours(hours: ScheduleHour[], now: string) {
  const partOf = (hour: ScheduleHour, items: ScheduleItem[], otherCount: number): ScheduleHour[] =>
    items.length + otherCount === 0
      ? []
      : [{ ...hour, items, others: otherCount, talks: items.filter(({ kind }) => kind === 'talk').length }]
  const parts = hours.map((hour) => {
    const over = hour.items.filter((item) => hasEndedAt(now, item))
    const coming = hour.items.filter((item) => !over.includes(item))
    const isPast = coming.length === 0 && hour.hour <= now.slice(11, 13)
    return {
      over: partOf(hour, over, isPast ? hour.others : 0),
      coming: partOf(hour, coming, isPast ? 0 : hour.others),
    }
  })
  return { over: parts.flatMap(({ over }) => over), coming: parts.flatMap(({ coming }) => coming) }
}

/** The day as a list: what begins in each hour, also in an hour of which nothing is chosen. */
export function scheduleHours(schedule: DaySchedule): ScheduleHour[] {
  const day = schedule.day ?? ''
  const items: ScheduleItem[] = [
    ...schedule.breaks.map((item) => ({ kind: 'break' as const, ...item })),
    ...schedule.talks.map((talk) => ({ kind: 'talk' as const, ...talk })),
  ].sort(compareItems)
  const byHour = Map.groupBy(items, (item) => hourOf(day, item))
  const counts = new Map(schedule.hours.map(({ name, count }) => [name, count]))
  return [...new Set([...byHour.keys(), ...counts.keys()])].sort().map((hour) => {
    const items = byHour.get(hour) ?? []
    const talks = items.filter(({ kind }) => kind === 'talk').length
    return { hour, items, talks, others: (counts.get(hour) ?? 0) - talks }
  })
}

type Timed = { date: string; start_time: string | null; end_time: string | null }

/** First and last minute. Without an end it takes half an hour; an end before the start is after midnight. */
function spanOf({ date, start_time, end_time }: Timed) {
  const start = minuteOf(date, start_time ?? '00:00')
  if (!start_time) return { start, end: start + minutesPerDay }
  const end = end_time ? minuteOf(date, end_time) : start + defaultMinutes
  return { start, end: end < start ? end + minutesPerDay : end }
}

/** How many minutes something takes. */
export function lengthOf(talk: Timed) {
  const { start, end } = spanOf(talk)
  return end - start
}

const minuteAt = (now: string) => minuteOf(now.slice(0, 10), now.slice(11))

/** Whether something takes place at a local moment of the event. */
export function isRunningAt(now: string, talk: Timed) {
  const { start, end } = spanOf(talk)
  const minute = minuteAt(now)
  return talk.start_time !== null && minute >= start && minute < end
}

/** Whether something has ended at a local moment of the event. */
export const hasEndedAt = (now: string, talk: Timed) => spanOf(talk).end <= minuteAt(now)

/** Whether something is over: to the minute while the event takes place, else by the day. */
export const isOverAt = (now: string | null, today: string, talk: Timed) =>
  now ? hasEndedAt(now, talk) : talk.date < today

/** How much of a running talk is over, of 100. */
export function progressAt(now: string, talk: Timed) {
  const { start, end } = spanOf(talk)
  return Math.round(((minuteAt(now) - start) / (end - start)) * 100)
}

/** Minutes from a local moment to the start and to the end of something. */
export function minutesTo(now: string, talk: Timed) {
  const { start, end } = spanOf(talk)
  return { start: start - minuteAt(now), end: end - minuteAt(now) }
}

const defaultMinutes = 30
const minutesPerDay = 24 * 60

/** Minutes since 1970 of a local time. */
export const minuteOf = (day: string, time: string) => Date.parse(`${day}T${time}Z`) / 60_000

/** Whether it needs the whole width of a page. */
export const isWide = ({ view, tracks }: DaySchedule) =>
  view === 'list' || tracks.filter(({ count }) => count > 0).length > 3

/** Whether the page of a day has a place for what is on now: the board, or the first hour with something to come. */
export const showsNow = ({ view, day, now, talks }: DaySchedule) =>
  view === 'list' && !!now?.startsWith(day ?? '') && talks.some((talk) => !hasEndedAt(now, talk))

type RoomNow = { room: string; now: ScheduledTalk | undefined; next: ScheduledTalk | undefined }

/** What runs in each room at a local moment, and what follows; rooms where nothing does either are left out. */
export function nowAndNext(schedule: DaySchedule, now: string): RoomNow[] {
  const talks = schedule.talks.filter(({ status, start_time }) => status === 'scheduled' && start_time)
  const byRoom = Map.groupBy(talks, ({ location }) => location)
  return schedule.rooms.flatMap(({ name: room }) => {
    const inRoom = byRoom.get(room) ?? []
    const running = inRoom.find((talk) => isRunningAt(now, talk))
    const next = inRoom.find((talk) => `${talk.date}T${talk.start_time}` > now)
    return running || next ? [{ room, now: running, next }] : []
  })
}

/** Of a person's talks, in their order: the next one of today that begins after a local moment, else the one that runs. */
export function nextToday<Talk extends Timed & { status: string }>(
  talks: Talk[],
  now: string,
): Talk | undefined {
  const ofToday = talks.filter(
    ({ status, date, start_time }) => status !== 'cancelled' && start_time && date === now.slice(0, 10),
  )
  return (
    ofToday.find((talk) => minutesTo(now, talk).start > 0) ?? ofToday.find((talk) => isRunningAt(now, talk))
  )
}
