import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { firstPageOf, type SpeakerSearch } from '../speaker-search.ts'

export function NoSpeakers({ search }: { search: SpeakerSearch }) {
  const { search: words, topics } = search
  if (!words && !topics) return <EmptyState>No speakers yet</EmptyState>
  return (
    <EmptyState
      action={
        <div className="stack justify-items-start gap-3">
          {words && topics && (
            <Link to="/speakers" search={{ ...firstPageOf(search), topics: undefined }} className="link">
              “{words}” in all topics
            </Link>
          )}
          {words && (
            // The form of the command menu, which stands in the header.
            <button type="submit" form="find" name="search" value={words} className="link text-left">
              Search everything for “{words}”
            </button>
          )}
          <ButtonLink to="/speakers" look="outline" label="Show all speakers" />
        </div>
      }
    >
      No speakers found
    </EmptyState>
  )
}
