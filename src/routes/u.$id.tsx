import { createFileRoute, Link } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ListPages } from '#components/layout/list-pages.tsx'
import { NotFound } from '#components/layout/not-found.tsx'
import { AttendedEvents } from '#features/attendance/components/attended-events.tsx'
import { EventsOfPerson } from '#features/directory/components/events-of-person.tsx'
import { FollowButton } from '#features/follows/components/follow-button.tsx'
import { ProfileHero } from '#features/people/components/profile-hero.tsx'
import { type ProfileTab, ProfileTabs, profileTabNames } from '#features/people/components/profile-tabs.tsx'
import { ProfileTalks } from '#features/programme/components/profile-talks.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { cursor, oneOf } from '#lib/search-params.ts'
import { loadFollowing } from './-following.ts'

type ProfileSearch = { tab?: ProfileTab; after?: string }

const profileSearch = (raw: Record<string, unknown>): ProfileSearch => ({
  tab: oneOf(raw.tab, profileTabNames),
  after: cursor(raw.after),
})

export const Route = createFileRoute('/u/$id')({
  validateSearch: profileSearch,
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: async ({ context: { load, site }, params: { id }, deps: { after } }) => {
    const input = { id }
    const [profile, events, talks, attended, isFollowing] = await Promise.all([
      load(api.people.detail.queryOptions({ input })),
      load(api.events.ownedBy.queryOptions({ input })),
      load(api.programme.talksOfPerson.queryOptions({ input })),
      load(api.attendance.ofPerson.queryOptions({ input: { id, after } })),
      loadFollowing(load, site.viewer, { kind: 'person', key: id }),
    ])
    return { site, profile, events, talks, attended, isFollowing }
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
  const { site, profile, events, talks, attended, isFollowing } = Route.useLoaderData()
  const { tab = events.length === 0 && attended.events.length > 0 ? 'attended' : 'events' } =
    Route.useSearch()
  const isMine = site.viewer?.id === profile.id
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
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
      {tab === 'attended' && (
        <AttendedEvents
          attended={attended}
          today={site.today}
          pages={<ListPages search={{ tab }} next={attended.next} more="Earlier" />}
        >
          {isMine && (
            <p className="text-quiet">
              This is what other members see. Conferences that you attend unlisted are not here.{' '}
              <Link to="/account/settings" hash="attendance" className="link">
                How you are listed
              </Link>
            </p>
          )}
        </AttendedEvents>
      )}
      {tab === 'events' && <EventsOfPerson {...{ events, isMine }} today={site.today} />}
      {tab === 'talks' && <ProfileTalks talks={talks} />}
    </div>
  )
}
