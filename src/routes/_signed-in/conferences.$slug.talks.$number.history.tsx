import { createFileRoute, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historyHead, historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { talkLink, talkPath } from '#features/programme/talk-link.ts'
import { api } from '#lib/api.ts'

export const Route = createFileRoute('/_signed-in/conferences/$slug/talks/$number/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params, deps }) => {
    const input = { number: Number(params.number) }
    const { id, title, event_slug, number } = await load(api.programme.talkByNumber.queryOptions({ input }))
    if (event_slug !== params.slug || String(number) !== params.number)
      throw redirect({
        to: '/conferences/$slug/talks/$number/history',
        params: talkLink(event_slug, number).params,
        search: deps,
        replace: true,
      })
    const record = { kind: 'talks', id, name: title, path: talkPath(event_slug, number) } as const
    return { site, ...(await loadHistory(load, record, deps)) }
  },
  head: historyHead,
  component: () => <HistoryPage {...Route.useLoaderData()} />,
  staticData: { isUnlisted: true, notFoundTitle: 'Talk not found' },
})
