import type { EventWeek } from '#features/events/events.schemas.ts'

export const weeksWidth = 1060
const bar = 15
/** The highest column, and a mark of one event in it. */
const [highest, tallest] = [110, 9]

const totalOf = ({ in_person, online, running }: EventWeek) => in_person + online + running

/** The marks of the coming weeks as paths. There is at least one week. */
export function drawWeeks(weeks: EventWeek[], today: string) {
  const most = Math.max(...weeks.map(totalOf))
  const unit = Math.min(tallest, highest / most)
  const height = Math.ceil(Math.max(unit * most, tallest * 3)) + 1
  const marks = (kind: Scale['kind']) =>
    weeks.map((week) => marksOf(week, { kind, today, unit, height })).join('')
  return {
    height,
    onNow: marks('running'),
    onSite: marks('in_person'),
    online: marks('online'),
  }
}

type Scale = { kind: keyof Omit<EventWeek, 'week'>; today: string; unit: number; height: number }

/** The marks of one kind in a week, above those of the kinds before it. */
function marksOf(week: EventWeek, { kind, today, unit, height }: Scale): string {
  const below = { running: 0, in_person: week.running, online: week.running + week.in_person }[kind]
  const x = Math.round(shareOf(week.week, today) * weeksWidth)
  const gap = unit > 3 ? Math.min(2.5, unit / 3) : unit / 4
  return Array.from({ length: week[kind] }, (_, index) => {
    const y = (height - (below + index + 1) * unit + gap / 2).toFixed(1)
    return `M${x} ${y}h${bar}v${(unit - gap).toFixed(1)}h${-bar}z`
  }).join('')
}

/** Where a day lies between the first of this month, 0, and the end of the eleventh after it, 1. All months are equally wide. */
function shareOf(day: string, today: string): number {
  const first = `${today.slice(0, 7)}-01`
  const [year, month, date] = (day < first ? first : day).split('-').map(Number) as [number, number, number]
  const monthIndex = (year - Number(today.slice(0, 4))) * 12 + month - Number(today.slice(5, 7))
  return (monthIndex + (date - 1) / new Date(Date.UTC(year, month, 0)).getUTCDate()) / 12
}
