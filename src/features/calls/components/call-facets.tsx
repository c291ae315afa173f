import { Facet } from '#features/directory/components/facet.tsx'
import { NearFilter } from '#features/directory/components/near-filter.tsx'
import { manyChoices, singleChoices } from '#features/directory/facets.ts'
import { howLabel, hows } from '#features/directory/filters.ts'
import { monthName } from '#lib/dates.ts'
import { languageName } from '#lib/language-name.ts'
import { type BoardSearch, firstPageOf } from '../board.ts'
import type { CallCounts } from '../calls.schemas.ts'

type Props = { search: BoardSearch; counts: CallCounts }

/** What the board can be narrowed to. */
export function CallFacets({ search, counts }: Props) {
  const firstPage = firstPageOf(search)
  // Where not all calls were counted, no figure is better than a wrong one.
  const ifComplete = (counted: { name: string; count: number }[]) =>
    counts.is_complete ? counted : counted.map(({ name }) => ({ name }))
  const choices = (
    name: 'topics' | 'country' | 'city' | 'month' | 'language',
    counted: { name: string; count: number }[],
    labelOf?: (name: string) => string,
  ) => manyChoices(firstPage, name, ifComplete(counted), labelOf)
  const ofHow = { 'in-person': counts.in_person, online: counts.online }
  const countedHows = hows.map(({ how }) => ({ name: how, count: ofHow[how] }))
  const facet = { to: '/cfp', visibleCount: 8 } as const
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Facet {...facet} title="Topic" choices={choices('topics', counts.topics)} />
      <Facet
        {...facet}
        title="Format"
        choices={singleChoices(firstPage, 'how', ifComplete(countedHows), howLabel)}
      />
      <NearFilter
        action="/cfp"
        search={search}
        otherFields={{ ...firstPage, near: undefined, within: undefined }}
        linkOf={(within) => ({ to: '/cfp', search: { ...firstPage, within } })}
      />
      <Facet {...facet} title="Country" choices={choices('country', counts.countries)} />
      <Facet {...facet} title="City" choices={choices('city', [])} />
      <Facet
        {...facet}
        title="Month of the conference"
        choices={choices('month', counts.months, monthName)}
      />
      <Facet {...facet} title="Language" choices={choices('language', counts.languages, languageName)} />
    </div>
  )
}
