import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import type { OpenInvitation } from '../event-invitations.schemas.ts'

type Props = { invitation: OpenInvitation; children?: ReactNode }

/** Somebody invites the viewer to an event, who accepts or declines. `children` names the event where the page does not. */
export function InvitationCard({ invitation: { event, invited_by }, children }: Props) {
  const answer = useMutation({
    ...api.eventInvitations.answer.mutationOptions(),
    // The card is removed with its buttons, and the focus would be lost.
    onSuccess: () => document.getElementById('content')?.focus({ preventScroll: true }),
    meta: {
      success: ({ is_attending }: { is_attending: boolean }) =>
        is_attending ? "You're now attending this event!" : 'Invitation declined',
      failure: 'Failed to respond to the invitation',
    },
  })
  const sendAnswer = (is_accepted: boolean) =>
    !answer.isPending && answer.mutate({ event_id: event.id, is_accepted })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-4 border-accent bg-wash px-4 py-3">
      <p className="min-w-0">
        {invited_by ? (
          <Link to="/u/$id" params={{ id: invited_by.id }} className="font-semibold hover:underline">
            {invited_by.full_name ?? 'Anonymous User'}
          </Link>
        ) : (
          'Someone'
        )}{' '}
        invited you to {children ?? 'this event'}.
      </p>
      <div className="flex gap-2">
        <Button aria-disabled={answer.isPending} onClick={() => sendAnswer(true)}>
          Accept<span className="sr-only"> the invitation to {event.name}</span>
        </Button>
        <Button look="outline" aria-disabled={answer.isPending} onClick={() => sendAnswer(false)}>
          Decline<span className="sr-only"> the invitation to {event.name}</span>
        </Button>
      </div>
    </div>
  )
}
