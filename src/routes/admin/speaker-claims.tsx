import { createFileRoute } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { claimSearch, loadClaims } from '#features/claims/claim-search.ts'
import { ClaimsPage } from '#features/claims/components/claims-page.tsx'
import { SpeakerClaimCard } from '#features/claims/components/speaker-claim-card.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { withFallback } from '#lib/load.ts'
import { messageOf } from '#lib/query-client.ts'

export const Route = createFileRoute('/admin/speaker-claims')({
  validateSearch: claimSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    ...(await loadClaims(
      deps,
      (input) => load(api.speakerClaims.list.queryOptions({ input, staleTime: 0 })),
      (input) => withFallback(load(api.speakerClaims.total.queryOptions({ input, staleTime: 0 })), 0),
    )),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, {
      title: 'Speaker Claims Management',
      path: '/admin/speaker-claims',
      noIndex: true,
    }),
  component: SpeakerClaims,
  pendingComponent: () => <Spinner label="Loading claims..." />,
  errorComponent: ({ error }) => (
    <ErrorPanel error={error} title={`Error loading claims: ${messageOf(error)}`} />
  ),
})

function SpeakerClaims() {
  return (
    <ClaimsPage
      title="Speaker Claims Management"
      search={Route.useSearch()}
      {...Route.useLoaderData()}
      card={(claim) => <SpeakerClaimCard claim={claim} />}
      emptyText="No speaker profile claims found."
    />
  )
}
