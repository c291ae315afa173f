import { Link } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { HandoverCard } from '#features/claims/components/handover-card.tsx'
import { CheckCard } from '#features/events/components/event-checked.tsx'
import { SpeakingCard } from '#features/events/components/speaking-card.tsx'
import { inPlace } from '#features/events/event-text.ts'
import type { EventInQuestion, OpenHandover, UnconfirmedEvent } from '#features/events/events.schemas.ts'
import { dateRange } from '#lib/dates.ts'
import type { OpenInvitation } from '../event-invitations.schemas.ts'
import { InvitationCard } from './invitation-card.tsx'

type Props = {
  speaking: UnconfirmedEvent[]
  checks: EventInQuestion[]
  handovers: OpenHandover[]
  invitations: OpenInvitation[]
}

/** What others ask the viewer, who answers on the spot. */
export function OpenRequests({ speaking, checks, handovers, invitations }: Props) {
  return (
    <div className="grid gap-3">
      {speaking.map((event) => (
        <SpeakingCard key={event.id} event={event} />
      ))}
      <PostForm name="check" />
      <PostForm name="handover" />
      <PostForm name="invitation" />
      {handovers.map((handover) => (
        <HandoverCard key={handover.event.id} handover={handover} />
      ))}
      {checks.map((event) => (
        <CheckCard key={event.id} event={event} />
      ))}
      <section aria-label="Invitations" className="grid gap-3 empty:hidden">
        {invitations.map((invitation) => (
          <InvitationCard key={invitation.event.id} invitation={invitation}>
            <Link to="/conferences/$slug" params={{ slug: invitation.event.slug }} className="link">
              {invitation.event.name}
            </Link>{' '}
            {inPlace(invitation.event)}, {dateRange(invitation.event.start_date, invitation.event.end_date)}
          </InvitationCard>
        ))}
      </section>
    </div>
  )
}
