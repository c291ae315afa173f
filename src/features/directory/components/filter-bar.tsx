import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide'
import { useSubmittingSelect } from '#components/forms/use-submitting-select.ts'
import { ListFilters } from '#components/layout/list-filters.tsx'
import { Select } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { EventCounts } from '#features/events/events.schemas.ts'
import { limits } from '#src/limits.ts'
import { chipsOf, filterCount } from '../filters.ts'
import { type DirectorySearch, directorySearch, firstPageOf, selectionOf } from '../search.ts'

type Props = { search: DirectorySearch; terms: EventCounts['terms']; years: number[] }

/** The filters of the directory: words, year, topics and view; where they have no room beside the list, the way to all others. */
export function FilterBar({ search, terms, years }: Props) {
  const year = useSubmittingSelect(String(search.year ?? ''))
  const chosen = filterCount(selectionOf(search))
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
      <Select {...year} name="year" aria-label="Year">
        <option value="">All years</option>
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Select>
      <Link
        to="/conferences"
        search={{ ...search, filters: 'open' }}
        resetScroll={false}
        className="choice min-h-10 lg:hidden"
      >
        <Icon icon={SlidersHorizontal} className="size-4.5" />
        Filters{chosen > 0 && ` (${chosen})`}
      </Link>
    </ListFilters>
  )
}
