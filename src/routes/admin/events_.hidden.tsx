import { createFileRoute, Link } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { HiddenEventList } from '#features/directory/components/hidden-event-list.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/admin/events_/hidden')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => ({
    site,
    list: await load(api.hiddenEvents.list.queryOptions({ input: deps, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Hidden conferences', path: '/admin/events/hidden', noIndex: true }),
  component: HiddenEvents,
})

function HiddenEvents() {
  const { list } = Route.useLoaderData()
  const search = Route.useSearch()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div className="stack gap-2">
        <Link to="/admin/events" className="link w-fit text-[0.9375rem]">
          All events
        </Link>
        <PageTitle>Hidden conferences</PageTitle>
      </div>
      <p className="max-w-prose">
        These conferences are hidden because their owner is suspended. They reappear when the owner is
        restored. You can also restore a single one.
      </p>
      <HiddenEventList events={list.events} />
      <ListPages search={search} next={list.next} first="First conferences" more="More conferences" />
    </div>
  )
}
