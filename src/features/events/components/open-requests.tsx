import type { OpenInvitation } from '../event-invitations.schemas.ts'
import type { OpenHandover, UnconfirmedEvent } from '../events.schemas.ts'
import { HandoverCard } from './handover-card.tsx'
import { MyInvitations } from './my-invitations.tsx'
import { SpeakingCard } from './speaking-card.tsx'

type Props = { speaking: UnconfirmedEvent[]; handovers: OpenHandover[]; invitations: OpenInvitation[] }

/** What others ask the viewer, who answers on the spot. */
export function OpenRequests({ speaking, handovers, invitations }: Props) {
  return (
    <div className="grid gap-3">
      {speaking.map((event) => (
        <SpeakingCard key={event.id} event={event} />
      ))}
      {handovers.map((handover) => (
        <HandoverCard key={handover.event.id} handover={handover} />
      ))}
      {invitations.length > 0 && <MyInvitations invitations={invitations} />}
    </div>
  )
}
