import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '../events.schemas.ts'
import { EventList, type View } from './event-list.tsx'

type Props = {
  title: string
  empty: string
  events: EventCard[]
  today: string
  view: View
  pages?: ReactNode
}

/** 'Upcoming Events' or 'Past Events' of the directory, with its own pages. */
export function DirectorySection({ title, empty, events, today, view, pages }: Props) {
  return (
    <Section title={title}>
      {events.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <EventList events={events} today={today} view={view} />
      )}
      {pages}
    </Section>
  )
}
