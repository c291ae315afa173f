import { PostForm } from '#components/forms/post-form.tsx'
import { HandoverCard } from '#features/claims/components/handover-card.tsx'
import { SpeakingCard } from '#features/events/components/speaking-card.tsx'
import type { OpenHandover, UnconfirmedEvent } from '#features/events/events.schemas.ts'
import type { OpenInvitation } from '../event-invitations.schemas.ts'
import { MyInvitations } from './my-invitations.tsx'

type Props = { speaking: UnconfirmedEvent[]; handovers: OpenHandover[]; invitations: OpenInvitation[] }

/** What others ask the viewer, who answers on the spot. */
export function OpenRequests({ speaking, handovers, invitations }: Props) {
  return (
    <div className="grid gap-3">
      {speaking.map((event) => (
        <SpeakingCard key={event.id} event={event} />
      ))}
      <PostForm name="handover" />
      <PostForm name="invitation" />
      {handovers.map((handover) => (
        <HandoverCard key={handover.event.id} handover={handover} />
      ))}
      {invitations.length > 0 && <MyInvitations invitations={invitations} />}
    </div>
  )
}
