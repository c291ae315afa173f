import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { manyChoices } from '#features/directory/facets.ts'
import { type BoardSearch, firstPageOf, isNarrowed } from '../board.ts'
import type { CallCounts } from '../calls.schemas.ts'
import { costNames, costs, tabNames, tabs } from '../calls.ts'

/** What calls pay for, at least on request, each a link to those that do: the first question of who proposes. */
export const PaidChoices = ({ search, counts }: { search: BoardSearch; counts: CallCounts }) => (
  <ul aria-label="Covers, at least on request" className="flex flex-wrap gap-2">
    {manyChoices(
      firstPageOf(search),
      'paid',
      costNames.map((name) => ({ name, count: counts.paid[name] })).filter(({ count }) => count > 0),
      (name) => costs[name as 'hotel'],
    ).map(({ value, label, count, isChosen, search }) => (
      <li key={value}>
        <Link
          to="/cfp"
          search={search}
          rel="nofollow"
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={isChosen ? 'true' : undefined}
          className={buttonClass({ look: isChosen ? 'primary' : 'quiet', size: 'small' })}
        >
          {label}
          <span className="font-normal">{counts.is_complete && count}</span>
        </Link>
      </li>
    ))}
  </ul>
)

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
