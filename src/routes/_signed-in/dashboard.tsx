import { ORPCError } from '@orpc/client'
import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { OpenRequests } from '#features/attendance/components/open-requests.tsx'
import { UpcomingLines } from '#features/directory/components/upcoming-lines.tsx'
import { OfflineNotice } from '#features/offline/components/offline-notice.tsx'
import { calendarRows, todayText } from '#features/programme/agenda.ts'
import { MyCalendar } from '#features/programme/components/my-calendar.tsx'
import { MyYear } from '#features/programme/components/my-year.tsx'
import { News } from '#features/programme/components/news.tsx'
import { NextThing } from '#features/programme/components/next-thing.tsx'
import { Recommendations } from '#features/programme/components/recommendations.tsx'
import { Waiting } from '#features/programme/components/waiting.tsx'
import { ExploreTopics } from '#features/topics/components/explore-topics.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { withFallback } from '#lib/load.ts'
import { limits } from '#src/limits.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  loader: async ({ context: { load, site, viewer } }) => {
    const [agenda, calls, recommendations, upcoming, topics, decisions, ...openRequests] = await Promise.all([
      load(api.agenda.mine.queryOptions()),
      load(api.callMarks.mine.queryOptions({ input: { when: 'open' } })),
      load(api.recommendations.mine.queryOptions()),
      load(api.events.upcoming.queryOptions({ input: { limit: limits.dashboardUpcomingEvents } })),
      load(api.topics.popular.queryOptions({ input: { limit: limits.popularTopicsOnDashboard } })),
      withFallback(load(api.decisions.counts.queryOptions({ input: {} })), []),
      load(api.speaking.unconfirmed.queryOptions()),
      load(api.eventChecks.questions.queryOptions()),
      load(api.eventHandovers.mine.queryOptions({ input: {} })),
      load(api.eventInvitations.mine.queryOptions({ input: {} })),
    ])
    const [speaking, checks, handovers, invitations] = openRequests
    const requests = { speaking, checks, handovers, invitations }
    const rows = calendarRows(agenda.events, calls)
    return { site, viewer, agenda, rows, requests, decisions, recommendations, upcoming, topics }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ viewer }) => ({ title: titleFor(viewer), path: '/dashboard', noIndex: true })),
  // The page that is open may know a person whom the server no longer does.
  errorComponent: ({ error }) =>
    error instanceof ORPCError && error.code === 'UNAUTHORIZED' ? (
      <Notice
        title="Please sign in"
        action={<ButtonLink to="/auth" search={{ next: '/dashboard' }} reloadDocument label="Sign in" />}
      >
        Your session has ended. Sign in to see your conferences and schedule.
      </Notice>
    ) : (
      <ErrorPanel error={error} />
    ),
  component: Dashboard,
})

const titleFor = (viewer: { name: string | null }) => `${viewer.name ?? 'User'}'s Dashboard`

function Dashboard() {
  const { site, viewer, agenda, decisions, rows, requests } = Route.useLoaderData()
  const { today } = site
  const openCount = Object.values(requests).reduce((sum, { length }) => sum + length, 0)
  return (
    <div className="page stack gap-6 py-3 sm:gap-8 sm:py-6">
      <div>
        <PageTitle action={<ButtonLink to="/conferences/new" look="outline" label="Create Event" />}>
          {titleFor(viewer)}
        </PageTitle>
        <p className="text-quiet">Welcome back. {todayText(agenda.events, today)}</p>
      </div>
      <OfflineNotice copyName="dashboard" />
      <NextThing agenda={agenda} rows={rows} today={today} />
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <MyCalendar rows={rows} given={agenda.given} today={today} viewerId={viewer.id} />
        <div className="stack gap-10">
          <Waiting {...agenda} {...{ decisions, openCount }} isAdmin={viewer.isAdmin}>
            {openCount > 0 && <OpenRequests {...requests} />}
          </Waiting>
          <News news={agenda.news} unread={viewer.unread} />
          <MyYear months={agenda.months} today={today} />
        </div>
      </div>
      <Sections />
    </div>
  )
}

/** What the conferences of others offer. */
function Sections() {
  const { site, recommendations, upcoming, topics } = Route.useLoaderData()
  return (
    <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
      <div className="lg:col-span-2">
        <Recommendations {...recommendations} today={site.today} />
      </div>
      <UpcomingLines events={upcoming} today={site.today} />
      <ExploreTopics topics={topics} />
    </div>
  )
}
