import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { api } from '#lib/api.ts'

type Props = { event: { id: string }; isAttending: boolean }

/** Toggles attendance. One element for both states, so that it keeps the focus. */
export function AttendButton({ event, isAttending }: Props) {
  const set = useMutation({
    ...api.attendance.set.mutationOptions(),
    meta: {
      success: (answer: { is_attending: boolean }) =>
        answer.is_attending ? "You're now attending this event!" : "You've been removed from attendees",
      failure: 'Failed to update attendance status',
    },
  })
  return (
    <Button
      look={isAttending ? 'outline' : 'primary'}
      aria-disabled={set.isPending}
      onClick={() => !set.isPending && set.mutate({ event_id: event.id, is_attending: !isAttending })}
      title={isAttending ? 'Press to stop attending' : undefined}
    >
      {isAttending ? (
        <>
          <Check aria-hidden="true" className="size-4.5" />
          You're attending
        </>
      ) : (
        "I'm Going"
      )}
    </Button>
  )
}
