import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { DirectoryFilters } from '#features/events/components/directory-filters.tsx'
import { DirectorySection } from '#features/events/components/directory-section.tsx'
import { directorySearch, firstPageOf, resultSummary } from '#features/events/directory.ts'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { DidYouMean } from '#features/find/components/did-you-mean.tsx'
import { loadSuggestion } from '#features/find/suggestion.ts'
import { KeepExploring } from '#features/topics/components/keep-exploring.tsx'
import { TopicPicker } from '#features/topics/components/topic-picker.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, pageHead } from '#lib/head.ts'
import { limits } from '#src/limits.ts'

const crumb = { name: 'Conferences', path: '/conferences' }

export const Route = createFileRoute('/conferences/')({
  validateSearch: directorySearch,
  // While typing, the previous results stay until the new ones arrive.
  pendingMs: Number.POSITIVE_INFINITY,
  // Only what the page knows, in one order: a kept page is rendered without the rest (server/pages/page-key.ts).
  loaderDeps: ({ search }) => directorySearch({ ...search }),
  loader: async ({ context: { load, site }, deps }) => {
    const { search, year, topics, later, earlier, browse } = deps
    const filter = { search, year, topics }
    const list = (when: 'running' | 'upcoming' | 'past', after?: string) =>
      load(api.events.list.queryOptions({ input: { ...filter, when, after } }))
    const [running, upcoming, past, years, popular, allTopics] = await Promise.all([
      later ? undefined : list('running'),
      list('upcoming', later),
      list('past', earlier),
      load(api.events.years.queryOptions()),
      load(api.topics.popular.queryOptions({ input: { limit: limits.keepExploringTopics } })),
      browse ? load(api.topics.all.queryOptions()) : [],
    ])
    const events = [...(running?.events ?? []), ...upcoming.events]
    const suggestion = await loadSuggestion(load, search, 'events', events.length + past.events.length)
    return { site, events, next: upcoming.next, past, years, popular, allTopics, suggestion }
  },
  head: ({ loaderData, match }) =>
    loaderData
      ? pageHead({
          site: loaderData.site,
          title: 'Conferences',
          description:
            'Tech conferences and events worldwide, upcoming and past: search by name, city, country and topic.',
          path: '/conferences',
          noIndex: Object.values(match.search).some(Boolean),
          jsonLd: [eventListJsonLd(loaderData.site, loaderData.events), breadcrumbs(loaderData.site, crumb)],
        })
      : {},
  component: Conferences,
})

function Conferences() {
  const { site, events, next, past, years, popular, allTopics, suggestion } = Route.useLoaderData()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { topics: _, browse: __, ...others } = firstPageOf(search)
  const closeTopics = (topics = search.topics) =>
    navigate({
      search: { ...others, topics: topics?.length ? topics : undefined },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="page stack gap-10 py-8">
      <PageTitle
        action={
          site.viewer && (
            <Link to="/conferences/new" className={buttonClass()}>
              Add new conference
            </Link>
          )
        }
      >
        Conferences and events worldwide
      </PageTitle>
      <DirectoryFilters search={search} years={years} />
      <p role="status" className="sr-only">
        {search.search && resultSummary(events.length, past.events.length)}
      </p>
      <DidYouMean to="/conferences" search={firstPageOf(search)} suggestion={suggestion} />
      <DirectorySection part="later" events={events} next={next} today={site.today} search={search} />
      <DirectorySection
        part="earlier"
        events={past.events}
        next={past.next}
        today={site.today}
        search={search}
      />
      <KeepExploring topics={popular} />
      {search.browse && (
        <TopicPicker
          topics={allTopics}
          chosen={search.topics ?? []}
          action="/conferences"
          otherParams={{ search: others.search, year: others.year?.toString(), view: others.view }}
          onChoose={closeTopics}
          onClose={() => closeTopics()}
          clearLink={(className, children) => (
            <Link to="/conferences" search={others} replace resetScroll={false} className={className}>
              {children}
            </Link>
          )}
        />
      )}
    </div>
  )
}
