import { ListFilters } from '#components/layout/list-filters.tsx'
import { limits } from '#src/limits.ts'
import { firstPageOf, type SpeakerSearch } from '../speaker-search.ts'

export const SpeakerFilters = ({ search }: { search: SpeakerSearch }) => (
  <ListFilters
    to="/speakers"
    search={search}
    firstPage={firstPageOf(search)}
    label="Search by name, location or country"
    debounce={limits.speakerSearchDebounce}
  />
)
