import { createFileRoute, Link } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { DecisionsOfKind } from '#features/decisions/components/decision-list.tsx'
import { SettledReports } from '#features/reports/components/settled-reports.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { cursor, oneOf } from '#lib/search-params.ts'

type Search = { status?: 'settled'; after?: string }

export const Route = createFileRoute('/admin/reports')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    status: oneOf(raw.status, ['settled']),
    after: cursor(raw.after),
  }),
  loaderDeps: ({ search: { status, after } }) => ({ status, after }),
  loader: async ({ context: { load, site }, deps }) => {
    const isSettled = deps.status === 'settled'
    const [open, settled] = await Promise.all([
      isSettled
        ? undefined
        : load(api.decisions.list.queryOptions({ input: { kind: 'report' }, staleTime: 0 })),
      isSettled ? load(api.reports.list.queryOptions({ input: deps, staleTime: 0 })) : undefined,
    ])
    return { site, open, settled }
  },
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Reports', path: '/admin/reports', noIndex: true }),
  component: Reports,
  pendingComponent: () => <Spinner label="Loading reports..." />,
  errorComponent: ({ error }) => <ErrorPanel error={error} title="Error loading reports" />,
})

function Reports() {
  const { open, settled } = Route.useLoaderData()
  const { status, after } = Route.useSearch()
  return (
    <div className="page stack gap-8 py-8">
      <PageTitle>Reports</PageTitle>
      <PostForm name="decision" />
      <Tabs label="Reports">
        {([undefined, 'settled'] as const).map((state) => (
          <li key={state ?? 'open'}>
            <Link
              to="/admin/reports"
              search={{ status: state }}
              aria-current={status === state ? 'page' : undefined}
              className="tab"
            >
              {state ? 'Settled' : 'Open'}
            </Link>
          </li>
        ))}
      </Tabs>
      {open && (
        <DecisionsOfKind kind="report" page={open}>
          <EmptyState>No open reports.</EmptyState>
        </DecisionsOfKind>
      )}
      {settled && (
        <div>
          {settled.reports.length === 0 && <EmptyState>No settled reports.</EmptyState>}
          <SettledReports reports={settled.reports} />
          <ListPages
            back={after !== undefined && { label: 'First page', search: { status } }}
            next={settled.next !== null && { label: 'More', search: { status, after: settled.next } }}
          />
        </div>
      )}
    </div>
  )
}
