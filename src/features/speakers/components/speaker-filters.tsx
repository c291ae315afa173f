import { ListFilters } from '#components/layout/list-filters.tsx'
import { limits } from '#src/limits.ts'
import type { SpeakerSearch } from '../speaker-search.ts'

/** The filters of the list of speakers: text, topics and view. */
export const SpeakerFilters = ({ search }: { search: SpeakerSearch }) => (
  <ListFilters
    to="/speakers"
    search={search}
    firstPage={{ ...search, after: undefined, from: undefined }}
    label="Search by name, location or country"
    debounce={limits.speakerSearchDebounce}
  />
)
