import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { ListFilters } from '#components/layout/list-filters.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import { DidYouMean } from '#features/find/components/did-you-mean.tsx'
import { loadSuggestion } from '#features/find/suggestion.ts'
import { SpeakingSoon } from '#features/programme/components/speaking-soon.tsx'
import { NoSpeakers } from '#features/speakers/components/no-speakers.tsx'
import { SpeakerLetters } from '#features/speakers/components/speaker-letters.tsx'
import { SpeakerRow } from '#features/speakers/components/speaker-row.tsx'
import { firstPageOf, speakerSearch } from '#features/speakers/speaker-search.ts'
import { TopicPicker } from '#features/topics/components/topic-picker.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'

export const Route = createFileRoute('/speakers/')({
  validateSearch: speakerSearch,
  // While typing, the previous results stay until the new ones arrive.
  pendingMs: Number.POSITIVE_INFINITY,
  // Only what the page knows, in one order: a cached page is rendered without the rest (server/pages/page-key.ts).
  loaderDeps: ({ search }) => speakerSearch({ ...search }),
  loader: async ({ context: { load, site }, deps: { search, topics, from, after, browse } }) => {
    const [page, overview, soon, allTopics] = await Promise.all([
      load(api.speakers.list.queryOptions({ input: { search, topics, from, after } })),
      load(api.speakers.overview.queryOptions()),
      load(api.speakingSoon.list.queryOptions()),
      browse ? load(api.topics.all.queryOptions()) : [],
    ])
    const suggestion = await loadSuggestion(load, search, 'speakers', page.speakers.length)
    return { site, ...page, overview, soon, allTopics, suggestion }
  },
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site }) => ({
      title: 'Speakers',
      description: 'People who speak at tech conferences: where they spoke, where they will, and what about.',
      path: '/speakers',
      noIndex: Object.values(match.loaderDeps).some(Boolean),
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [breadcrumbs(site, { name: 'Speakers', path: '/speakers' })],
    })),
  component: Speakers,
  errorComponent: ({ error }) => <ErrorPanel error={error} title="Error loading speakers" />,
})

/** How many fill a window. */
const rowsAtOnce = 18

function Speakers() {
  const { site, speakers, next, overview, soon, allTopics, suggestion } = Route.useLoaderData()
  const search = Route.useLoaderDeps()
  const isFiltered = Boolean(search.search || search.topics)
  const rows = speakers.map((speaker) => (
    <li key={speaker.id}>
      <SpeakerRow speaker={speaker} isList={search.view === 'list'} />
    </li>
  ))
  return (
    <div className="page stack gap-4 py-3 sm:gap-6 sm:py-6">
      <PageTitle action={site.viewer && <ButtonLink to="/speakers/new" size="small" label="Add Speaker" />}>
        Speakers
      </PageTitle>
      <ListFilters
        to="/speakers"
        search={search}
        firstPage={firstPageOf(search)}
        label="Search by name, location or country"
        debounce={limits.speakerSearchDebounce}
      />
      {!isFiltered && search.from === undefined && search.after === undefined && (
        <SpeakingSoon speakers={soon} />
      )}
      {!isFiltered && overview.total > 0 && (
        <div className="ruled flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 className="text-2xl">
            {count(overview.total, 'speaker', 'speakers', overview.is_complete ? '' : '+')}
          </h2>
          <SpeakerLetters letters={overview.letters} search={search} />
        </div>
      )}
      <DidYouMean to="/speakers" search={search} suggestion={suggestion} />
      {speakers.length === 0 ? (
        <NoSpeakers search={search} />
      ) : (
        <ul className={search.view === 'list' ? 'people' : 'people gap-x-10 sm:grid-cols-2 lg:grid-cols-3'}>
          {rows.slice(0, rowsAtOnce)}
          <RenderAfterFirstFrame as="li">{rows.slice(rowsAtOnce)}</RenderAfterFirstFrame>
        </ul>
      )}
      <ListPages search={search} next={next} first="Back to the first speakers" more="More speakers" />
      {search.browse && <TopicPicker to="/speakers" search={firstPageOf(search)} topics={allTopics} />}
    </div>
  )
}
