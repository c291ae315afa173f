import { ORPCError } from '@orpc/client'
import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { AttendingConferences } from '#features/attendance/components/attending-conferences.tsx'
import { OpenRequests } from '#features/attendance/components/open-requests.tsx'
import { SignInCard } from '#features/auth/components/sign-in-card.tsx'
import { UpcomingConferences } from '#features/events/components/upcoming-conferences.tsx'
import { GivenTalks, NextTalk, Organised, Waiting } from '#features/programme/components/agenda.tsx'
import { Recommendations } from '#features/programme/components/recommendations.tsx'
import { ExploreTopics } from '#features/topics/components/explore-topics.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { afterCursor } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  /** `after` is where the list of attended conferences goes on. */
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, deps }) => {
    const [agenda, invitations, handovers, speaking, attending, recommendations, upcoming, topics] =
      await Promise.all([
        load(api.agenda.mine.queryOptions()),
        load(api.eventInvitations.mine.queryOptions({ input: {} })),
        load(api.eventHandovers.mine.queryOptions({ input: {} })),
        load(api.speaking.unconfirmed.queryOptions()),
        load(api.attendance.attending.queryOptions({ input: deps })),
        load(api.recommendations.mine.queryOptions()),
        load(api.events.upcoming.queryOptions({ input: { limit: limits.dashboardUpcomingEvents } })),
        load(api.topics.popular.queryOptions({ input: { limit: limits.popularTopicsOnDashboard } })),
      ])
    const requests = { speaking, handovers, invitations }
    return { site, viewer, agenda, requests, attending, recommendations, upcoming, topics }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ viewer }) => ({ title: titleFor(viewer), path: '/dashboard', noIndex: true })),
  // The page that is open may know a person whom the server no longer does.
  errorComponent: ({ error }) =>
    error instanceof ORPCError && error.code === 'UNAUTHORIZED' ? (
      <SignInCard next="/dashboard" />
    ) : (
      <ErrorPanel error={error} />
    ),
  component: Dashboard,
})

const titleFor = (viewer: { name: string | null }) => `${viewer.name ?? 'User'}'s Dashboard`

function Dashboard() {
  const { site, viewer, agenda, requests, attending, recommendations, upcoming, topics } =
    Route.useLoaderData()
  const { after } = Route.useSearch()
  return (
    <div className="page stack gap-12 py-8">
      <div>
        <PageTitle
          action={
            <>
              <ButtonLink to="/dashboard/calls" look="outline" label="My calls" />
              <ButtonLink to="/conferences/new" label="Create Event" />
            </>
          }
        >
          {titleFor(viewer)}
        </PageTitle>
        <p className="mt-2 text-lg text-quiet">Welcome back{viewer.name && `, ${viewer.name}`}</p>
      </div>
      {agenda.next_talk && <NextTalk talk={agenda.next_talk} agenda={agenda} />}
      <div className="grid items-start gap-x-14 gap-y-12 has-[>:nth-child(2)]:lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="stack gap-12">
          <AttendingConferences
            events={attending.events}
            today={site.today}
            isLaterPage={after !== undefined}
            pages={
              <ListPages
                back={after !== undefined && { label: 'Back to upcoming conferences', search: {} }}
                next={
                  attending.next !== null && { label: 'More conferences', search: { after: attending.next } }
                }
              />
            }
          />
          <GivenTalks talks={agenda.given} />
          <Organised events={agenda.organised} today={site.today} viewerId={viewer.id} />
        </div>
        <Waiting claims={agenda.claims} queues={agenda.queues} unread={viewer.unread}>
          {Object.values(requests).some(({ length }) => length > 0) && <OpenRequests {...requests} />}
        </Waiting>
      </div>
      <Recommendations {...recommendations} today={site.today} />
      <UpcomingConferences
        events={upcoming}
        today={site.today}
        empty="No upcoming conferences found. Check back later!"
        details="View Details →"
        noteOf={(event) =>
          attending.events.some(({ id }) => id === event.id) ? "You're attending" : undefined
        }
      />
      <ExploreTopics topics={topics} />
    </div>
  )
}
