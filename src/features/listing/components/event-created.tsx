import { Link } from '@tanstack/react-router'
import { buttonClass } from '#components/ui/button.tsx'
import { EventTopicsEditor } from '#features/events/components/event-topics-editor.tsx'
import { inPlace } from '#features/events/event-text.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import type { PopularTopic } from '#features/topics/topics.schemas.ts'
import { dateRange } from '#lib/dates.ts'

type Props = { event: EventDetail; topics: PopularTopic[]; isAdmin: boolean }

export function EventCreated({ event, topics, isAdmin }: Props) {
  return (
    <div className="stack max-w-3xl gap-8">
      <p className="border-2 border-ink bg-sheet px-5 py-4 text-lg">
        <span className="font-display font-bold">{event.name}</span> {inPlace(event)},{' '}
        {dateRange(event.start_date, event.end_date)}, is now listed. Add topics so that people can find it.
      </p>
      <EventTopicsEditor event={event} topics={topics} />
      <div className="flex flex-wrap gap-3">
        <Link to="/conferences/$slug" params={{ slug: event.id }} className={buttonClass()}>
          View Event
        </Link>
        <Link
          to="/conferences/$slug/edit"
          params={{ slug: event.slug }}
          className={buttonClass({ look: 'outline' })}
        >
          Add the programme
        </Link>
        {isAdmin && (
          <Link to="/admin/events" className={buttonClass({ look: 'quiet' })}>
            Back to Events
          </Link>
        )}
      </div>
    </div>
  )
}
