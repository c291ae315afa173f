import { Section } from '#components/ui/section.tsx'
import { count } from '#lib/text.ts'
import type { SeriesEdition } from '../series.schemas.ts'
import { figuresByYear, yearOf, yearRanges } from '../series.ts'
import { TalkChart } from './talk-chart.tsx'

/** How many talks and recordings each year has, as a drawing and in a sentence. */
export function SeriesFigures({ editions, today }: { editions: SeriesEdition[]; today: string }) {
  const years = figuresByYear(editions, today)
  const talks = years.reduce((sum, year) => sum + year.talks, 0)
  if (talks === 0) return null
  const videos = years.reduce((sum, year) => sum + year.videos, 0)
  const bare = years.filter(({ state }) => state === 'bare').map(({ year }) => year)
  const first = Math.min(...editions.filter((edition) => edition.talks > 0).map(yearOf))
  return (
    <Section
      title="Talks and recordings"
      aside={<span className="text-sm text-quiet">filled = recorded</span>}
    >
      <TalkChart years={years} className="max-sm:hidden" />
      <TalkChart years={years} className="sm:hidden" isNarrow />
      <p className="mt-3 max-w-prose text-[0.9375rem] text-quiet">
        {count(talks, 'talk', 'talks')} since {first}, {videos.toLocaleString('en')} with a recording.
        {bare.length > 0 && ` No programme is listed for ${yearRanges(bare)}.`}{' '}
        <a href="#editions" className="link">
          Figures as a table
        </a>
      </p>
    </Section>
  )
}
