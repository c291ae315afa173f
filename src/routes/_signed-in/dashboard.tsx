import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { UpcomingConferences } from '#features/events/components/upcoming-conferences.tsx'
import { PopularTopics } from '#features/topics/components/popular-topics.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { limits } from '#src/limits.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  loader: async ({ context: { load, site, viewer } }) => {
    const [upcoming, topics] = await Promise.all([
      load(api.events.upcoming.queryOptions({ input: { limit: limits.dashboardUpcomingEvents } })),
      load(api.topics.popular.queryOptions({ input: { limit: limits.popularTopicsOnDashboard } })),
    ])
    return { site, viewer, upcoming, topics }
  },
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({
          site: loaderData.site,
          title: 'Dashboard',
          description: 'Your conferences.',
          path: '/dashboard',
          noIndex: true,
        })
      : {},
  component: Dashboard,
})

function Dashboard() {
  const { site, viewer, upcoming, topics } = Route.useLoaderData()
  return (
    <div className="page stack gap-12 py-8">
      <PageTitle>{viewer.name ?? 'User'}'s Dashboard</PageTitle>
      <UpcomingConferences
        events={upcoming}
        today={site.today}
        empty="No upcoming conferences found. Check back later!"
        details="View Details →"
      />
      <PopularTopics topics={topics} />
    </div>
  )
}
