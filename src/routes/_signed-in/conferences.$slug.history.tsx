import { createFileRoute, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historyHead, historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { api } from '#lib/api.ts'

export const Route = createFileRoute('/_signed-in/conferences/$slug/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params, deps }) => {
    const { id, name, slug } = await load(api.events.detail.queryOptions({ input: params }))
    if (slug !== params.slug)
      throw redirect({ to: '/conferences/$slug/history', params: { slug }, search: deps, replace: true })
    const record = { kind: 'events', id, name, path: `/conferences/${slug}`, slug } as const
    return { site, ...(await loadHistory(load, record, deps)) }
  },
  head: historyHead,
  component: () => <HistoryPage {...Route.useLoaderData()} />,
  staticData: { isUnlisted: true, notFoundTitle: 'Conference not found' },
})
