import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { api } from '#lib/api.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = {
  event: Pick<EventDetail, 'id' | 'name'>
  /** The button that asks for it. */
  children: (ask: () => void) => ReactNode
}

/** Deletes a conference after asking once more, and goes to the directory. */
export function DeleteEvent({ event, children }: Props) {
  const [isAsking, ask] = useState(false)
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: async () => {
      await api.events.remove.call({ id: event.id })
      // Away first: this page has nothing to load any more.
      await navigate({ to: '/conferences' })
    },
    meta: { success: 'Conference deleted successfully', failure: 'Failed to delete conference' },
  })
  return (
    <>
      {children(() => ask(true))}
      {isAsking && (
        <ConfirmDialog
          title="Delete this conference?"
          action={remove.isPending ? 'Deleting...' : 'Delete conference'}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => ask(false)}
        >
          <p>
            {event.name} will be gone with its programme, its attendees and their schedules. This cannot be
            undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
