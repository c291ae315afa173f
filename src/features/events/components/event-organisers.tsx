import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Section } from '#components/ui/section.tsx'
import { PeopleFinder } from '#features/people/components/people-finder.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { canRemoveOrganiser, type EventViewer } from '../events.rules.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = {
  event: Pick<EventDetail, 'id' | 'name' | 'slug' | 'created_by'>
  viewer: NonNullable<EventViewer>
  organisers: PersonCard[]
}

const failure = (message: string) => message
const nameOf = (person: PersonCard) => person.full_name ?? 'Anonymous User'

/** The members who maintain a conference together with its owner. */
export function Organisers({ event, viewer, organisers }: Props) {
  const [isAdding, setAdding] = useState(false)
  const [personToRemove, setPersonToRemove] = useState<PersonCard>()
  return (
    <Section anchor="co-organisers" title="Co-organisers">
      <p className="mb-4 max-w-prose text-quiet">
        Co-organisers can do what the owner can, except delete the conference, hand it over or remove others.
        The page of the conference does not name them.
      </p>
      <ul aria-label="Co-organisers">
        {organisers.map((person) => (
          <li
            key={person.id}
            className="flex min-h-13 max-w-prose items-center gap-3 border-b border-hairline py-2"
          >
            <Avatar name={person.full_name} image={person.avatar_url} />
            <span className="min-w-0 flex-1">{nameOf(person)}</span>
            {canRemoveOrganiser(viewer, event, person.id) && (
              <Button size="small" look="quiet" onClick={() => setPersonToRemove(person)}>
                {person.id === viewer.id ? 'Leave' : 'Remove'}
                <span className="sr-only"> {nameOf(person)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button look="outline" className="mt-4" onClick={() => setAdding(true)}>
        Add a co-organiser
      </Button>
      {isAdding && <AddDialog event={event} organisers={organisers} onClose={() => setAdding(false)} />}
      {personToRemove && (
        <RemoveDialog
          event={event}
          person={personToRemove}
          isSelf={personToRemove.id === viewer.id}
          onClose={() => setPersonToRemove(undefined)}
        />
      )}
    </Section>
  )
}

type DialogProps = { event: Props['event']; onClose: () => void }

function AddDialog({ event, organisers, onClose }: DialogProps & Pick<Props, 'organisers'>) {
  const add = useAction(api.eventOrganisers.add, {
    onSuccess: onClose,
    success: 'Co-organiser added',
    failure,
  })
  return (
    <Dialog title="Who will be a co-organiser?" onClose={onClose}>
      <PeopleFinder
        action={(person) =>
          organisers.some(({ id }) => id === person.id) ? (
            <Badge>Co-organiser</Badge>
          ) : (
            person.id !== event.created_by && (
              <Button
                size="small"
                disabled={add.isPending}
                onClick={() => add.mutate({ event_id: event.id, user_id: person.id })}
              >
                Add<span className="sr-only"> {person.full_name}</span>
              </Button>
            )
          )
        }
      />
    </Dialog>
  )
}

function RemoveDialog({
  event,
  person,
  isSelf,
  onClose,
}: DialogProps & { person: PersonCard; isSelf: boolean }) {
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: async () => {
      await api.eventOrganisers.remove.call({ event_id: event.id, user_id: person.id })
      // Who has left may not edit: navigates before the data of this page is reloaded.
      if (isSelf) await navigate({ to: '/conferences/$slug', params: event })
    },
    onSettled: onClose,
    meta: { success: isSelf ? 'You are no longer a co-organiser' : 'Co-organiser removed', failure },
  })
  return (
    <ConfirmDialog
      title={isSelf ? 'Leave as a co-organiser?' : `Remove ${nameOf(person)}?`}
      action={isSelf ? 'Leave' : 'Remove'}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {isSelf ? 'You' : nameOf(person)} can no longer edit {event.name}.
      </p>
    </ConfirmDialog>
  )
}
