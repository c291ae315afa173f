import { NotFound } from '#components/layout/not-found.tsx'

/** Instead of a conference. `data` is the sentence of one that was removed. */
export const EventNotFound = ({ data }: { data?: unknown }) => (
  <NotFound title="Conference not found" to="/conferences" label="Back to Conferences">
    {typeof data === 'string' ? data : 'It may have been removed, or the link may be wrong.'}
  </NotFound>
)
