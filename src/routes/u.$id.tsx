import { createFileRoute, Link } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { NotFound } from '#components/layout/not-found.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { EventList } from '#features/events/components/event-list.tsx'
import { FollowButton } from '#features/follows/components/follow-button.tsx'
import { ProfileHero } from '#features/people/components/profile-hero.tsx'
import { ProfileTabs } from '#features/people/components/profile-tabs.tsx'
import { ProfileTalks } from '#features/programme/components/profile-talks.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { oneOf } from '#lib/search-params.ts'
import { loadFollowing } from './-following.ts'

export const Route = createFileRoute('/u/$id')({
  validateSearch: (raw: Record<string, unknown>): { tab?: 'talks' } => ({ tab: oneOf(raw.tab, ['talks']) }),
  loader: async ({ context: { load, site }, params: { id } }) => {
    const input = { id }
    const [profile, events, talks] = await Promise.all([
      load(api.people.detail.queryOptions({ input })),
      load(api.events.ownedBy.queryOptions({ input })),
      load(api.programme.talksOfPerson.queryOptions({ input })),
    ])
    const isFollowing = await loadFollowing(load, site.viewer, { kind: 'person', key: id })
    return { site, profile, events, talks, isFollowing }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site, profile }) => {
      const name = profile.full_name ?? 'Anonymous User'
      return {
        title: name,
        description: `${name} on ${site.name}: conferences and talks.`,
        path: `/u/${profile.id}`,
        // People are found by those who are given the address, not by search engines.
        noIndex: true,
      }
    }),
  component: ProfilePage,
  staticData: { notFoundTitle: 'User not found' },
  notFoundComponent: () => (
    <NotFound title="User not found">The account may have been deleted, or the link may be wrong.</NotFound>
  ),
})

function ProfilePage() {
  const { site, profile, events, talks, isFollowing } = Route.useLoaderData()
  const { tab } = Route.useSearch()
  const isMine = site.viewer?.id === profile.id
  return (
    <div className="page stack gap-8 py-8">
      <ProfileHero
        profile={profile}
        actions={
          isMine ? (
            <ButtonLink to="/profile/edit" look="outline" label="Edit Profile" />
          ) : (
            isFollowing !== null && (
              <FollowButton
                what={{ kind: 'person', key: profile.id }}
                name={profile.full_name ?? 'Anonymous User'}
                isFollowing={isFollowing}
              />
            )
          )
        }
      />
      <ProfileTabs tab={tab} eventCount={events.length} talkCount={talks.length} />
      {tab ? (
        <ProfileTalks talks={talks} />
      ) : events.length === 0 ? (
        <EmptyState action={isMine && <ButtonLink to="/conferences/new" label="Create Your First Event" />}>
          No events yet.
        </EmptyState>
      ) : (
        <EventList events={events} today={site.today} aside={isMine ? editLink : undefined} />
      )}
    </div>
  )
}

const editLink = ({ slug, name }: { slug: string; name: string }) => (
  <Link to="/conferences/$slug/edit" params={{ slug }} className="link min-h-6 text-[0.9375rem]">
    Edit<span className="sr-only"> {name}</span>
  </Link>
)
