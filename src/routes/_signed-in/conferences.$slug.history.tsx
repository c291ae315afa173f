import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/conferences/$slug/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params: { slug }, deps }) => {
    const event = await load(api.events.detail.queryOptions({ input: { slug } }))
    if (event.slug !== slug)
      throw redirect({ to: '/conferences/$slug/history', params: event, search: deps, replace: true })
    return { site, event, ...(await loadHistory(load, { kind: 'events', id: event.id }, deps)) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ event }) => ({
      title: `History of ${event.name}`,
      path: `/conferences/${event.slug}/history`,
      noIndex: true,
    })),
  component: HistoryOfConference,
  staticData: { isUnlisted: true, notFoundTitle: 'Conference not found' },
})

function HistoryOfConference() {
  const { event, ...history } = Route.useLoaderData()
  return (
    <HistoryPage
      key={event.id}
      {...history}
      name={event.name}
      slug={event.slug}
      back={
        <Link to="/conferences/$slug" params={event} className="link w-fit text-quiet">
          Back to the conference
        </Link>
      }
    />
  )
}
