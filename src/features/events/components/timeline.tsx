import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { EventWeek } from '../events.schemas.ts'
import { drawWeeks, monthsFrom, weeksWidth } from '../week-marks.ts'

type Props = {
  weeks: EventWeek[]
  today: string
  /** The directory narrowed to a month, yyyy-MM. */
  monthLink: (month: string) => Record<string, unknown>
  title?: string
}

/** The coming year as a strip: a mark for each conference in the week in which it begins, months as links. Nothing without one. */
export function Timeline({ weeks, today, monthLink, title = 'The year to come' }: Props) {
  if (weeks.length === 0) return null
  const { total, busiest, height, onNow, onSite, online } = drawWeeks(weeks, today)
  return (
    <Section
      title={title}
      aside={
        <p className="text-[0.9375rem] text-quiet">
          {count(total, 'conference', 'conferences')}
          {busiest.count > 1 &&
            `. Busiest: the week of ${shortDay(busiest.week).replace(/, \d{4}$/, '')}, with ${busiest.count}`}
        </p>
      }
    >
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${weeksWidth} ${height}`}
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
    <span className={`h-1.5 w-3.5 forced-color-adjust-none ${className}`} />
    {children}
  </span>
)

function MonthLinks({ today, monthLink }: Pick<Props, 'today' | 'monthLink'>) {
  return (
    <ol className="grid grid-cols-12 text-sm">
      {monthsFrom(today).map((first, index) => {
        const name = first.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
        const isYearShown = first.getUTCMonth() === 0 || index === 0
        return (
          <li key={first.getTime()} className="border-l border-ink md:pl-1.5">
            <PlainLink
              to="/conferences"
              search={monthLink(first.toISOString().slice(0, 7))}
              rel="nofollow"
              aria-label={`${name} ${first.getUTCFullYear()}`}
              className="block min-h-7 py-1 font-semibold underline decoration-edge underline-offset-3 hover:text-accent max-md:text-center"
            >
              {/* A letter stands below its part of the strip on a phone, too. */}
              {name[0]}
              <span className="max-md:hidden">
                {name.slice(1)}
                {isYearShown && ` ${first.getUTCFullYear()}`}
              </span>
            </PlainLink>
          </li>
        )
      })}
    </ol>
  )
}
