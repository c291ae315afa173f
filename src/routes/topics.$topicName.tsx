import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListPages } from '#components/layout/list-pages.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventList } from '#features/events/components/event-list.tsx'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/topics/$topicName')({
  validateSearch: (raw: Record<string, unknown>): { after?: string } => ({ after: oneText(raw.after) }),
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: async ({ context: { load, site }, params: { topicName }, deps: { after } }) => {
    const topic = await load(api.topics.detail.queryOptions({ input: { name: topicName } }))
    if (topic.name !== topicName) {
      throw redirect({
        to: '/topics/$topicName',
        params: { topicName: topic.name },
        search: { after },
        statusCode: 301,
      })
    }
    const page = await load(api.events.list.queryOptions({ input: { topics: [topicName], after } }))
    return { site, total: topic.event_count, ...page }
  },
  head: ({ loaderData, params: { topicName }, match }) => {
    if (!loaderData) return {}
    const path = `/topics/${encodeURIComponent(topicName)}`
    return pageHead({
      site: loaderData.site,
      title: `Conferences about ${topicName}`,
      description: `Tech conferences about ${topicName}, upcoming and past, with their talks and speakers.`,
      path,
      noIndex: Boolean(match.search.after),
      jsonLd: [
        eventListJsonLd(loaderData.site, loaderData.events),
        breadcrumbs(loaderData.site, { name: 'Topics', path: '/topics' }, { name: topicName, path }),
      ],
    })
  },
  component: Topic,
  notFoundComponent: NoConferences,
})

function Topic() {
  const { site, events, next, total } = Route.useLoaderData()
  const { topicName } = Route.useParams()
  const { after } = Route.useSearch()
  if (total === 0) return <NoConferences />
  return (
    <TopicPage topic={topicName}>
      <Section title={total === 1 ? '1 conference found' : `${total.toLocaleString('en')} conferences found`}>
        <EventList events={events} today={site.today} />
        <ListPages
          back={after !== undefined && { label: 'Back to the first page', search: {} }}
          next={next !== null && { label: 'More conferences', search: { after: next } }}
        />
      </Section>
    </TopicPage>
  )
}

function NoConferences() {
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
        No conferences found for the topic “{topicName}”.
      </EmptyState>
    </TopicPage>
  )
}

function TopicPage({ topic, children }: { topic: string; children: ReactNode }) {
  return (
    <div className="page stack gap-8 py-8">
      <div>
        <Link to="/conferences" className="link text-quiet">
          Back to Conferences
        </Link>
        <h1 className="mt-2 text-4xl sm:text-5xl">Conferences about {topic}</h1>
      </div>
      {children}
    </div>
  )
}
