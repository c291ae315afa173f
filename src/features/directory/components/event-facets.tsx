import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import type { EventCounts } from '#features/events/events.schemas.ts'
import { monthName } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { type Choice, manyChoices, singleChoices } from '../facets.ts'
import { factLabels, filterCount, howLabel, hows } from '../filters.ts'
import { type DirectorySearch, firstPageOf, type NearCount, selectionOf } from '../search.ts'
import { Facet } from './facet.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { NearFilter } from './near-filter.tsx'

/** The choices of a kind that are visible at once; the others fold. */
const visibleCounts = { Format: 3, Month: 12, Country: 8, Topic: 8, Language: 5, Facts: 2 }

/** Of more, in the past, the year is the better choice. */
const maxMonths = 24

type Props = {
  search: DirectorySearch
  counts: EventCounts
  /** How many each distance from a city has. */
  nearCounts: NearCount[]
  /** Whether the strip of the year has the months. */
  hasStrip: boolean
}

/** All filters of the directory over the page. */
export const DirectoryPanel = (props: Props) => {
  const { search, counts } = props
  return (
    <FilterPanel
      to="/conferences"
      search={search}
      cleared={filterCount(selectionOf(search)) > 0 && { search: search.search, view: search.view }}
      remaining={count(
        counts.coming + counts.past,
        'conference',
        'conferences',
        counts.is_complete ? '' : '+',
      )}
    >
      <EventFacets {...props} />
    </FilterPanel>
  )
}

/** What the events can be narrowed to, with how many each choice would leave. */
function EventFacets({ search, counts, nearCounts, hasStrip }: Props) {
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
    <div className="grid gap-6 sm:grid-cols-2">
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
      {!hasStrip &&
        counts.months.length <= maxMonths &&
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
