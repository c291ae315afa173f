import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { count } from '#lib/text.ts'

type Props = { people: PersonCard[]; total: number; pages?: ReactNode }

export function Attendees({ people, total, pages }: Props) {
  return (
    <Section
      title="Who's Going"
      aside={<span className="text-quiet">{count(total, 'person', 'people')} attending</span>}
    >
      {total === 0 ? (
        <EmptyState>No attendees yet. Be the first.</EmptyState>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-x-6">
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
