import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import type { SeriesDetail } from '../series.schemas.ts'
import { yearOf, yearRanges } from '../series.ts'

/** Who spoke at several editions: a line from the first to the last, a dot for each. */
export function ReturningSpeakers({ series }: { series: SeriesDetail }) {
  const { editions, speakers, speaker_count } = series
  if (speakers.length === 0) return null
  const years = editions.map(yearOf)
  const first = Math.min(...years)
  const span = Math.max(1, Math.max(...years) - first)
  const yearsOf = (ids: string[]) => editions.filter(({ id }) => ids.includes(id)).map(yearOf)
  const x = (year: number) => 4 + ((year - first) / span) * 192
  return (
    <Section
      title="Speakers who returned"
      aside={
        speaker_count > speakers.length && (
          <span className="text-sm text-quiet">
            {speakers.length} of {speaker_count.toLocaleString('en')}
          </span>
        )
      }
    >
      <ul>
        {speakers.map(({ id, name, event_ids }) => {
          const spoken = yearsOf(event_ids)
          return (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-center gap-x-4 border-b border-hairline py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)_15rem]"
            >
              <PlainLink
                to="/speakers/$id"
                params={{ id }}
                dir="auto"
                className="font-semibold hover:text-accent"
              >
                {name}
              </PlainLink>
              <svg
                viewBox="0 0 200 8"
                className="w-full max-sm:hidden"
                aria-hidden="true"
                fill="currentColor"
              >
                <path
                  d={`M${x(Math.min(...spoken))} 4H${x(Math.max(...spoken))}`}
                  stroke="currentColor"
                  strokeWidth="0.5"
                />
                {[...new Set(spoken)].map((year) => (
                  <circle key={year} cx={x(year)} cy="4" r="2" />
                ))}
              </svg>
              <span className="text-sm text-quiet sm:text-right">{yearRanges(spoken)}</span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
