import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { SpeakerNotFound } from '#features/speakers/components/speaker-not-found.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/speakers/$id/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params: { id }, deps }) => {
    const speaker = await load(api.speakers.detail.queryOptions({ input: { id } }))
    if (speaker.id !== id)
      throw redirect({ to: '/speakers/$id/history', params: speaker, search: deps, replace: true })
    return { site, speaker, ...(await loadHistory(load, { kind: 'speakers', id }, deps)) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ speaker }) => ({
      title: `History of ${speaker.name}`,
      path: `/speakers/${speaker.id}/history`,
      noIndex: true,
    })),
  component: HistoryOfSpeaker,
  staticData: { isUnlisted: true, notFoundTitle: 'Speaker not found' },
  notFoundComponent: SpeakerNotFound,
})

function HistoryOfSpeaker() {
  const { speaker, ...history } = Route.useLoaderData()
  return (
    <HistoryPage
      key={speaker.id}
      {...history}
      name={speaker.name}
      back={
        <Link to="/speakers/$id" params={speaker} className="link w-fit text-quiet">
          Back to the speaker
        </Link>
      }
    />
  )
}
