import { PlainLink } from '#components/layout/plain-link.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'

type Edition = { start_date: string; series: EventDetail['series'] }

/** The series of which a person was at several editions, with the years: 'PyCon DE: 2019, 2021, 2024'. */
export function SeriesYears({ events }: { events: Edition[] }) {
  const ofSeries = [...Map.groupBy(events, ({ series }) => series?.id)]
    .filter(([id, editions]) => id !== undefined && editions.length > 1)
    .map(([, editions]) => ({
      series: editions[0]!.series!,
      years: [...new Set(editions.map(({ start_date }) => start_date.slice(0, 4)))].sort(),
    }))
    .sort((one, other) => other.years.length - one.years.length)
  if (ofSeries.length === 0) return null
  return (
    <ul aria-label="Series" className="mb-4 grid gap-1.5">
      {ofSeries.map(({ series, years }) => (
        <li key={series.id}>
          <PlainLink to="/series/$slug" params={series} dir="auto" className="link font-semibold">
            {series.name}
          </PlainLink>
          : {years.join(', ')}
        </li>
      ))}
    </ul>
  )
}
