import { createFileRoute } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { DuplicatePairs } from '#features/listing/components/duplicate-pairs.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { pageNumber } from '#lib/search-params.ts'
import { count } from '#lib/text.ts'

const perPage = 25

export const Route = createFileRoute('/admin/duplicates/')({
  validateSearch: (raw): { page?: number } => ({ page: pageNumber(raw.page) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    ...(await load(api.duplicates.list.queryOptions({ input: deps, staleTime: 0 }))),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Duplicate Conferences', path: '/admin/duplicates', noIndex: true }),
  component: Duplicates,
})

function Duplicates() {
  const { pairs, total } = Route.useLoaderData()
  const { page = 1 } = Route.useSearch()
  return (
    <div className="page stack gap-6 py-8">
      <PageTitle>Duplicate Conferences</PageTitle>
      <p className="max-w-prose text-quiet">
        {total > 0
          ? `${count(total, 'pair looks', 'pairs look')} like one conference that is listed twice; the surest come first. Changes are compared within a minute.`
          : 'No conferences look alike.'}
      </p>
      {pairs.length > 0 && <DuplicatePairs pairs={pairs} />}
      <ListPages
        back={page > 1 && { label: 'First page', search: {} }}
        next={total > page * perPage && { label: 'Next page', search: { page: page + 1 } }}
      />
    </div>
  )
}
