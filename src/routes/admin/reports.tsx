import { createFileRoute, Link } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Tabs, tabClass } from '#components/ui/tabs.tsx'
import { ReportList } from '#features/reports/components/report-list.tsx'
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
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    list: await load(api.reports.list.queryOptions({ input: deps, staleTime: 0 })),
  }),
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Reports', path: '/admin/reports', noIndex: true }),
  component: Reports,
  pendingComponent: () => <Spinner label="Loading reports..." />,
  errorComponent: ({ error }) => <ErrorPanel error={error} title="Error loading reports" />,
})

function Reports() {
  const { reports, next } = Route.useLoaderData().list
  const { status, after } = Route.useSearch()
  return (
    <div className="page stack gap-8 py-8">
      <PageTitle>Reports</PageTitle>
      <Tabs label="Reports">
        {([undefined, 'settled'] as const).map((state) => (
          <li key={state ?? 'open'}>
            <Link
              to="/admin/reports"
              search={{ status: state }}
              aria-current={status === state ? 'page' : undefined}
              className={tabClass}
            >
              {state ? 'Settled' : 'Open'}
            </Link>
          </li>
        ))}
      </Tabs>
      <div>
        {reports.length === 0 && (
          <EmptyState>{status ? 'No settled reports.' : 'No open reports.'}</EmptyState>
        )}
        <ReportList reports={reports} />
        <ListPages
          back={after !== undefined && { label: 'First page', search: { status } }}
          next={next !== null && { label: 'More', search: { status, after: next } }}
        />
      </div>
    </div>
  )
}
