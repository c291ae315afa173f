import { Link } from '@tanstack/react-router'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'
import { dateRange } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { ListedQuestion } from '../sources.schemas.ts'

const sentences = {
  changed: 'has other details',
  gone: 'does not list it any more. Is it cancelled?',
  page: 'The website of the conference has other details.',
}

/** What sources, or the website of a conference, say otherwise. A person decides. */
export function SourceQuestions({ questions }: { questions: ListedQuestion[] }) {
  const answer = useAction(api.sourceQuestions.answer, { success: 'Thank you. That is settled.' })
  return (
    <ul>
      {questions.map(({ id, kind, source_name, event, changes }) => (
        <li key={id} className="grid gap-2 border-b border-hairline py-3 first:pt-0">
          <p>
            <Link to="/conferences/$slug" params={event} className="link font-semibold">
              {event.name}
            </Link>
            , {dateRange(event.start_date, event.end_date)}, {event.location_name}: {source_name}{' '}
            {sentences[kind]}{' '}
            {event.website && (
              <a href={event.website} className="link">
                Look at its website
              </a>
            )}
          </p>
          {changes.map(({ field, label, before, origin, after }) => (
            <p key={field} className="[overflow-wrap:anywhere]">
              {label}: {before ?? '(none)'}
              {origin && ` (from ${origin})`} → <strong>{after ?? '(none)'}</strong> (from{' '}
              {source_name ?? 'its website'})
            </p>
          ))}
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              disabled={answer.isPending}
              onClick={() => answer.mutate({ id, is_accepted: true, updated_at: event.updated_at })}
            >
              {kind === 'gone' ? 'It is cancelled' : 'Take this over'}
              <span className="sr-only"> for {event.name}</span>
            </Button>
            <Button
              size="small"
              look="quiet"
              disabled={answer.isPending}
              onClick={() => answer.mutate({ id, is_accepted: false })}
            >
              Leave it as it is<span className="sr-only"> for {event.name}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
