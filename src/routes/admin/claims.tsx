import { createFileRoute } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { ClaimsPage } from '#features/claims/components/claims-page.tsx'
import { claimSearch, loadClaims } from '#features/claims/load-claims.ts'
import { pageHead } from '#lib/head.ts'
import { messageOf } from '#lib/query-client.ts'

const title = 'Event Claims Management'

export const Route = createFileRoute('/admin/claims')({
  validateSearch: claimSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    ...(await loadClaims(load, 'event_claim', deps)),
  }),
  head: ({ loaderData }) => pageHead(loaderData, { title, path: '/admin/claims', noIndex: true }),
  component: EventClaims,
  pendingComponent: () => <Spinner label="Loading claims..." />,
  errorComponent: ({ error }) => (
    <ErrorPanel error={error} title={`Error loading claims: ${messageOf(error)}`} />
  ),
})

function EventClaims() {
  return <ClaimsPage {...Route.useLoaderData()} title={title} emptyText="No event claims found." />
}
