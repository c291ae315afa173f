import { Check } from 'lucide'
import { ActionButton, PostForm } from '#components/forms/post-form.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { canAttend } from '#features/events/events.rules.ts'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'
import { useIsPending } from '#lib/use-pending.ts'

type Props = {
  event: { id: string; status: string }
  isAttending: boolean
  isOver: boolean
  isSecondary?: boolean
}

/** The specification's words are of what is coming. */
const comingWords = {
  go: "I'm Going",
  isGoing: "You're attending",
  stop: 'Press to stop attending',
  added: "You're now attending this event!",
}
const pastWords = {
  go: 'I was there',
  isGoing: 'You were there',
  stop: 'Press if you were not there',
  added: 'Added to the conferences you attended.',
}

/** Toggles attendance, also without script. One element for both states, so that it keeps the focus. */
export function AttendButton({ event, isAttending, isOver, isSecondary }: Props) {
  const words = isOver ? pastWords : comingWords
  const isPending = useIsPending(event.id)
  const set = useAction(api.attendance.set, {
    success: (answer) => (answer.is_attending ? words.added : "You've been removed from attendees"),
    failure: 'Failed to update attendance status',
    isAnswered: true,
    undo: ({ event_id, is_attending }): (() => void) | undefined =>
      is_attending || !canAttend(event) ? undefined : () => set.mutate({ event_id, is_attending: true }),
  })
  return (
    <>
      <PostForm name="attend" values={{ event_id: event.id }} />
      <ActionButton
        form="attend"
        name="is_attending"
        value={isAttending ? 'no' : 'yes'}
        look={isAttending || isSecondary ? 'outline' : 'primary'}
        isPending={set.isPending}
        data-pending={isPending || undefined}
        onPress={() => set.mutate({ event_id: event.id, is_attending: !isAttending })}
        title={isPending ? 'Not sent yet' : isAttending ? words.stop : undefined}
      >
        {isAttending ? (
          <>
            <Icon icon={Check} className="size-4.5" />
            {words.isGoing}
          </>
        ) : (
          words.go
        )}
      </ActionButton>
    </>
  )
}
