import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Section } from '#components/ui/section.tsx'
import { PeopleFinder } from '#features/people/components/people-finder.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'

type Props = { event: { id: string; name: string }; offeredTo: PersonCard | null }

const nameOf = (person: PersonCard) => person.full_name ?? 'this member'

export function HandOver({ event, offeredTo }: Props) {
  const [isOpen, setOpen] = useState(false)
  const offerButton = useRef<HTMLButtonElement>(null)
  const withdraw = useAction(api.eventHandovers.withdraw, {
    // The button that was pressed is gone.
    onSuccess: () => offerButton.current?.focus(),
    success: 'Offer withdrawn',
  })
  return (
    <Section anchor="hand-over" title="Hand over">
      <p className="mb-4 max-w-prose text-quiet">
        {offeredTo ? (
          <>
            <strong className="text-ink">{nameOf(offeredTo)}</strong> can accept or decline this conference.
            Until then it stays yours.
          </>
        ) : (
          'Offer this conference to another member. Once they accept, they can edit it and you no longer can.'
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button ref={offerButton} look="outline" onClick={() => setOpen(true)}>
          {offeredTo ? 'Offer it to someone else' : 'Hand over'}
        </Button>
        {offeredTo && (
          <Button
            look="quiet"
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate({ event_id: event.id })}
          >
            Withdraw the offer
          </Button>
        )}
      </div>
      {isOpen && <HandOverDialog event={event} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function HandOverDialog({ event, onClose }: Pick<Props, 'event'> & { onClose: () => void }) {
  const [person, setPerson] = useState<PersonCard>()
  const offer = useAction(api.eventHandovers.offer, {
    onSettled: onClose,
    success: 'Offer sent. The conference stays yours until it is accepted.',
  })
  if (!person)
    return (
      <Dialog title="Who will be the new owner?" onClose={onClose}>
        <PeopleFinder
          action={(person) => (
            <Button size="small" onClick={() => setPerson(person)}>
              Choose<span className="sr-only"> {person.full_name}</span>
            </Button>
          )}
        />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`Hand over to ${nameOf(person)}?`}
      action={offer.isPending ? 'Sending...' : 'Send the offer'}
      isPending={offer.isPending}
      onConfirm={() => offer.mutate({ event_id: event.id, user_id: person.id })}
      onClose={onClose}
    >
      <p>
        {nameOf(person)} gets an email and has 30 days to accept. From then on you can no longer edit{' '}
        {event.name}; only its new owner and administrators can.
      </p>
    </ConfirmDialog>
  )
}
