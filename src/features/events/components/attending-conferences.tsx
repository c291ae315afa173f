import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '../events.schemas.ts'
import { EventList } from './event-list.tsx'

type Props = { events: EventCard[]; today: string; pages: ReactNode }

export function AttendingConferences({ events, today, pages }: Props) {
  return (
    <Section title="Conferences I'm Attending">
      {events.length === 0 ? (
        <EmptyState
          action={
            <Link to="/conferences" className={buttonClass({ look: 'outline' })}>
              Find conferences to attend
            </Link>
          }
        >
          You haven't marked any conferences as attending yet.
        </EmptyState>
      ) : (
        <EventList
          events={events}
          today={today}
          aside={() => (
            <span className="inline-flex items-center gap-1 text-[0.9375rem] font-semibold whitespace-nowrap">
              <Check aria-hidden="true" className="size-4 text-accent" />
              You're attending
            </span>
          )}
        />
      )}
      {pages}
    </Section>
  )
}
