import type { ReactNode } from 'react'
import { AnswerCard } from '#features/claims/components/answer-card.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { useAction } from '#lib/use-action.ts'
import type { OpenInvitation } from '../event-invitations.schemas.ts'

type Props = { invitation: OpenInvitation; children?: ReactNode }

/** Somebody invites the viewer to an event, who accepts or declines. `children` names the event where the page does not. */
export function InvitationCard({ invitation: { event, invited_by }, children }: Props) {
  const answer = useAction(api.eventInvitations.answer, {
    onSuccess: focusContent,
    success: ({ is_attending }: { is_attending: boolean }) =>
      is_attending ? "You're now attending this event!" : 'Invitation declined',
    failure: 'Failed to respond to the invitation',
  })
  return (
    <AnswerCard
      from={invited_by}
      form="invitation"
      eventId={event.id}
      subject={`the invitation to ${event.name}`}
      isPending={answer.isPending}
      onAnswer={(is_accepted) => answer.mutate({ event_id: event.id, is_accepted })}
    >
      invited you to {children ?? 'this event'}.
    </AnswerCard>
  )
}
