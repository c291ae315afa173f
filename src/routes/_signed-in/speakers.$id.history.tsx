import { createFileRoute, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historyHead, historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { SpeakerNotFound } from '#features/speakers/components/speaker-not-found.tsx'
import { api } from '#lib/api.ts'

export const Route = createFileRoute('/_signed-in/speakers/$id/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params, deps }) => {
    const { id, name } = await load(api.speakers.detail.queryOptions({ input: params }))
    if (id !== params.id)
      throw redirect({ to: '/speakers/$id/history', params: { id }, search: deps, replace: true })
    const record = { kind: 'speakers', id, name, path: `/speakers/${id}` } as const
    return { site, ...(await loadHistory(load, record, deps)) }
  },
  head: historyHead,
  component: () => <HistoryPage {...Route.useLoaderData()} />,
  staticData: { isUnlisted: true, notFoundTitle: 'Speaker not found' },
  notFoundComponent: SpeakerNotFound,
})
