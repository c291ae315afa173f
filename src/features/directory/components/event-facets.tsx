import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import type { EventCounts } from '#features/events/events.schemas.ts'
import { monthName } from '#lib/dates.ts'
import { type Choice, manyChoices, singleChoices } from '../facets.ts'
import { factLabels, howLabel, hows } from '../filters.ts'
import { type DirectorySearch, firstPageOf, type NearCount } from '../search.ts'
import { Facet } from './facet.tsx'
import { NearFilter } from './near-filter.tsx'

/** The choices of a kind that are visible at once; the others fold. */
const visibleCounts = { Format: 3, Month: 12, Country: 8, Topic: 8, Language: 5, Facts: 2 }

/** Of more, in the past, the year is the better choice. */
const maxMonths = 24

/** `nearCounts`: how many each distance from a city has. */
export type FacetsProps = { search: DirectorySearch; counts: EventCounts; nearCounts: NearCount[] }

/** The choices beside a list on a wide screen. Beside one that is longer than they are they stay in sight. */
export const FacetsBeside = ({ listed, ...facets }: FacetsProps & { listed: number }) => (
  <aside
    aria-label="Filters of the list"
    className={`hidden lg:block ${listed > 20 ? 'sticky bottom-6 self-end' : ''}`}
  >
    <EventFacets {...facets} />
  </aside>
)

/** What the events can be narrowed to, with how many each choice would leave. */
export function EventFacets({ search, counts, nearCounts }: FacetsProps) {
  const firstPage = firstPageOf(search)
  const ofHow = { 'in-person': counts.in_person, online: counts.online }
  const facts = { ...factLabels, how: howLabel }
  const factChoices = (name: keyof typeof facts, counted: { name: string; count: number }[]) =>
    singleChoices(
      firstPage,
      name,
      counted.filter((choice) => choice.count > 0 || search[name] === choice.name),
      facts[name],
    )
  // What is said to be in person or online alone is counted above, with what its place tells.
  const formatChoices = factChoices('format', counts.formats).filter(
    ({ value, isChosen }) => value === 'hybrid' || isChosen,
  )
  const facet = (title: keyof typeof visibleCounts, choices: Choice[]) => (
    <Facet to="/conferences" title={title} choices={choices} visibleCount={visibleCounts[title]} />
  )
  return (
    <div className="stack gap-6">
      <NearFilter
        action="/conferences"
        search={search}
        otherFields={{ ...firstPage, near: undefined, within: undefined, filters: undefined }}
        counts={nearCounts}
        linkOf={(within) => ({ to: '/conferences', search: { ...firstPage, within } })}
      />
      {facet('Format', [
        ...factChoices(
          'how',
          hows.map(({ how }) => ({ name: how, count: ofHow[how] })),
        ),
        ...formatChoices,
      ])}
      {counts.months.length <= maxMonths &&
        facet(
          'Month',
          manyChoices(
            firstPage,
            'month',
            counts.months.map(({ name, coming, past }) => ({ name, count: coming + past })),
            monthName,
          ),
        )}
      <RenderAfterFirstFrame>
        {facet('Country', manyChoices(firstPage, 'country', counts.countries))}
        {facet('Language', factChoices('language', counts.languages))}
        {facet('Facts', [
          ...factChoices('free', [{ name: 'yes', count: counts.free }]),
          ...factChoices('captions', [{ name: 'yes', count: counts.captions }]).map((choice) => ({
            ...choice,
            value: 'captions',
          })),
        ])}
        {facet('Topic', manyChoices(firstPage, 'topics', counts.topics))}
      </RenderAfterFirstFrame>
    </div>
  )
}
