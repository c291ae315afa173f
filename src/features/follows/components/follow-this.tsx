import type { Followable } from '../follows.schemas.ts'
import { followedPath } from '../follows.ts'
import { FollowButton } from './follow-button.tsx'
import { FollowByFeed } from './follow-by-feed.tsx'

type Props = {
  what: Followable
  name: string
  isFollowing: boolean | null
  /** Of the page, if its address does not have the key. */
  path?: string
}

/** Beside a title: the button for a member; for a visitor, where `isFollowing` is null, the feeds of the page. */
export const FollowThis = ({ what, name, isFollowing, path = followedPath(what) }: Props) =>
  isFollowing === null ? (
    <FollowByFeed path={path} />
  ) : (
    <FollowButton what={what} name={name} isFollowing={isFollowing} />
  )
