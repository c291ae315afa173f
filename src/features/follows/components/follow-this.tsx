import type { Followable } from '../follows.schemas.ts'
import { followedPath } from '../follows.ts'
import { FollowButton } from './follow-button.tsx'
import { FollowByFeed } from './follow-by-feed.tsx'

type Props = { what: Followable; name: string; isFollowing: boolean | null }

/** Beside a title: the button for a member; for a visitor, where `isFollowing` is null, the feeds of the page. */
export const FollowThis = ({ what, name, isFollowing }: Props) =>
  isFollowing === null ? (
    <FollowByFeed path={followedPath(what)} />
  ) : (
    <FollowButton what={what} name={name} isFollowing={isFollowing} />
  )
