import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { DirectorySection } from '#features/directory/components/directory-section.tsx'
import { DirectoryPanel } from '#features/directory/components/event-facets.tsx'
import { FilterBar } from '#features/directory/components/filter-bar.tsx'
import { UnknownCity, Widened } from '#features/directory/components/near-filter.tsx'
import { NothingFound } from '#features/directory/components/nothing-found.tsx'
import { Timeline } from '#features/directory/components/timeline.tsx'
import { toggleValue } from '#features/directory/facets.ts'
import { monthCounts, pastTotal, resultSummary, upcomingTotal } from '#features/directory/filters.ts'
import { directorySearch, feedQuery, firstPageOf, isNarrowed, titleOf } from '#features/directory/search.ts'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { DidYouMean } from '#features/find/components/did-you-mean.tsx'
import { DirectoryMap } from '#features/places/components/directory-map.tsx'
import { SeriesFound } from '#features/series/components/series-found.tsx'
import { cardPath, pageCard } from '#features/sharing/card.ts'
import { KeepExploring } from '#features/topics/components/keep-exploring.tsx'
import { TopicPicker } from '#features/topics/components/topic-picker.tsx'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { loadDirectory } from './-directory.ts'
import { DirectoryActions } from './-directory-actions.tsx'

const crumb = { name: 'Conferences', path: '/conferences' }

export const Route = createFileRoute('/conferences/')({
  validateSearch: directorySearch,
  // While typing, the previous results stay until the new ones arrive.
  pendingMs: Number.POSITIVE_INFINITY,
  // Only what the page knows, in one order: a cached page is rendered without the rest (server/pages/page-key.ts).
  loaderDeps: ({ search }) => directorySearch({ ...search }),
  loader: ({ context, deps }) => loadDirectory(context, deps),
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ events, search, site }) => ({
      title: titleOf(match.loaderDeps),
      description:
        'Tech conferences and events worldwide, upcoming and past: search by name, city, country and topic.',
      path: '/conferences',
      image: import.meta.env.SSR && isForCrawlers() && cardPath(pageCard('conferences'), site.name),
      noIndex: Object.values(match.loaderDeps).some(Boolean),
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [eventListJsonLd(site, events), breadcrumbs(site, crumb)],
      feeds: { query: feedQuery(search) },
    })),
  component: Conferences,
})

function Conferences() {
  const data = Route.useLoaderData()
  const { site, search, events, next, past, counts, nearCounts, map } = data
  const isEmpty = events.length + past.events.length === 0
  const isPast = counts.coming === 0 && !search.year && !search.month
  const sections = { today: site.today, search }
  return (
    <div className="page stack gap-2 py-2.5 sm:gap-3 sm:py-4">
      <PageTitle isSmall action={<DirectoryActions {...{ site, search, isEmpty }} />}>
        Conferences and events worldwide
      </PageTitle>
      <FilterBar search={search} terms={counts.terms} years={data.years} />
      <Timeline
        weeks={data.weeks}
        today={site.today}
        monthLink={(month) => ({ ...firstPageOf(search), month: toggleValue(search.month, month) })}
        chosen={search.month}
      />
      <div className="stack gap-10">
        <p role="status" className="sr-only">
          {search.search && resultSummary(counts, past.events.length, past.next === null)}
        </p>
        {!data.isCityUnknown && (
          <DidYouMean to="/conferences" search={firstPageOf(search)} suggestion={data.suggestion} />
        )}
        {data.isCityUnknown ? (
          <UnknownCity city={search.near!} suggestion={data.suggestion} />
        ) : isEmpty && isNarrowed(search) ? (
          <NothingFound
            search={search}
            terms={counts.terms}
            near={data.near}
            nearCities={data.nearCities}
            wider={data.wider}
          />
        ) : (
          <>
            {data.isWidened && events.length > 0 && <Widened search={search} />}
            {map && <DirectoryMap search={search} map={map} isPast={isPast} />}
            <DirectorySection
              {...sections}
              part="later"
              events={events}
              next={next}
              total={upcomingTotal(counts, search)}
              monthCounts={monthCounts(counts, 'coming')}
              wider={data.wider}
              aroundWords={data.aroundWords}
            />
            {search.search && <SeriesFound series={data.series} search={search.search} />}
            <DirectorySection
              {...sections}
              part="earlier"
              events={past.events}
              next={past.next}
              total={pastTotal(counts)}
              monthCounts={new Map(data.pastMonthCounts)}
            />
          </>
        )}
      </div>
      <KeepExploring topics={data.popular} feedPath={`/conferences/feed.atom${feedQuery(search)}`} />
      {data.choices && (
        <DirectoryPanel {...{ search, nearCounts }} counts={data.choices} hasStrip={data.weeks.length > 0} />
      )}
      {search.browse && (
        <TopicPicker to="/conferences" search={firstPageOf(search)} topics={data.allTopics} />
      )}
    </div>
  )
}
