import { Section } from '#components/ui/section.tsx'
import type { EventWeek } from '#features/events/events.schemas.ts'
import { shortDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { drawWeeks, weeksWidth } from '../week-marks.ts'
import { MonthLinks, type MonthLinksProps, TimelineKey } from './month-links.tsx'

type Props = MonthLinksProps & { weeks: EventWeek[]; title?: string }

/** The coming year as a strip: a mark for each conference in the week in which it begins, months as links. Nothing without one. */
export function Timeline({ weeks, title = 'The year to come', ...months }: Props) {
  if (weeks.length === 0) return null
  const { total, busiest, height, onNow, onSite, online } = drawWeeks(weeks, months.today)
  return (
    <Section
      title={title}
      aside={
        // On a phone the list below it comes sooner.
        <p className="text-[0.9375rem] text-quiet max-sm:sr-only">
          {count(total, 'conference', 'conferences')} in twelve months
          {busiest.count > 1 &&
            `. Busiest: the week of ${shortDay(busiest.week).replace(/, \d{4}$/, '')}, with ${busiest.count}`}
        </p>
      }
    >
      <MonthLinks
        {...months}
        strip={
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
        }
      />
      <TimelineKey {...{ onNow, onSite, online }} />
    </Section>
  )
}
