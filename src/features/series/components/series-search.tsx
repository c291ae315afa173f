import { SearchBox } from '#components/forms/search-box.tsx'
import { limits } from '#src/limits.ts'

/** A GET form, which works without script. */
export const SeriesSearch = ({ search }: { search?: string }) => (
  <form action="/series" className="flex min-w-0 gap-3">
    <SearchBox
      key={search}
      name="search"
      label="Find a series"
      defaultValue={search}
      maxLength={limits.searchTerm}
      className="min-w-0 sm:w-72"
      button="Find"
    />
  </form>
)
