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

/** Whether something takes place at a local moment of the event. Without an end it does for half an hour. */
export function isRunningAt(
  now: string,
  talk: { date: string; start_time: string | null; end_time: string | null },
) {
  if (!talk.start_time) return false
  const minute = minuteOf(now.slice(0, 10), now.slice(11))
  const start = minuteOf(talk.date, talk.start_time)
  const end = talk.end_time ? minuteOf(talk.date, talk.end_time) : start + defaultMinutes
  return minute >= start && minute < (end < start ? end + minutesPerDay : end)
}

const defaultMinutes = 30
const minutesPerDay = 24 * 60

/** Minutes since 1970 of a local time. */
export const minuteOf = (day: string, time: string) => Date.parse(`${day}T${time}Z`) / 60_000

/** Whether the list of a day by the hour has this one or a later one: it is open from there. */
export const showsHourOfNow = ({ view, day, now, talks }: DaySchedule) =>
  view === 'list' &&
  !!now?.startsWith(day ?? '') &&
  talks.some(({ date, start_time }) => `${date}T${start_time}`.slice(0, 13) >= now.slice(0, 13))

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
