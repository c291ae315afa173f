import { createFileRoute, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historyHead, historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { SeriesNotFound } from '#features/series/components/series-not-found.tsx'
import { api } from '#lib/api.ts'

export const Route = createFileRoute('/_signed-in/series/$slug/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params, deps }) => {
    const { id, name, slug } = await load(api.series.detail.queryOptions({ input: params }))
    if (slug !== params.slug)
      throw redirect({ to: '/series/$slug/history', params: { slug }, search: deps, replace: true })
    const record = { kind: 'series', id, name, path: `/series/${slug}` } as const
    return { site, ...(await loadHistory(load, record, deps)) }
  },
  head: historyHead,
  component: () => <HistoryPage {...Route.useLoaderData()} />,
  staticData: { isUnlisted: true, notFoundTitle: 'Series not found' },
  notFoundComponent: SeriesNotFound,
})
