import { Link } from '@tanstack/react-router'
import { useRefreshOnRefusal } from '#components/forms/use-refresh-on-refusal.ts'
import type { OpenHandover } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { useAction } from '#lib/use-action.ts'
import { AnswerCard } from './answer-card.tsx'

export function HandoverCard({ handover: { event, from } }: { handover: OpenHandover }) {
  const answer = useAction(api.eventHandovers.answer, {
    onSuccess: focusContent,
    onError: useRefreshOnRefusal(),
    success: ({ is_owner }) => (is_owner ? `You are now the owner of ${event.name}` : 'Offer declined'),
  })
  return (
    <AnswerCard
      from={from}
      subject={event.name}
      isPending={answer.isPending}
      onAnswer={(is_accepted) => answer.mutate({ event_id: event.id, is_accepted })}
    >
      would like you to take over{' '}
      <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
        {event.name}
      </Link>
      .
    </AnswerCard>
  )
}
