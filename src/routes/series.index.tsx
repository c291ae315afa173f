import { createFileRoute } from '@tanstack/react-router'
import { SearchBox } from '#components/forms/search-box.tsx'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SeriesRow } from '#features/series/components/series-row.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { cursor, oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

const seriesSearch = (raw: Record<string, unknown>): { search?: string; after?: string } => ({
  search: oneText(raw.search),
  after: cursor(raw.after),
})

export const Route = createFileRoute('/series/')({
  validateSearch: seriesSearch,
  loaderDeps: ({ search }) => seriesSearch({ ...search }),
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    ...(await load(api.series.list.queryOptions({ input: deps }))),
  }),
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site }) => ({
      title: 'Conference series',
      description: 'Tech conferences through the years: every edition with its place, talks and recordings.',
      path: '/series',
      noIndex: Object.values(match.loaderDeps).some(Boolean),
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [breadcrumbs(site, { name: 'Conference series', path: '/series' })],
    })),
  component: SeriesIndex,
})

function SeriesIndex() {
  const { series, next } = Route.useLoaderData()
  const search = Route.useLoaderDeps()
  return (
    <div className="page stack gap-4 py-3 sm:gap-6 sm:py-6">
      <PageTitle>Conference series</PageTitle>
      <form action="/series" className="flex min-w-0 gap-3">
        <SearchBox
          key={search.search}
          name="search"
          label="Find a series"
          defaultValue={search.search}
          maxLength={limits.searchTerm}
          className="min-w-0 sm:w-72"
          button="Find"
        />
      </form>
      {series.length === 0 ? (
        <EmptyState
          action={search.search && <ButtonLink to="/series" look="outline" label="View all series" />}
        >
          {search.search ? `No series found for “${search.search}”.` : 'No series are listed yet.'}
        </EmptyState>
      ) : (
        <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {series.map((one) => (
            <SeriesRow key={one.id} series={one} />
          ))}
        </ul>
      )}
      <ListPages search={search} next={next} first="Back to the first series" more="More series" />
    </div>
  )
}
