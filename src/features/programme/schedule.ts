import { allTracks, mainTrack } from '#src/limits.ts'
import type { DaySchedule, ScheduledBreak, ScheduledTalk } from './programme.schemas.ts'

export type ScheduleItem = ({ kind: 'talk' } & ScheduledTalk) | ({ kind: 'break' } & ScheduledBreak)

/** One row of the table: what starts at a time, by track; or a break across all tracks. */
export type ScheduleRow =
  | { kind: 'slot'; time: string | null; label: string; cells: ScheduleItem[][] }
  | { kind: 'band'; time: string; item: ScheduledBreak }

export type ScheduleTable = { tracks: string[]; rows: ScheduleRow[] }

/** A day with more start times and tracks than this is grouped by the hour: otherwise the table would be mostly empty. */
const maxTimes = 20
const maxTracks = 6

const trackOf = (item: { track_name: string | null }) => item.track_name ?? mainTrack

/** The day as a table: time runs down, tracks are columns in order of their first talk, breaks for all are bands. */
export function scheduleTable({ talks, breaks }: Pick<DaySchedule, 'talks' | 'breaks'>): ScheduleTable {
  const items: ScheduleItem[] = [
    ...talks.map((talk) => ({ kind: 'talk' as const, ...talk })),
    ...breaks.filter((each) => each.track_name).map((each) => ({ kind: 'break' as const, ...each })),
  ].sort(compareItems)
  const tracks = [...new Set(items.map(trackOf))].sort(
    (one, other) => Number(other === mainTrack) - Number(one === mainTrack),
  )
  const isByHour = new Set(items.map((item) => item.start_time)).size > maxTimes && tracks.length > maxTracks
  const timeOf = (item: ScheduleItem) =>
    isByHour && item.start_time ? `${item.start_time.slice(0, 2)}:00` : item.start_time

  const slots = new Map<string | null, ScheduleItem[][]>()
  for (const item of items) {
    const time = timeOf(item)
    const cells = slots.get(time) ?? tracks.map(() => [])
    cells[tracks.indexOf(trackOf(item))]?.push(item)
    slots.set(time, cells)
  }
  const rows: ScheduleRow[] = [
    ...[...slots].map(([time, cells]) => ({ kind: 'slot' as const, time, label: time ?? 'Any time', cells })),
    ...breaks
      .filter((each) => !each.track_name)
      .map((item) => ({
        kind: 'band' as const,
        time: item.start_time,
        item: { ...item, track_name: allTracks },
      })),
  ].sort(
    (one, other) =>
      compareTimes(one.time, other.time) || Number(one.kind === 'slot') - Number(other.kind === 'slot'),
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
