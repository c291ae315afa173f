import { NotFound } from '#components/layout/not-found.tsx'

/** Instead of a speaker. `data` is the sentence of a record that was removed. */
export const SpeakerNotFound = ({ data }: { data?: unknown }) => (
  <NotFound title="Speaker not found" to="/speakers" label="Back to Speakers">
    {typeof data === 'string' ? data : 'The profile may have been removed, or the link may be wrong.'}
  </NotFound>
)
