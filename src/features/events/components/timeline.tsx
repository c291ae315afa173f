import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { EventWeek } from '../events.schemas.ts'

const width = 1060
const bar = 15
/** The highest column, and a mark of one event in it. */
const [highest, tallest] = [110, 9]

type Props = {
  weeks: EventWeek[]
  today: string
  /** The directory narrowed to a month, yyyy-MM. */
  monthLink: (month: string) => Record<string, unknown>
  title?: string
}

const totalOf = ({ in_person, online, running }: EventWeek) => in_person + online + running

/** The coming year as a strip: a mark for each conference in the week in which it begins, months as links. Nothing without one. */
export function Timeline({ weeks, today, monthLink, title = 'The year to come' }: Props) {
  if (weeks.length === 0) return null
  const busiest = weeks.reduce((most, week) => (totalOf(week) > totalOf(most) ? week : most))
  const total = weeks.reduce((sum, week) => sum + totalOf(week), 0)
  const unit = Math.min(tallest, highest / totalOf(busiest))
  const height = Math.max(unit * totalOf(busiest), tallest * 3)
  const [onNow, onSite, online] = (['running', 'in_person', 'online'] as const).map((kind) =>
    weeks.map((week) => marksOf(week, { kind, today, unit, height })).join(''),
  )
  return (
    <Section
      title={title}
      aside={
        <p className="text-[0.9375rem] text-quiet">
          {count(total, 'conference', 'conferences')}
          {totalOf(busiest) > 1 &&
            `. Busiest: the week of ${shortDay(busiest.week).replace(/, \d{4}$/, '')}, with ${totalOf(busiest)}`}
        </p>
      }
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${Math.ceil(height) + 1}`}
        preserveAspectRatio="none"
        className="block max-h-28 min-h-12 w-full border-b border-ink"
      >
        <path d={onNow} className="fill-accent" />
        <path d={onSite} className="fill-ink" />
        <path d={online} className="fill-none stroke-ink" vectorEffect="non-scaling-stroke" />
      </svg>
      <MonthLinks {...{ today, monthLink }} />
      <p aria-hidden="true" className="mt-1 flex flex-wrap gap-x-4 text-sm text-quiet">
        {onNow && <KeyEntry className="bg-accent">on now</KeyEntry>}
        {onSite && <KeyEntry className="bg-ink">at a place</KeyEntry>}
        {online && <KeyEntry className="border border-ink">online</KeyEntry>}
      </p>
    </Section>
  )
}

const KeyEntry = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`h-1.5 w-3.5 ${className}`} />
    {children}
  </span>
)

type Scale = { kind: keyof Omit<EventWeek, 'week'>; today: string; unit: number; height: number }

/** The marks of one kind in a week, above those of the kinds before it. */
function marksOf(week: EventWeek, { kind, today, unit, height }: Scale): string {
  const below = { running: 0, in_person: week.running, online: week.running + week.in_person }[kind]
  const x = Math.round(shareOf(week.week, today) * width)
  const gap = unit > 3 ? Math.min(2.5, unit / 3) : unit / 4
  return Array.from({ length: week[kind] }, (_, index) => {
    const y = (height - (below + index + 1) * unit + gap / 2).toFixed(1)
    return `M${x} ${y}h${bar}v${(unit - gap).toFixed(1)}h${-bar}z`
  }).join('')
}

/** Where a day lies between the first of this month, 0, and the end of the eleventh after it, 1. All months are equally wide. */
function shareOf(day: string, today: string): number {
  const [year, month, date] = (day < today ? today : day).split('-').map(Number) as [number, number, number]
  const monthIndex = (year - Number(today.slice(0, 4))) * 12 + month - Number(today.slice(5, 7))
  return (monthIndex + (date - 1) / new Date(Date.UTC(year, month, 0)).getUTCDate()) / 12
}

function MonthLinks({ today, monthLink }: Pick<Props, 'today' | 'monthLink'>) {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const months = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(year, month - 1 + index)))
  return (
    <ol className="flex flex-wrap gap-x-3 text-sm md:grid md:grid-cols-12 md:gap-0">
      {months.map((first, index) => (
        <li key={first.getTime()} className="md:border-l md:border-ink md:pl-1.5">
          <PlainLink
            to="/conferences"
            search={monthLink(first.toISOString().slice(0, 7))}
            rel="nofollow"
            className="inline-block min-h-7 py-1 font-semibold underline decoration-edge underline-offset-3 hover:text-accent"
          >
            {first.toLocaleString('en', { month: 'short', timeZone: 'UTC' })}
            {(first.getUTCMonth() === 0 || index === 0) && ` ${first.getUTCFullYear()}`}
          </PlainLink>
        </li>
      ))}
    </ol>
  )
}
