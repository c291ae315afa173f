import { ListPages } from '#components/layout/list-pages.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { DirectorySearch } from '../directory.ts'
import type { EventCard } from '../events.schemas.ts'
import { EventList } from './event-list.tsx'

/** The two lists of the directory, named by the search parameter that says where each goes on. */
const parts = {
  later: {
    title: 'Upcoming Events',
    empty: 'No upcoming events found. Try adjusting your search or filters.',
    back: 'Back to the next events',
    on: 'Later events',
  },
  earlier: {
    title: 'Past Events',
    empty: 'No past events found for these filters.',
    back: 'Back to the latest events',
    on: 'Earlier events',
  },
}

type Props = {
  part: keyof typeof parts
  events: EventCard[]
  next: string | null
  today: string
  search: DirectorySearch
}

/** 'Upcoming Events' or 'Past Events' of the directory, each with its own pages. */
export function DirectorySection({ part, events, next, today, search }: Props) {
  const { title, empty, back, on } = parts[part]
  return (
    <Section title={title}>
      {events.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <EventList events={events} today={today} view={search.view ?? 'grid'} />
      )}
      <ListPages
        back={search[part] !== undefined && { label: back, search: { ...search, [part]: undefined } }}
        next={next !== null && { label: on, search: { ...search, [part]: next } }}
      />
    </Section>
  )
}
