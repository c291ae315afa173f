import { createFileRoute } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { NumberedPages } from '#components/layout/numbered-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { UserSearchForm } from '#features/administration/components/user-search-form.tsx'
import { UserTable } from '#features/administration/components/user-table.tsx'
import { userSearch } from '#features/administration/user-search.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/users')({
  validateSearch: userSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, deps }) => ({
    site,
    viewer,
    list: await load(api.people.listForAdmins.queryOptions({ input: deps, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'User Management', path: '/admin/users', noIndex: true }),
  component: Users,
  pendingComponent: () => <Spinner label="Loading users..." />,
  errorComponent: ({ error }) => <ErrorPanel error={error} title="Error loading users" />,
})

function Users() {
  const { viewer, list } = Route.useLoaderData()
  const { search, suspended } = Route.useSearch()
  const { users, page, pages, total } = list
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>User Management</PageTitle>
      <div className="stack gap-6">
        <UserSearchForm search={search} suspended={suspended} />
        {users.length === 0 ? (
          <EmptyState>
            {suspended
              ? 'No suspended users.'
              : 'No users found. Try a different page or check the database.'}
          </EmptyState>
        ) : (
          <UserTable
            users={users}
            viewer={viewer}
            caption={`Page ${page.toLocaleString('en')} of ${pages.toLocaleString('en')} (${total.toLocaleString('en')} users total)`}
          />
        )}
        <NumberedPages page={page} pages={pages} search={{ search, suspended }} />
      </div>
    </div>
  )
}
