import { NotFound } from '#components/layout/not-found.tsx'

export const SeriesNotFound = () => (
  <NotFound title="Series not found" to="/series" label="All series">
    It may have been removed, or the link may be wrong.
  </NotFound>
)
