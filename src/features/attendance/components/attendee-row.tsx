import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { AdministratorMark } from '#features/people/components/administrator-mark.tsx'
import type { Attendee } from '../attendance.schemas.ts'

type Props = { person: Attendee; isViewer: boolean; children?: ReactNode }

/** A person who attends: picture, name, role, what they say of themselves, what the viewer shares with them. */
export function AttendeeRow({ person, isViewer, children }: Props) {
  const roles = [person.is_organiser && 'Organises', person.is_speaker && 'Speaks'].filter(Boolean)
  const facts = [isViewer && 'That is you', person.organisation, person.city].filter(Boolean)
  return (
    <li className="flex items-center gap-3 border-b border-hairline py-2.5">
      <span
        className={person.group === 'followed' ? 'rounded-full outline-2 -outline-offset-1 outline-ink' : ''}
      >
        <Avatar name={person.full_name} image={person.avatar_url} />
      </span>
      <div className="min-w-0 flex-1 wrap-break-word">
        <Link
          to="/u/$id"
          params={{ id: person.id }}
          dir="auto"
          className="inline-block min-h-6 max-w-full font-semibold hover:text-accent"
        >
          {person.full_name ?? 'Anonymous User'}
        </Link>
        <AdministratorMark person={person} />
        {(roles.length > 0 || facts.length > 0) && (
          <p className="text-[0.9375rem] text-quiet">
            {roles.length > 0 && <strong className="font-semibold text-ink">{roles.join(', ')}</strong>}
            {roles.length > 0 && facts.length > 0 && ' · '}
            {facts.join(' · ')}
          </p>
        )}
        {person.headline && (
          <p dir="auto" className="text-[0.9375rem] text-quiet">
            {person.headline}
          </p>
        )}
        {person.shared_count > 0 && <p className="text-[0.9375rem] text-quiet">You both: {shared(person)}</p>}
      </div>
      {children}
    </li>
  )
}

function shared({ shared_names, shared_count }: Attendee): string {
  const unnamed = shared_count - shared_names.length
  return unnamed > 0 ? `${shared_names.join(', ')} and ${unnamed} more` : shared_names.join(', ')
}
