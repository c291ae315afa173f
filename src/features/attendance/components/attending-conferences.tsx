import { Link } from '@tanstack/react-router'
import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventLines } from '#features/directory/components/event-lines.tsx'
import type { EventCard } from '#features/events/events.schemas.ts'

type Props = { events: EventCard[]; today: string; isLaterPage: boolean; pages: ReactNode }

/** The conferences that a person attends; those that are over stand apart. */
export function AttendingConferences({ events, today, isLaterPage, pages }: Props) {
  const coming = events.filter(({ end_date }) => end_date >= today)
  const past = events.filter(({ end_date }) => end_date < today)
  return (
    <Section title="Conferences I'm Attending">
      {events.length === 0 && (
        <EmptyState
          action={
            <Link to="/conferences" className={buttonClass({ look: 'outline' })}>
              Find conferences to attend
            </Link>
          }
        >
          You haven't marked any conferences as attending yet.
        </EmptyState>
      )}
      {coming.length === 0 && past.length > 0 && !isLaterPage && (
        <p className="mb-4 text-quiet">
          No upcoming conferences.{' '}
          <Link to="/conferences" className="link">
            Find conferences to attend
          </Link>
        </p>
      )}
      {coming.length > 0 && (
        <EventLines events={coming} today={today} aside={() => <Mark>You're attending</Mark>} />
      )}
      {past.length > 0 && (
        <>
          <h3 className="mt-4 border-b border-edge pb-1 text-lg">Past</h3>
          <EventLines events={past} today={today} aside={() => <Mark>You were there</Mark>} />
        </>
      )}
      {pages}
    </Section>
  )
}

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center gap-1 text-quiet">
    <Icon icon={Check} className="size-4" />
    {children}
  </span>
)
