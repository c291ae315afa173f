import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { count } from '#lib/text.ts'

type Props = {
  event: Pick<EventDetail, 'end_date' | 'today'>
  people: PersonCard[]
  total: number
  pages?: ReactNode
}

export function Attendees({ event, people, total, pages }: Props) {
  const isPast = isOver(event, event.today)
  return (
    <Section
      title={isPast ? 'Who Was There' : "Who's Going"}
      aside={
        <span className="text-quiet">
          {count(total, 'person', 'people')} {isPast ? 'attended' : 'attending'}
        </span>
      }
    >
      {total === 0 ? (
        <EmptyState>{isPast ? 'No attendees yet.' : 'No attendees yet. Be the first.'}</EmptyState>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6">
          {people.map((person) => (
            <li key={person.id} className="border-b border-hairline">
              <Link
                to="/u/$id"
                params={{ id: person.id }}
                className="flex items-center gap-3 py-2.5 hover:text-accent"
              >
                <Avatar name={person.full_name} image={person.avatar_url} />
                {person.full_name ?? 'Anonymous User'}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {pages}
    </Section>
  )
}
