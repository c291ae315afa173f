import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { api } from '#lib/api.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = {
  event: Pick<EventDetail, 'id' | 'name'>
  /** In a list the page stays; on the event's own page the directory follows. */
  isInList?: boolean
  /** The button that opens the dialog. */
  children: (openDialog: () => void) => ReactNode
}

/** Deletes a conference after a confirmation. */
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
          <p>
            This deletes {event.name} with its programme, its attendee list and all saved schedules. It cannot
            be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
