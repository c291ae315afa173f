import { createFileRoute } from '@tanstack/react-router'
import { RecentChangesPage } from '#features/history/components/recent-changes-page.tsx'
import { recentSearch } from '#features/history/history-search.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/changes')({
  validateSearch: recentSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    list: await load(api.history.recent.queryOptions({ input: deps, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Recent changes', path: '/admin/changes', noIndex: true }),
  component: RecentChanges,
})

function RecentChanges() {
  const { list } = Route.useLoaderData()
  return <RecentChangesPage list={list} search={Route.useSearch()} />
}
