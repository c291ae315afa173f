import { type RefObject, useRef, useState } from 'react'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { usePostedForm } from '#components/forms/use-posted-form.ts'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextInput } from '#components/ui/field.tsx'
import { FormField } from '#components/ui/form-field.tsx'
import { Section } from '#components/ui/section.tsx'
import type { SentHandover } from '#features/events/events.schemas.ts'
import { PeopleFinder } from '#features/people/components/people-finder.tsx'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { useAction } from '#lib/use-action.ts'

type Props = {
  event: { id: string; name: string; series: { name: string } | null }
  handover: SentHandover
}

const nameOf = (person: PersonCard) => person.full_name ?? 'this member'
const othersText = (number: number) => count(number, 'other edition', 'other editions')

/** The owner offers a conference to another member, alone or with their other editions of its series; also without script. */
export function HandOver({ event, handover: { to, editions } }: Props) {
  const [isOpen, setOpen] = useState(false)
  const offerButton = useRef<HTMLButtonElement>(null)
  const seriesChoice = useRef<HTMLInputElement>(null)
  const withdraw = useAction(api.eventHandovers.withdraw, {
    // The button that was pressed is gone.
    onSuccess: () => offerButton.current?.focus(),
    success: 'Offer withdrawn',
  })
  return (
    <Section anchor="hand-over" title="Hand over">
      <OfferState to={to} offered={editions.filter(({ is_offered }) => is_offered)} />
      <PostForm name="hand-over" values={{ event_id: event.id }} />
      {to && <PostForm name="withdraw-offer" values={{ event_id: event.id }} />}
      {editions.length > 0 && (
        <SeriesChoice series={event.series?.name ?? event.name} editions={editions} choice={seriesChoice} />
      )}
      <NewOwner />
      <div className="flex flex-wrap gap-3">
        <ActionButton
          ref={offerButton}
          form="hand-over"
          aria-haspopup="dialog"
          look="outline"
          onPress={() => setOpen(true)}
        >
          {to ? 'Offer it to someone else' : 'Hand over'}
        </ActionButton>
        {to && (
          <ActionButton
            form="withdraw-offer"
            look="quiet"
            isPending={withdraw.isPending}
            onPress={() => withdraw.mutate({ event_id: event.id })}
          >
            Withdraw the offer
          </ActionButton>
        )}
      </div>
      {isOpen && (
        <HandOverDialog
          event={event}
          editions={seriesChoice.current?.checked ? editions : []}
          onClose={() => setOpen(false)}
        />
      )}
    </Section>
  )
}

const OfferState = ({ to, offered }: { to: PersonCard | null; offered: SentHandover['editions'] }) => (
  <p className="mb-4 max-w-prose text-quiet">
    {to ? (
      <>
        <strong className="text-ink">{nameOf(to)}</strong> can accept or decline this conference
        {offered.length > 0 && (
          <>
            {' '}
            and {othersText(offered.length)}: {offered.map(({ name }) => name).join(', ')}
          </>
        )}
        . Until then {offered.length > 0 ? 'they stay' : 'it stays'} yours.
      </>
    ) : (
      'Offer this conference to another member. Once they accept, they can edit it and you no longer can.'
    )}
  </p>
)

type ChoiceProps = {
  series: string
  editions: SentHandover['editions']
  choice: RefObject<HTMLInputElement | null>
}

function SeriesChoice({ series, editions, choice }: ChoiceProps) {
  const isOffered = editions.some(({ is_offered }) => is_offered)
  const radio = {
    type: 'radio',
    name: 'with_series',
    form: 'post-hand-over',
    className: 'mt-0.5 size-5 accent-ink',
  }
  return (
    <fieldset className="mb-4 grid gap-2">
      <legend className="sr-only">What you hand over</legend>
      <label className="grid grid-cols-[1.5rem_1fr] gap-x-2">
        <input {...radio} value="no" defaultChecked={!isOffered} />
        Only this conference
      </label>
      <label className="grid grid-cols-[1.5rem_1fr] gap-x-2">
        <input {...radio} ref={choice} value="yes" defaultChecked={isOffered} />
        <span>
          All my {editions.length + 1} editions of <span dir="auto">{series}</span>
          <span className="block text-[0.9375rem] text-quiet">
            Also {editions.map(({ name }) => name).join(', ')}
          </span>
        </span>
      </label>
    </fieldset>
  )
}

/** Without script there is no search for people: their page names them. */
function NewOwner() {
  const posted = usePostedForm('hand-over')
  return (
    <div className="mb-4 hidden max-w-md noscript:block">
      <FormField label="The page of the new owner" hint="Its address, which ends with /u/ and a number">
        {(control) => (
          <TextInput form="post-hand-over" name="person" defaultValue={posted?.values.person} {...control} />
        )}
      </FormField>
    </div>
  )
}

type DialogProps = Pick<Props, 'event'> & { editions: SentHandover['editions']; onClose: () => void }

function HandOverDialog({ event, editions, onClose }: DialogProps) {
  const [person, setPerson] = useState<PersonCard>()
  const hasOthers = editions.length > 0
  const offer = useAction(api.eventHandovers.offer, {
    onSettled: onClose,
    success: hasOthers
      ? 'Offer sent. The conferences stay yours until it is accepted.'
      : 'Offer sent. The conference stays yours until it is accepted.',
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
      onConfirm={() => offer.mutate({ event_id: event.id, user_id: person.id, with_series: hasOthers })}
      onClose={onClose}
    >
      <p>
        {nameOf(person)} gets an email and has 30 days to accept. From then on you can no longer edit{' '}
        {event.name}
        {hasOthers && (
          <>
            {' '}
            and {othersText(editions.length)}: {editions.map(({ name }) => name).join(', ')}
          </>
        )}
        ; only the new owner and administrators can.
      </p>
    </ConfirmDialog>
  )
}
