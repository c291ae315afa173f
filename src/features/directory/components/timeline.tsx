import type { EventWeek } from '#features/events/events.schemas.ts'
import { drawWeeks, weeksWidth } from '../week-marks.ts'
import { MonthLinks, type MonthLinksProps } from './month-links.tsx'

/** The coming year as a strip: a mark for each conference in the week in which it begins, months as links. Nothing without one. */
export function Timeline({ weeks, ...months }: MonthLinksProps & { weeks: EventWeek[] }) {
  if (weeks.length === 0) return null
  const { height, onNow, onSite, online } = drawWeeks(weeks, months.today)
  return (
    <MonthLinks
      {...months}
      strip={
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${weeksWidth} ${height}`}
          preserveAspectRatio="none"
          className="block h-8.5 w-full border-b border-ink max-sm:hidden"
        >
          <path d={onNow} className="fill-accent" />
          <path d={onSite} className="fill-ink" />
          <path d={online} className="fill-none stroke-ink" vectorEffect="non-scaling-stroke" />
        </svg>
      }
    />
  )
}
