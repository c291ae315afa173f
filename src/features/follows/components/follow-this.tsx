import { CalendarSheet } from '#features/feeds/components/calendar-sheet.tsx'
import type { Followable } from '../follows.schemas.ts'
import { followedPath } from '../follows.ts'
import { FollowButton } from './follow-button.tsx'

type Props = {
  site: { url: string; viewer?: unknown }
  what: Followable
  name: string
  /** What its calendar holds, if that is not its name. */
  title?: string
  isFollowing: boolean | null
  /** Of the page, if its address does not have the key. */
  path?: string
}

/** Beside a title: following for a member, and the calendar and feeds of the page. */
export const FollowThis = ({
  site,
  what,
  name,
  title = name,
  isFollowing,
  path = followedPath(what),
}: Props) => (
  <>
    {isFollowing !== null && <FollowButton {...{ what, name, isFollowing }} size="small" />}
    <CalendarSheet {...{ site, title }} path={`${path}/feed.ics`} page={path} size="small" />
  </>
)
