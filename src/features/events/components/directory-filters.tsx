import { useEffect, useRef } from 'react'
import { ListFilters } from '#components/layout/list-filters.tsx'
import { Select } from '#components/ui/field.tsx'
import { limits } from '#src/limits.ts'
import { type DirectorySearch, directorySearch, firstPageOf } from '../directory.ts'

type Props = { search: DirectorySearch; years: number[] }

/** The filters of the directory: text, year, topics and view. */
export function DirectoryFilters({ search, years }: Props) {
  const firstPage = firstPageOf(search)
  const chips = [
    ...(search.search
      ? [{ label: `“${search.search}”`, searchWithout: { ...firstPage, search: undefined } }]
      : []),
    ...(search.year
      ? [{ label: String(search.year), searchWithout: { ...firstPage, year: undefined } }]
      : []),
  ]
  const year = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (year.current) year.current.value = String(search.year ?? '')
  }, [search.year])
  return (
    <ListFilters
      to="/conferences"
      search={search}
      firstPage={firstPage}
      label="Search by name, city, country or topic"
      debounce={limits.directorySearchDebounce}
      addFields={(search) => directorySearch({ ...search, year: year.current?.value })}
      chips={chips}
    >
      <Select
        ref={year}
        name="year"
        aria-label="Year"
        defaultValue={search.year ?? ''}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
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
