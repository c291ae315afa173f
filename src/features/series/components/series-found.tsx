import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import type { ListedSeries } from '../series.schemas.ts'
import { editionsText } from '../series.ts'

const most = 6

/** The series that a search without anything to come may mean, those with the newest editions first. */
export function SeriesFound({ series, search }: { series: ListedSeries[]; search: string }) {
  if (series.length === 0) return null
  const newestFirst = series.toSorted((one, other) => (one.last_date > other.last_date ? -1 : 1))
  return (
    <Section
      title="Series"
      aside={
        series.length > most && (
          <PlainLink to="/series" search={{ search }} className="link py-0.5 text-quiet">
            All series with “{search}”
          </PlainLink>
        )
      }
    >
      <ul className="grid gap-x-14 gap-y-3 md:grid-cols-2">
        {newestFirst.slice(0, most).map((one) => (
          <li key={one.id} className="min-w-0">
            <PlainLink to="/series/$slug" params={one} dir="auto" className="font-semibold hover:text-accent">
              {one.name}
            </PlainLink>{' '}
            <span className="text-[0.9375rem] whitespace-nowrap text-quiet">{editionsText(one)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
