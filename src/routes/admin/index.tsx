import { createFileRoute, Link } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { AdminActionList } from '#features/administration/components/admin-action-list.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { withFallback } from '#lib/load.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/admin/')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const fresh = { staleTime: 0 }
    const [events, eventClaims, speakerClaims, reports, duplicates, topics, people, codes, trail] =
      await Promise.all([
        withFallback(load(api.events.total.queryOptions(fresh)), 0),
        withFallback(load(api.eventClaims.total.queryOptions({ input: {}, ...fresh })), 0),
        withFallback(load(api.speakerClaims.total.queryOptions({ input: {}, ...fresh })), 0),
        withFallback(load(api.reports.total.queryOptions(fresh)), 0),
        withFallback(load(api.duplicates.total.queryOptions(fresh)), 0),
        withFallback(load(api.topics.total.queryOptions(fresh)), 0),
        withFallback(load(api.people.total.queryOptions(fresh)), 0),
        withFallback(load(api.invitations.activeTotal.queryOptions(fresh)), 0),
        load(api.adminActions.list.queryOptions({ input: deps, ...fresh })),
      ])
    const counts = { events, eventClaims, speakerClaims, reports, duplicates, topics, people, codes }
    return { site, counts, trail }
  },
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Administration', path: '/admin', noIndex: true }),
  component: Overview,
})

const cards = [
  { to: '/admin/events', title: 'Event Management', of: 'events', one: 'event' },
  {
    to: '/admin/claims',
    title: 'Event Claims Management',
    of: 'eventClaims',
    one: 'pending event claim',
  },
  {
    to: '/admin/speaker-claims',
    title: 'Speaker Claims Management',
    of: 'speakerClaims',
    one: 'pending speaker claim',
  },
  { to: '/admin/reports', title: 'Reports', of: 'reports', one: 'pending report' },
  {
    to: '/admin/duplicates',
    title: 'Duplicate Conferences',
    of: 'duplicates',
    one: 'pending pair',
  },
  { to: '/admin/topics', title: 'Topic Management', of: 'topics', one: 'topic' },
  { to: '/admin/users', title: 'User Management', of: 'people', one: 'profile' },
  {
    to: '/admin/invitations',
    title: 'Invitation Management',
    of: 'codes',
    one: 'active invitation code',
  },
] as const

function Overview() {
  const { counts, trail } = Route.useLoaderData()
  const { after } = Route.useSearch()
  return (
    <div className="page stack gap-10 py-8">
      <PageTitle>Administration</PageTitle>
      <ul className="grid border-t-2 border-ink grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8">
        {cards.map(({ to, title, of, one }) => {
          const n = counts[of]
          const waits = one.startsWith('pending') && n > 0
          return (
            <li key={to} className="border-b border-hairline">
              <Link to={to} className="group flex items-baseline justify-between gap-4 py-4">
                <span>
                  <span className="block font-display text-xl font-bold group-hover:text-accent">
                    {title}
                  </span>
                  <span className={waits ? 'font-semibold text-accent' : 'text-quiet'}>
                    {n === 1 ? one : `${one}s`}
                  </span>
                </span>
                <span
                  className={`font-display text-4xl font-bold tabular-nums ${waits ? 'text-accent' : ''}`}
                >
                  {n.toLocaleString('en')}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      <Section
        title="Recent admin actions"
        aside={
          <Link to="/admin/changes" className="link">
            All recent changes
          </Link>
        }
      >
        {trail.actions.length === 0 ? (
          <EmptyState>
            No actions yet. Everything administrators decide or change is recorded here.
          </EmptyState>
        ) : (
          <AdminActionList actions={trail.actions} />
        )}
        <ListPages
          back={after !== undefined && { label: 'Newest actions', search: {} }}
          next={trail.next !== null && { label: 'Earlier actions', search: { after: String(trail.next) } }}
        />
      </Section>
    </div>
  )
}
