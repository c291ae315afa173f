import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { PeopleFinder } from '#features/people/components/people-finder.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { api } from '#lib/api.ts'
import { messageOf } from '#lib/query-client.ts'
import type { SentInvitation } from '../event-invitations.schemas.ts'

type Props = {
  event: { id: string; name: string }
  viewer: { id: string }
  invitations: SentInvitation[]
  pages: ReactNode
  onClose: () => void
}

const answers = { pending: 'Invited', accepted: 'Accepted', declined: 'Declined' }

/** An owner finds members by name and invites them, and sees what those who were invited have answered. */
export function InvitePeopleDialog({ event, viewer, invitations, pages, onClose }: Props) {
  const [invitedName, setInvitedName] = useState<string | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const invite = useMutation(api.eventInvitations.invite.mutationOptions())
  // The pressed button is removed, so the focus moves to the status message.
  useEffect(() => {
    if (invite.isSuccess) status.current?.focus()
  }, [invite.isSuccess])
  const answerById = new Map(invitations.map(({ person, status }) => [person.id, answers[status]]))
  const send = (person: PersonCard) => {
    if (invite.isPending) return
    setInvitedName(person.full_name)
    invite.mutate({ event_id: event.id, user_id: person.id })
  }
  return (
    <Dialog title="Invite people" onClose={onClose}>
      <PeopleFinder
        action={(person) =>
          answerById.has(person.id) ? (
            <Badge>{answerById.get(person.id)}</Badge>
          ) : (
            person.id !== viewer.id && (
              <Button size="small" aria-disabled={invite.isPending} onClick={() => send(person)}>
                Invite<span className="sr-only"> {person.full_name}</span>
              </Button>
            )
          )
        }
      />
      <p ref={status} role="status" tabIndex={-1} className="mt-2 font-semibold outline-none empty:hidden">
        {invite.isSuccess && `Invitation sent to ${invitedName}`}
      </p>
      {invite.error && (
        <p role="alert" className="mt-3 font-semibold text-accent">
          {messageOf(invite.error)}
        </p>
      )}
      <h3 className="ruled mt-6 text-lg">Invited to {event.name}</h3>
      {invitations.length === 0 ? (
        <p className="mt-2 text-quiet">
          No invitations yet. Invited people get an email and see the invitation on their dashboard.
        </p>
      ) : (
        <ul className="mt-1">
          {invitations.map(({ person, status }) => (
            <li
              key={person.id}
              className="flex items-center gap-3 border-b border-hairline py-2 last:border-b-0"
            >
              <Avatar name={person.full_name} image={person.avatar_url} />
              <span className="min-w-0 flex-1">{person.full_name ?? 'Anonymous User'}</span>
              <Badge>{answers[status]}</Badge>
            </li>
          ))}
        </ul>
      )}
      {pages}
    </Dialog>
  )
}
