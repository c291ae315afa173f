import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { SeriesNotFound } from '#features/series/components/series-not-found.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/series/$slug/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params: { slug }, deps }) => {
    const series = await load(api.series.detail.queryOptions({ input: { slug } }))
    if (series.slug !== slug)
      throw redirect({ to: '/series/$slug/history', params: series, search: deps, replace: true })
    return { site, series, ...(await loadHistory(load, { kind: 'series', id: series.id }, deps)) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ series }) => ({
      title: `History of ${series.name}`,
      path: `/series/${series.slug}/history`,
      noIndex: true,
    })),
  component: HistoryOfSeries,
  staticData: { isUnlisted: true, notFoundTitle: 'Series not found' },
  notFoundComponent: SeriesNotFound,
})

function HistoryOfSeries() {
  const { series, ...history } = Route.useLoaderData()
  return (
    <HistoryPage
      key={series.id}
      {...history}
      name={series.name}
      back={
        <Link to="/series/$slug" params={series} className="link w-fit text-quiet">
          Back to the series
        </Link>
      }
    />
  )
}
