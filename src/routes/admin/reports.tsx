import { createFileRoute, Link } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { DecisionsOfKind } from '#features/decisions/components/decision-list.tsx'
import type { DecisionState } from '#features/decisions/decisions.schemas.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { oneOf } from '#lib/search-params.ts'

export const Route = createFileRoute('/admin/reports')({
  validateSearch: (raw: Record<string, unknown>) => ({ status: oneOf(raw.status, ['settled'] as const) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps: { status } }) => {
    const state: DecisionState = status ? 'accepted' : 'open'
    const query = api.decisions.list.queryOptions({ input: { kind: 'report', state }, staleTime: 0 })
    return { site, state, page: await load(query) }
  },
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Reports', path: '/admin/reports', noIndex: true }),
  component: Reports,
})

function Reports() {
  const { state, page } = Route.useLoaderData()
  const { status } = Route.useSearch()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Reports</PageTitle>
      <PostForm name="decision" />
      <Tabs label="Reports">
        {([undefined, 'settled'] as const).map((other) => (
          <li key={other ?? 'open'}>
            <Link
              to="/admin/reports"
              search={{ status: other }}
              activeOptions={{ exact: true }}
              aria-current={status === other ? 'page' : undefined}
              className="tab"
            >
              {other ? 'Settled' : 'Open'}
            </Link>
          </li>
        ))}
      </Tabs>
      <DecisionsOfKind kind="report" state={state} page={page}>
        <EmptyState>{status ? 'No settled reports.' : 'No open reports.'}</EmptyState>
      </DecisionsOfKind>
    </div>
  )
}
