import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { Section } from '#components/ui/section.tsx'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = {
  event: Pick<EventDetail, 'id' | 'name' | 'slug' | 'status'>
  /** In a list the page stays; on the event's own page the directory follows. */
  isInList?: boolean
  children: (openDialog: () => void) => ReactNode
}

export const DeleteEventSection = ({ event }: Pick<Props, 'event'>) => (
  <Section anchor="delete" title="Delete this conference">
    <p className="mb-4 max-w-prose text-quiet">
      This also deletes its programme, its attendee list and all saved schedules. It can be restored for{' '}
      {limits.undoableDays} days. If the conference will not take place, set its status to cancelled instead.{' '}
      <Link to="/deleted" className="link">
        Deleted records
      </Link>
    </p>
    <DeleteEvent event={event}>
      {(openDialog) => (
        <Button look="outline" onClick={openDialog}>
          Delete Event
        </Button>
      )}
    </DeleteEvent>
  </Section>
)

export function DeleteEvent({ event, isInList = false, children }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: async () => {
      await api.events.remove.call({ id: event.id })
      // Navigates before the queries are invalidated: the page's own data is gone.
      if (!isInList) await navigate({ to: '/conferences' })
      setConfirming(false)
    },
    meta: isInList
      ? { success: 'Event deleted successfully', failure: 'Failed to delete event' }
      : { success: 'Conference deleted successfully', failure: 'Failed to delete conference' },
  })
  const attendance = useQuery({
    ...api.attendance.total.queryOptions({ input: { event_id: event.id } }),
    enabled: isConfirming && event.status !== 'cancelled',
  })
  const attendeeCount = attendance.data ?? 0
  return (
    <>
      {children(() => setConfirming(true))}
      {isConfirming && (
        <ConfirmDialog
          title="Delete this conference?"
          action={remove.isPending ? 'Deleting...' : 'Delete conference'}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setConfirming(false)}
        >
          {attendeeCount > 0 && (
            <CancelInstead
              event={event}
              attendeeCount={attendeeCount}
              isInList={isInList}
              onCancelled={() => setConfirming(false)}
            />
          )}
          <p>
            This deletes {event.name} with its programme, its attendee list and all saved schedules. It can be
            restored for {limits.undoableDays} days.
            {attendeeCount > 0 && ' Attendees and people who saved a talk are notified.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

type CancelProps = {
  event: Props['event']
  attendeeCount: number
  isInList: boolean
  onCancelled: () => void
}

function CancelInstead({ event, attendeeCount, isInList, onCancelled }: CancelProps) {
  const navigate = useNavigate()
  const cancel = useMutation({
    mutationFn: async () => {
      await api.events.cancel.call({ id: event.id })
      // The form of the page would go on with the status that was.
      if (!isInList) await navigate({ to: '/conferences/$slug', params: event })
      onCancelled()
    },
    meta: {
      success: 'Conference cancelled. It stays listed, and attendees are notified.',
      failure: 'Failed to cancel conference',
    },
  })
  return (
    <div className="mb-5 border-b border-hairline pb-5">
      <p className="mb-3">
        {count(attendeeCount, 'person attends', 'people attend')}. If the conference will not take place,
        cancel it instead: its page and programme stay online, marked as cancelled.
      </p>
      <Button disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        {cancel.isPending ? 'Cancelling...' : 'Cancel it instead'}
      </Button>
    </div>
  )
}
