import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import type { OpenHandover } from '../events.schemas.ts'

/** The owner of a conference offers it to the viewer, who accepts or declines. */
export function HandoverCard({ handover: { event, from } }: { handover: OpenHandover }) {
  const answer = useMutation({
    ...api.eventHandovers.answer.mutationOptions(),
    // The card is removed with its buttons, and the focus would be lost.
    onSuccess: () => document.getElementById('content')?.focus({ preventScroll: true }),
    meta: {
      success: ({ is_owner }: { is_owner: boolean }) =>
        is_owner ? `You look after ${event.name} now` : 'Offer declined',
      failure: (message) => message,
    },
  })
  const sendAnswer = (is_accepted: boolean) =>
    !answer.isPending && answer.mutate({ event_id: event.id, is_accepted })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-l-4 border-accent bg-wash px-4 py-3">
      <p className="min-w-0">
        <Link to="/u/$id" params={{ id: from.id }} className="font-semibold hover:underline">
          {from.full_name ?? 'Anonymous User'}
        </Link>{' '}
        would like you to look after{' '}
        <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
          {event.name}
        </Link>{' '}
        from now on.
      </p>
      <div className="flex gap-2">
        <Button aria-disabled={answer.isPending} onClick={() => sendAnswer(true)}>
          Accept<span className="sr-only"> {event.name}</span>
        </Button>
        <Button look="outline" aria-disabled={answer.isPending} onClick={() => sendAnswer(false)}>
          Decline<span className="sr-only"> {event.name}</span>
        </Button>
      </div>
    </div>
  )
}
