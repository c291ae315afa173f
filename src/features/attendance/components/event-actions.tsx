import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { Viewer } from '#features/auth/viewer.ts'
import { canAttend, isOrganiser } from '#features/events/events.rules.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { canInvite } from '../event-invitations.rules.ts'
import { AttendButton } from './attend-button.tsx'

type Props = {
  event: EventDetail
  viewer: Viewer
  isAttending: boolean
  /** Whether another button comes first. */
  isSecondary?: boolean
}

/** What a signed-in person may do with an event: attend, invite, edit. */
export function EventActions({ event, viewer, isAttending, isSecondary }: Props) {
  return (
    <>
      {canAttend(event, isAttending) && (
        <AttendButton {...{ event, isAttending, isSecondary }} isOver={isOver(event, event.today)} />
      )}
      {canInvite(viewer, event) && canAttend(event) && (
        <Link
          from="/conferences/$slug"
          to="."
          search={(now) => ({ ...now, invite: 'people' })}
          resetScroll={false}
          className={buttonClass({ look: 'outline' })}
        >
          Invite people
        </Link>
      )}
      {isOrganiser(viewer, event) && (
        <Link
          to="/conferences/$slug/edit"
          params={{ slug: event.slug }}
          aria-label="Edit this conference"
          title="Edit this conference"
          className="inline-flex size-10 items-center justify-center rounded border border-ink hover:border-accent hover:text-accent"
        >
          <Icon icon={Pencil} className="size-4.5" />
        </Link>
      )}
    </>
  )
}
