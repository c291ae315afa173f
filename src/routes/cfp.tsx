import { createFileRoute, Link } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { boardSearch, feedQuery, firstPageOf, isNarrowed, selectionOf } from '#features/calls/board.ts'
import { BoardTabs, PaidChoices } from '#features/calls/components/board-tabs.tsx'
import { CallBoard } from '#features/calls/components/call-board.tsx'
import { CallFacets } from '#features/calls/components/call-facets.tsx'
import { FilterPanel, FiltersLink } from '#features/directory/components/filter-panel.tsx'
import { UnknownCity } from '#features/directory/components/near-filter.tsx'
import { filterCount } from '#features/directory/filters.ts'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { count } from '#lib/text.ts'
import { hasUnknownCity, redirectNear } from './-near.ts'

export const Route = createFileRoute('/cfp')({
  validateSearch: boardSearch,
  loaderDeps: ({ search }) => boardSearch({ ...search }),
  loader: async ({ context: { load, site }, deps }) => {
    const isCityUnknown = await hasUnknownCity(load, deps)
    if (isCityUnknown) await redirectNear('/cfp', deps)
    const input = selectionOf(isCityUnknown ? { ...deps, near: undefined, within: undefined } : deps)
    const [page, counts, marks] = await Promise.all([
      load(api.calls.list.queryOptions({ input: { ...input, after: deps.after } })),
      load(api.calls.counts.queryOptions({ input })),
      site.viewer ? load(api.callMarks.states.queryOptions()) : undefined,
    ])
    return { site, page, counts, marks, isCityUnknown }
  },
  head: ({ loaderData, match }) =>
    pageHead(loaderData, () => ({
      title: 'Calls for papers',
      description:
        'Open calls for papers of tech conferences: until when, where, and what is paid for speakers.',
      path: '/cfp',
      noIndex: Object.values(match.loaderDeps).some(Boolean),
      feeds: { query: feedQuery(match.loaderDeps) },
    })),
  component: Board,
})

function Board() {
  const { site, page, counts, marks, isCityUnknown } = Route.useLoaderData()
  const search = Route.useLoaderDeps()
  const firstPage = firstPageOf(search)
  const { tab = 'talks', ...filters } = selectionOf(search)
  return (
    <div className="page stack gap-3 py-3 sm:gap-5 sm:py-6">
      <PageTitle action={<BoardActions />}>Calls for papers</PageTitle>
      <div className="flex flex-wrap items-center gap-2">
        <BoardTabs search={search} counts={counts} />
        <FiltersLink to="/cfp" search={search} chosen={filterCount(filters)} />
        <PaidChoices search={search} counts={counts} />
      </div>
      <div className="stack gap-8">
        {isCityUnknown ? (
          <UnknownCity city={search.near!} />
        ) : page.calls.length === 0 ? (
          <EmptyState>
            {isNarrowed(search) ? 'No open calls with these filters.' : 'No open calls of this kind.'}
          </EmptyState>
        ) : (
          <CallBoard calls={page.calls} today={site.today} marks={marks} />
        )}
        <ListPages
          search={{ ...firstPage, after: search.after }}
          next={page.next}
          first="The first to close"
          more="More calls"
        />
        <p className="text-quiet">Missing one? Members can add a call on any conference's page.</p>
      </div>
      {search.filters && (
        <FilterPanel
          to="/cfp"
          search={firstPage}
          cleared={isNarrowed(search) && { tab: search.tab }}
          remaining={count(counts.tabs[tab], 'call', 'calls', counts.is_complete ? '' : '+')}
        >
          <CallFacets search={search} counts={counts} />
        </FilterPanel>
      )}
    </div>
  )
}

function BoardActions() {
  const { site } = Route.useLoaderData()
  const query = feedQuery(Route.useLoaderDeps())
  return (
    <>
      <CalendarSheet
        {...{ site, path: `/cfp/feed.ics${query}` }}
        title="Closing days of calls"
        size="small"
        note={
          <>
            Each call is an entry on the day it closes, with a reminder a week before. There is also{' '}
            <a href={`/cfp/feed.atom${query}`} className="link">
              a feed of new calls
            </a>
            .
          </>
        }
      />
      {site.viewer && (
        <Link to="/dashboard/calls" className={buttonClass({ look: 'outline', size: 'small' })}>
          My calls
        </Link>
      )}
    </>
  )
}
