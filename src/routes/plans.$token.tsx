import { createFileRoute, Link } from '@tanstack/react-router'
import { NotFound } from '#components/layout/not-found.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { inPlace } from '#features/events/event-text.ts'
import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import { SavedTalksByDay } from '#features/programme/components/saved-talks-by-day.tsx'
import { ViewerTimes, ZoneNote } from '#features/programme/components/viewer-times.tsx'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { pageHead } from '#lib/head.ts'
import { count } from '#lib/text.ts'

export const Route = createFileRoute('/plans/$token')({
  staticData: { isUnlisted: true },
  loader: async ({ context: { load, site }, params: { token } }) => ({
    site,
    plan: await load(api.sharedPlans.detail.queryOptions({ input: { token }, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ plan }) => ({ title: titleOf(plan), path: '/plans', noIndex: true })),
  component: SharedPlan,
  notFoundComponent: () => (
    <NotFound title="This plan is not shared any more">Its link may be revoked or incomplete.</NotFound>
  ),
})

const titleOf = ({ name, event }: { name: string | null; event: { name: string } }) =>
  `${name ?? 'Anonymous User'} at ${event.name}`

function SharedPlan() {
  const { site, plan } = Route.useLoaderData()
  const { token } = Route.useParams()
  const { event, talks } = plan
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle action={<CalendarSheet site={site} title={titleOf(plan)} path={`/plans/${token}.ics`} />}>
        {titleOf(plan)}
      </PageTitle>
      <p className="text-lg">
        <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
          {event.name}
        </Link>{' '}
        {inPlace(event)}, {dateRange(event.start_date, event.end_date)}
      </p>
      <Section
        title="Planned"
        aside={<span className="text-quiet">{count(talks.length, 'talk', 'talks')}</span>}
      >
        {talks.length === 0 && <EmptyState>No talks yet.</EmptyState>}
        <div className="stack gap-4">
          <ViewerTimes event={event}>
            <ZoneNote />
            <SavedTalksByDay event={event} talks={talks} />
          </ViewerTimes>
        </div>
      </Section>
    </div>
  )
}
