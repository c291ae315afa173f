import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { Followable, Followed } from '../follows.schemas.ts'
import { followedPath, followKinds, followKindTitles } from '../follows.ts'
import { FollowButton } from './follow-button.tsx'

export function FollowedList({ followed }: { followed: Followed[] }) {
  if (followed.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/topics" look="outline" label="Find topics to follow" />}>
        You are not following anything yet. Use the Follow button on the page of a topic, city, country,
        speaker or person.
      </EmptyState>
    )
  return (
    <div className="stack gap-10">
      {followKinds
        .map((kind) => ({ kind, things: followed.filter((follow) => follow.kind === kind) }))
        .filter(({ things }) => things.length > 0)
        .map(({ kind, things }) => (
          <Section key={kind} title={followKindTitles[kind]}>
            <ul>
              {things.map((thing) => (
                <li
                  key={thing.key}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-hairline py-2.5"
                >
                  <Link
                    to="/"
                    // Overrides `to`: the path depends on the kind.
                    href={followedPath(thing)}
                    dir="auto"
                    className="min-w-0 font-semibold hover:text-accent"
                  >
                    {thing.name}
                  </Link>
                  <FollowButton what={thing as Followable} name={thing.name} isFollowing />
                </li>
              ))}
            </ul>
          </Section>
        ))}
    </div>
  )
}
