import { createFileRoute } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { claimSearch, loadClaims } from '#features/claims/claim-search.ts'
import { ClaimsPage } from '#features/claims/components/claims-page.tsx'
import { EventClaimCard } from '#features/claims/components/event-claim-card.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { withFallback } from '#lib/load.ts'
import { messageOf } from '#lib/query-client.ts'

export const Route = createFileRoute('/admin/claims')({
  validateSearch: claimSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    ...(await loadClaims(
      deps,
      (input) => load(api.eventClaims.list.queryOptions({ input, staleTime: 0 })),
      (input) => withFallback(load(api.eventClaims.total.queryOptions({ input, staleTime: 0 })), 0),
    )),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Event Claims Management', path: '/admin/claims', noIndex: true }),
  component: EventClaims,
  pendingComponent: () => <Spinner label="Loading claims..." />,
  errorComponent: ({ error }) => (
    <ErrorPanel error={error} title={`Error loading claims: ${messageOf(error)}`} />
  ),
})

function EventClaims() {
  return (
    <ClaimsPage
      title="Event Claims Management"
      search={Route.useSearch()}
      {...Route.useLoaderData()}
      card={(claim) => <EventClaimCard claim={claim} />}
      emptyText="No event claims found."
    />
  )
}
