import { useSubmittingSelect } from '#components/forms/use-submitting-select.ts'
import { ListFilters } from '#components/layout/list-filters.tsx'
import { Select } from '#components/ui/field.tsx'
import type { MonthCounts } from '#features/events/events.schemas.ts'
import { limits } from '#src/limits.ts'
import { chipsOf, filterCount } from '../filters.ts'
import { type DirectorySearch, directorySearch, firstPageOf, selectionOf } from '../search.ts'
import { FiltersLink } from './filter-panel.tsx'

type Props = { search: DirectorySearch; terms: MonthCounts['terms']; years: number[] }

/** The filters of the directory: words, year, topics and view, and the way to all others. */
export function FilterBar({ search, terms, years }: Props) {
  const year = useSubmittingSelect(String(search.year ?? ''))
  return (
    <ListFilters
      to="/conferences"
      search={search}
      firstPage={firstPageOf(search)}
      label="Name, place or topic"
      debounce={limits.directorySearchDebounce}
      fields={['search', 'year']}
      // Months of another year would leave nothing.
      addFields={(search) => {
        const chosenYear = year.ref.current?.value ?? ''
        const month = search.month?.filter((candidate) => candidate.startsWith(chosenYear))
        return directorySearch({ ...search, year: chosenYear, month })
      }}
      chips={chipsOf(search, terms)}
      hasMap
    >
      <FiltersLink to="/conferences" search={search} chosen={filterCount(selectionOf(search))} />
      <Select {...year} name="year" aria-label="Year" className="max-sm:w-25 max-sm:pr-0 max-sm:pl-1.5">
        <option value="">All years</option>
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Select>
    </ListFilters>
  )
}
