import { SearchBox } from '#components/forms/search-box.tsx'
import { limits } from '#src/limits.ts'

/** The directory's search on the home page: a narrow header has none. */
export const HomeSearch = () => (
  <search className="mt-8 block max-w-lg lg:hidden">
    <form action="/conferences" className="flex gap-3">
      <SearchBox
        name="search"
        required
        label="Topic, city or name"
        maxLength={limits.searchTerm}
        className="min-w-0 flex-1"
      />
    </form>
  </search>
)
