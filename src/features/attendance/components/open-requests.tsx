import { PostForm } from '#components/forms/post-form.tsx'
import { HandoverCard } from '#features/claims/components/handover-card.tsx'
import { CheckCard } from '#features/events/components/event-checked.tsx'
import { SpeakingCard } from '#features/events/components/speaking-card.tsx'
import type { EventInQuestion, OpenHandover, UnconfirmedEvent } from '#features/events/events.schemas.ts'
import type { OpenInvitation } from '../event-invitations.schemas.ts'
import { MyInvitations } from './my-invitations.tsx'

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
      {invitations.length > 0 && <MyInvitations invitations={invitations} />}
    </div>
  )
}
