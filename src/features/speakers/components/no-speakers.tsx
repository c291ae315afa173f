import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
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
          <Link to="/speakers" className={buttonClass({ look: 'outline' })}>
            Show all speakers
          </Link>
        </div>
      }
    >
      No speakers found
    </EmptyState>
  )
}
