import { ListPages } from '#components/layout/list-pages.tsx'
import type { AttendeePage } from '#features/attendance/attendance.schemas.ts'
import { Attendees } from '#features/attendance/components/attendees.tsx'
import { MyVisibility } from '#features/attendance/components/my-visibility.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { FollowButton } from '#features/follows/components/follow-button.tsx'
import type { AttendanceVisibility } from '#features/people/attendance-visibility.ts'
import type { EventSearch } from '#features/programme/event-search.ts'

type Props = {
  event: EventDetail
  attendees: AttendeePage & { total: number }
  /** Null for a visitor. */
  mine: { viewer: { id: string }; isAttending: boolean; visibility: AttendanceVisibility } | null
  name: string | undefined
  onNavigate: (search: EventSearch, replace: boolean) => void
}

const tab = 'attendees'

/** The tab with the attendees: the list, whom to follow in it, and how the viewer is listed. */
export const AttendeesTab = ({ event, attendees, mine, name, onNavigate }: Props) => (
  <Attendees
    {...attendees}
    {...{ event, viewer: mine?.viewer ?? null, search: name }}
    onSearch={(text, isTyping) => onNavigate({ tab, name: text }, isTyping)}
    followButton={({ id, full_name }, isFollowing) => (
      <FollowButton
        {...{ what: { kind: 'person', key: id }, name: full_name ?? 'Anonymous User', isFollowing }}
        size="small"
      />
    )}
    pages={<ListPages search={{ tab, name }} next={attendees.next} more="More people" />}
  >
    {mine?.isAttending && <MyVisibility event={event} visibility={mine.visibility} />}
  </Attendees>
)
