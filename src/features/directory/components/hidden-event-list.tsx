import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { placeText } from '#features/events/event-text.ts'
import { api } from '#lib/api.ts'
import { shortDay } from '#lib/dates.ts'
import { useAction } from '#lib/use-action.ts'
import type { HiddenEvent } from '../admin-events.schemas.ts'

/** Hidden conferences, each with its owner and a way back. They have no page to link to. */
export function HiddenEventList({ events }: { events: HiddenEvent[] }) {
  const [eventToRestore, setEventToRestore] = useState<HiddenEvent>()
  const close = () => setEventToRestore(undefined)
  const restore = useAction(api.hiddenEvents.restore, {
    onSettled: close,
    success: 'Conference restored',
    failure: (message: string) => ({ title: 'Failed to restore the conference', detail: message }),
  })
  if (events.length === 0) return <EmptyState>No hidden conferences.</EmptyState>
  return (
    <>
      <ul>
        {events.map((event) => (
          <HiddenEventRow key={event.id} event={event} onRestore={() => setEventToRestore(event)} />
        ))}
      </ul>
      {eventToRestore && (
        <ConfirmDialog
          title={`Restore ${eventToRestore.name}?`}
          action={restore.isPending ? 'Restoring...' : 'Restore'}
          isPending={restore.isPending}
          onConfirm={() => restore.mutate({ event_id: eventToRestore.id })}
          onClose={close}
        >
          <p>
            Everyone will see the conference and its programme again. It will have no owner, and members can
            claim it.
            {eventToRestore.owner &&
              ` ${eventToRestore.owner.full_name ?? 'Its owner'} stays suspended and will not get it back when restored.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const HiddenEventRow = ({ event, onRestore }: { event: HiddenEvent; onRestore: () => void }) => (
  <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b border-hairline py-3 first:pt-0">
    <div className="min-w-0 flex-[1_1_16rem]">
      <h2 className="text-base" dir="auto">
        {event.name}
      </h2>
      <p className="text-[0.9375rem] text-quiet">
        {shortDay(event.start_date)} · {placeText(event)}
      </p>
      <p className="text-[0.9375rem]">
        {event.owner ? (
          <>
            Hidden with{' '}
            <Link to="/admin/users/$id" params={{ id: event.owner.id }} className="link">
              {event.owner.full_name ?? 'Unnamed User'}
            </Link>
          </>
        ) : (
          'The account of its owner was deleted'
        )}
      </p>
    </div>
    <Button look="outline" size="small" onClick={onRestore}>
      Restore<span className="sr-only"> {event.name}</span>
    </Button>
  </li>
)
