import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { EventCard } from '#features/events/events.schemas.ts'
import { EventList } from './event-list.tsx'

type Props = { events: EventCard[]; isMine: boolean; today: string }

/** The conferences that a person listed. */
export const EventsOfPerson = ({ events, isMine, today }: Props) =>
  events.length > 0 ? (
    <EventList events={events} today={today} aside={isMine ? editLink : undefined} />
  ) : (
    <EmptyState action={isMine && <ButtonLink to="/conferences/new" label="Create Your First Event" />}>
      No events yet.
    </EmptyState>
  )

const editLink = ({ slug, name }: { slug: string; name: string }) => (
  <Link to="/conferences/$slug/edit" params={{ slug }} className="link min-h-6 text-[0.9375rem]">
    Edit<span className="sr-only"> {name}</span>
  </Link>
)
