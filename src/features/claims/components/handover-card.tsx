import { Link } from '@tanstack/react-router'
import type { OpenHandover } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'
import { AnswerCard } from './answer-card.tsx'

export function HandoverCard({ handover: { event, from, editions } }: { handover: OpenHandover }) {
  const withEditions = editions.length > 0 && count(editions.length, 'other edition', 'other editions')
  const answer = useAction(api.eventHandovers.answer, {
    onSuccess: focusContent,
    success: ({ is_owner }) =>
      is_owner
        ? `You are now the owner of ${event.name}${withEditions ? ` and ${withEditions}` : ''}`
        : 'Offer declined',
  })
  return (
    <AnswerCard
      from={from}
      subject={event.name}
      form="handover"
      eventId={event.id}
      isPending={answer.isPending}
      onAnswer={(is_accepted) => answer.mutate({ event_id: event.id, is_accepted })}
    >
      would like you to take over{' '}
      <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link">
        {event.name}
      </Link>
      {withEditions ? ` and ${withEditions} of its series:` : '.'}
      {withEditions && (
        <ul aria-label="Other editions" className="mt-1 flex flex-wrap gap-x-4 text-[0.9375rem]">
          {editions.map(({ id, name, slug }) => (
            <li key={id}>
              <Link to="/conferences/$slug" params={{ slug }} dir="auto" className="link">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </AnswerCard>
  )
}
