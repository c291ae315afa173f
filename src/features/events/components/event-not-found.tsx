import { NotFound } from '#components/layout/not-found.tsx'

export const EventNotFound = () => (
  <NotFound title="Conference not found" to="/conferences" label="Back to Conferences">
    It may have been removed, or the link may be wrong.
  </NotFound>
)
