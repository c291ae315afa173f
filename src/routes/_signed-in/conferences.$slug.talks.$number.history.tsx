import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { HistoryPage } from '#features/history/components/history-page.tsx'
import { historySearch } from '#features/history/history-search.ts'
import { loadHistory } from '#features/history/load-history.ts'
import { talkLink, talkPath } from '#features/programme/talk-link.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/conferences/$slug/talks/$number/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, params, deps }) => {
    const talk = await load(
      api.programme.talkByNumber.queryOptions({ input: { number: Number(params.number) } }),
    )
    if (talk.event_slug !== params.slug || String(talk.number) !== params.number)
      throw redirect({
        to: '/conferences/$slug/talks/$number/history',
        params: talkLink(talk.event_slug, talk.number).params,
        search: deps,
        replace: true,
      })
    return { site, talk, ...(await loadHistory(load, { kind: 'talks', id: talk.id }, deps)) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ talk }) => ({
      title: `History of ${talk.title}`,
      path: `${talkPath(talk.event_slug, talk.number)}/history`,
      noIndex: true,
    })),
  component: HistoryOfTalk,
  staticData: { isUnlisted: true, notFoundTitle: 'Talk not found' },
})

function HistoryOfTalk() {
  const { talk, ...history } = Route.useLoaderData()
  return (
    <HistoryPage
      key={talk.id}
      {...history}
      name={talk.title}
      back={
        <Link {...talkLink(talk.event_slug, talk.number)} className="link w-fit text-quiet">
          Back to the talk
        </Link>
      }
    />
  )
}
