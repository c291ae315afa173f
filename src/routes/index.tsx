import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { Spinner } from '#components/layout/spinner.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { OnNow } from '#features/directory/components/on-now.tsx'
import { PosterList } from '#features/directory/components/poster-list.tsx'
import { UpcomingConferences } from '#features/directory/components/upcoming-conferences.tsx'
import { YearToCome } from '#features/directory/components/year-to-come.tsx'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { runningOf } from '#features/events/events.ts'
import { cardPath, pageCard } from '#features/sharing/card.ts'
import { PopularTopics } from '#features/topics/components/popular-topics.tsx'
import { api } from '#lib/api.ts'
import { isForCrawlers, pageHead } from '#lib/head.ts'
import { count } from '#lib/text.ts'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context: { site } }) => {
    if (site.viewer) throw redirect({ to: '/dashboard', replace: true })
  },
  pendingComponent: () => <Spinner label="Redirecting to dashboard..." />,
  loader: async ({ context: { load, site } }) => {
    const [soon, upcoming, topics, running, openCalls, total] = await Promise.all([
      load(api.events.happeningSoon.queryOptions()),
      load(api.events.upcoming.queryOptions({ input: {} })),
      load(api.topics.popular.queryOptions({ input: {} })),
      load(api.events.list.queryOptions({ input: { when: 'running' } })),
      load(api.calls.summary.queryOptions({ input: {} })),
      load(api.events.total.queryOptions()),
    ])
    return {
      site,
      soon,
      upcoming,
      topics,
      onNow: runningOf([...running.events, ...upcoming], site.today),
      openCalls,
      total,
    }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site, upcoming }) => ({
      title: 'The conference directory',
      description: 'Tech conferences by topic, place and day, with their talks, speakers and recordings.',
      path: '/',
      image: import.meta.env.SSR && isForCrawlers() && cardPath(pageCard('home'), site.name),
      jsonLd: import.meta.env.SSR && isForCrawlers() && [eventListJsonLd(site, upcoming)],
    })),
  component: Home,
})

function Home() {
  const { site, soon, upcoming, topics, onNow, openCalls, total } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-3 sm:gap-12 sm:py-6">
      <div className="stack gap-2 sm:gap-6">
        <h1 className="text-[min(2.25rem,9.6vw)] leading-[1.06] tracking-tight sm:text-6xl lg:text-[min(6.2vw,4.3rem)] min-[104rem]:text-[5.4rem]">
          <span className="inline-block">The talks end.</span>{' '}
          <span className="inline-block">The hallway stays.</span>
        </h1>
        <p className="text-quiet sm:text-xl">The conference directory: what's on, where, and who's going.</p>
        <div className="grid grid-cols-1 items-start gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-rows-[auto_1fr]">
          <div className="stack gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Section title="Happening Soon">
              {soon.length === 0 ? (
                <EmptyState>No upcoming events in the next 30 days.</EmptyState>
              ) : (
                <PosterList events={soon} today={site.today} />
              )}
            </Section>
            <OnNow events={onNow} />
          </div>
          <div className="min-w-0">
            <div className="flex flex-wrap gap-3">
              <Link to="/conferences" className={buttonClass()}>
                Explore Conferences
              </Link>
              <Link to="/auth" search={{ tab: 'register' }} className={buttonClass({ look: 'outline' })}>
                Sign Up Free
              </Link>
            </div>
            <p className="mt-2 text-[0.9375rem] text-quiet">
              {total > 0 && `${count(total, 'conference', 'conferences')}, free to browse. `}
              You need an invitation to join.{' '}
              <Link to="/auth" className="link">
                Sign in
              </Link>{' '}
              to mark the conferences you attend, see who else goes, and plan your days talk by talk.
            </p>
          </div>
          <PopularTopics topics={topics} />
        </div>
      </div>
      <YearToCome openCalls={openCalls.total} today={site.today} />
      <UpcomingConferences
        events={upcoming}
        today={site.today}
        empty="No upcoming conferences found."
        details="View Details"
      />
    </div>
  )
}
