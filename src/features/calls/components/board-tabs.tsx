import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { type BoardSearch, firstPageOf, isNarrowed } from '../board.ts'
import type { CallCounts } from '../calls.schemas.ts'
import { tabNames, tabs } from '../calls.ts'

/** The kinds of calls, each a link to those of the chosen filters. */
export function BoardTabs({ search, counts }: { search: BoardSearch; counts: CallCounts }) {
  const firstPage = firstPageOf(search)
  const plus = counts.is_complete ? '' : '+'
  const current = search.tab ?? 'talks'
  // A tab with nothing in it leads nowhere.
  const shownTabs = tabNames.filter((name) => name === current || counts.tabs[name] > 0)
  return (
    <nav aria-label="Kinds of calls" className="flex flex-wrap gap-2">
      {shownTabs.map((name) => {
        const isCurrent = current === name
        return (
          <Link
            key={name}
            to="/cfp"
            search={{ ...firstPage, tab: name === 'talks' ? undefined : name }}
            activeOptions={{ exact: true }}
            aria-current={isCurrent ? 'page' : undefined}
            className={buttonClass({ look: isCurrent ? 'primary' : 'quiet', size: 'small' })}
          >
            {tabs[name].label}
            <span className="font-normal">
              {counts.tabs[name].toLocaleString('en')}
              {plus}
            </span>
          </Link>
        )
      })}
      {isNarrowed(search) && (
        <Link to="/cfp" search={{ tab: search.tab }} className="link py-1 text-[0.9375rem]">
          Clear filters
        </Link>
      )}
    </nav>
  )
}
