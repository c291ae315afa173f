import { createFileRoute } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { EventClaimCard } from '#features/events/components/event-claim-card.tsx'
import { claimSearch } from '#features/people/claim-search.ts'
import { ClaimLists } from '#features/people/components/claim-lists.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { orZero } from '#lib/load.ts'
import { messageOf } from '#lib/query-client.ts'

export const Route = createFileRoute('/admin/claims')({
  validateSearch: claimSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const fresh = { staleTime: 0 }
    const total = (status: 'pending' | 'approved' | 'rejected') =>
      orZero(load(api.eventClaims.total.queryOptions({ input: { status }, ...fresh })))
    const list = (status: 'pending' | 'approved' | 'rejected') =>
      load(api.eventClaims.list.queryOptions({ input: { status, after: deps[status] }, ...fresh }))
    const ifShown = (status: 'approved' | 'rejected') => (deps.processed ? list(status) : undefined)
    const [pending, approved, rejected, ...totals] = await Promise.all([
      list('pending'),
      ifShown('approved'),
      ifShown('rejected'),
      total('pending'),
      total('approved'),
      total('rejected'),
    ])
    return {
      site,
      lists: { pending, approved, rejected },
      totals: { pending: totals[0], approved: totals[1], rejected: totals[2] },
    }
  },
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          site: loaderData.site,
          title: 'Event Claims Management',
          description: 'Who says that a conference is theirs, and whether that is so.',
          path: '/admin/claims',
          noIndex: true,
        })
      : {},
  component: EventClaims,
  pendingComponent: () => <Spinner label="Loading claims..." />,
  errorComponent: ({ error }) => (
    <ErrorPanel error={error} title={`Error loading claims: ${messageOf(error)}`} />
  ),
})

function EventClaims() {
  const { lists, totals } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-8">
      <PageTitle>Event Claims Management</PageTitle>
      <ClaimLists
        search={Route.useSearch()}
        lists={lists}
        totals={totals}
        card={(claim) => <EventClaimCard claim={claim} />}
        nothing="No event claims found."
      />
    </div>
  )
}
