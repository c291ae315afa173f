import { createFileRoute, Link } from '@tanstack/react-router'
import { ListPages } from '#components/layout/list-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { AdminActionList } from '#features/administration/components/admin-action-list.tsx'
import { OverviewCards } from '#features/administration/components/overview-cards.tsx'
import { OpenKinds } from '#features/decisions/components/open-kinds.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { withFallback } from '#lib/load.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/admin/')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const fresh = { staleTime: 0 }
    const [open, events, duplicates, topics, people, codes, trail] = await Promise.all([
      withFallback(load(api.decisions.counts.queryOptions({ input: {}, ...fresh })), []),
      withFallback(load(api.events.total.queryOptions(fresh)), 0),
      withFallback(load(api.duplicates.total.queryOptions(fresh)), 0),
      withFallback(load(api.topics.total.queryOptions(fresh)), 0),
      withFallback(load(api.people.total.queryOptions(fresh)), 0),
      withFallback(load(api.invitations.activeTotal.queryOptions(fresh)), 0),
      load(api.adminActions.list.queryOptions({ input: deps, ...fresh })),
    ])
    const ofKinds: Partial<Record<string, number>> = Object.fromEntries(open.map(({ kind, n }) => [kind, n]))
    const counts = { ...ofKinds, events, duplicates, topics, people, codes }
    return { site, open, counts, trail }
  },
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Administration', path: '/admin', noIndex: true }),
  component: Overview,
})

function Overview() {
  const { open, counts, trail } = Route.useLoaderData()
  const search = Route.useSearch()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle>Administration</PageTitle>
      {open.length > 0 && (
        <Section title={<Link to="/admin/decisions">Decisions</Link>}>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8">
            <OpenKinds decisions={open} isAdmin />
          </ul>
        </Section>
      )}
      <OverviewCards counts={counts} />
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
          search={search}
          next={trail.next && String(trail.next)}
          first="Newest actions"
          more="Earlier actions"
        />
      </Section>
    </div>
  )
}
