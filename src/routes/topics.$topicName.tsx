import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { OpenCallsLine } from '#features/calls/components/open-calls-line.tsx'
import { Watch } from '#features/coverage/components/new-links.tsx'
import { Timeline } from '#features/directory/components/timeline.tsx'
import { UpcomingAndPast } from '#features/directory/components/upcoming-and-past.tsx'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { FollowThis } from '#features/follows/components/follow-this.tsx'
import { cardPath, topicCard } from '#features/sharing/card.ts'
import { TopicPage, withoutTopic } from '#features/topics/components/topic-page.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { cursors } from '#lib/search-params.ts'
import { loadFollowing } from './-following.ts'
import { loadUpcomingAndPast } from './-upcoming-and-past.ts'
import { loadWeeks } from './-weeks.ts'

export const Route = createFileRoute('/topics/$topicName')({
  validateSearch: cursors,
  loaderDeps: ({ search }) => cursors({ ...search }),
  loader: async ({ context: { load, site }, params: { topicName }, deps }) => {
    const topic = await load(api.topics.detail.queryOptions({ input: { name: topicName } }))
    const params = { topicName: topic.name }
    if (topic.name !== topicName)
      throw redirect({ to: '/topics/$topicName', params, search: deps, statusCode: 301 })
    const [lists, videos, openCalls, weeks, isFollowing] = await Promise.all([
      loadUpcomingAndPast(load, { topics: [topicName] }, deps),
      load(api.coverage.ofTopic.queryOptions({ input: { name: topicName } })),
      load(api.calls.summary.queryOptions({ input: { topics: [topicName] } })),
      loadWeeks(load, { topics: [topicName] }),
      loadFollowing(load, site.viewer, { kind: 'topic', key: topicName }),
    ])
    return { site, total: topic.event_count, videos, openCalls, weeks, isFollowing, ...lists }
  },
  head: ({ loaderData, params: { topicName }, match }) =>
    pageHead(loaderData, ({ past, site, upcoming }) => {
      const path = `/topics/${encodeURIComponent(topicName)}`
      return {
        title: `Conferences about ${topicName}`,
        description: `Tech conferences about ${topicName}, upcoming and past, with their talks and speakers.`,
        path,
        noIndex: Object.values(match.loaderDeps).some(Boolean),
        feeds: { query: '' },
        image: import.meta.env.SSR && isForCrawlers() && cardPath(topicCard(topicName), site.name),
        jsonLd: import.meta.env.SSR &&
          isForCrawlers() && [
            eventListJsonLd(site, [...upcoming.events, ...past.events]),
            breadcrumbs(site, { name: 'Topics', path: '/topics' }, { name: topicName, path }),
          ],
      }
    }),
  component: Topic,
  notFoundComponent: NoConferences,
})

function Topic() {
  const { site, upcoming, past, total, videos, openCalls, weeks, isFollowing } = Route.useLoaderData()
  const { topicName } = Route.useParams()
  const search = Route.useLoaderDeps()
  const { today } = site
  const watch = <Watch links={videos} />
  if (total === 0) return <NoConferences>{watch}</NoConferences>
  return (
    <TopicPage
      topic={topicName}
      actions={
        <>
          <FollowThis
            {...{ site, isFollowing }}
            what={{ kind: 'topic', key: topicName }}
            name={topicName}
            title={`Conferences about ${topicName}`}
          />
          <ButtonLink to="/trends" search={{ topic: topicName }} look="outline" size="small" label="Trends" />
        </>
      }
    >
      <section aria-labelledby="conferences">
        <h2 id="conferences" className="mb-1 font-sans font-normal tracking-normal text-quiet">
          {total === 1 ? '1 conference found' : `${total.toLocaleString('en')} conferences found`}
        </h2>
        <div className="stack gap-8">
          <UpcomingAndPast
            {...{ search, today }}
            upcoming={withoutTopic(upcoming, topicName)}
            past={withoutTopic(past, topicName)}
            level={3}
          >
            <OpenCallsLine summary={openCalls} search={{ topics: [topicName] }} />
            <Timeline {...{ weeks, today }} monthLink={(month) => ({ topics: [topicName], month })} />
          </UpcomingAndPast>
        </div>
      </section>
      {watch}
    </TopicPage>
  )
}

function NoConferences({ data, children }: { data?: unknown; children?: ReactNode }) {
  const { topicName } = Route.useParams()
  return (
    <TopicPage topic={topicName}>
      <EmptyState
        action={
          <Link to="/topics" className="link">
            View all topics
          </Link>
        }
      >
        {typeof data === 'string' ? data : `No conferences found for the topic “${topicName}”.`}
      </EmptyState>
      {children}
    </TopicPage>
  )
}
