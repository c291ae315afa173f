import { Link } from '@tanstack/react-router'
import { inPlace } from '#features/events/event-text.ts'
import { dateRange } from '#lib/dates.ts'
import type { OpenInvitation } from '../event-invitations.schemas.ts'
import { InvitationCard } from './invitation-card.tsx'

/** The invitations that wait for an answer. */
export function MyInvitations({ invitations }: { invitations: OpenInvitation[] }) {
  return (
    <section aria-label="Invitations">
      <ul className="grid gap-3">
        {invitations.map((invitation) => (
          <li key={invitation.event.id}>
            <InvitationCard invitation={invitation}>
              <Link to="/conferences/$slug" params={{ slug: invitation.event.slug }} className="link">
                {invitation.event.name}
              </Link>{' '}
              {inPlace(invitation.event)}, {dateRange(invitation.event.start_date, invitation.event.end_date)}
            </InvitationCard>
          </li>
        ))}
      </ul>
    </section>
  )
}
