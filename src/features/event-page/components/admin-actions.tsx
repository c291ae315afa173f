import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { DeleteEvent } from '#features/events/components/delete-event.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { PeopleFinder } from '#features/people/components/people-finder.tsx'
import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'

export function AdminActions({ event }: { event: EventDetail }) {
  const { owner } = useSearch({ from: '/conferences/$slug' })
  const navigate = useNavigate({ from: '/conferences/$slug' })
  const close = () =>
    navigate({ search: (now) => ({ ...now, owner: undefined }), replace: true, resetScroll: false })
  const actionClass = buttonClass({ look: 'quiet', size: 'small' })
  return (
    <section
      aria-label="Admin Actions"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-hairline bg-wash px-4 py-2.5"
    >
      <h2 className="mr-auto text-base">Admin Actions</h2>
      <div className="flex flex-wrap gap-2">
        <Link to="/conferences/$slug/edit" params={{ slug: event.slug }} className={actionClass}>
          Edit Event
        </Link>
        <Link
          from="/conferences/$slug"
          to="."
          search={(now) => ({ ...now, owner: 'change' })}
          resetScroll={false}
          className={actionClass}
        >
          Change Owner
        </Link>
        <Link to="/admin/duplicates" search={{ slug: event.slug }} className={actionClass}>
          Merge
        </Link>
        <DeleteEvent event={event}>
          {(openDialog) => (
            <Button look="quiet" size="small" onClick={openDialog}>
              Delete Event
            </Button>
          )}
        </DeleteEvent>
      </div>
      {owner === 'change' && <ChangeOwnerDialog event={event} onClose={close} />}
    </section>
  )
}

function ChangeOwnerDialog({ event, onClose }: { event: EventDetail; onClose: () => void }) {
  const changeOwner = useAction(api.events.changeOwner, {
    onSuccess: onClose,
    success: (owner: { full_name: string | null } | null) =>
      `Event owner updated to ${owner?.full_name ?? 'Unknown user'}`,
    failure: 'Failed to update event owner',
  })
  const remove = useAction(api.events.changeOwner, {
    onSuccess: onClose,
    success: 'Event owner removed - event is now unclaimed',
    failure: 'Failed to remove event owner',
  })
  const isPending = changeOwner.isPending || remove.isPending
  return (
    <Dialog title="Change Owner" onClose={onClose}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p>
          {event.owner ? (
            <>
              The owner of {event.name} is{' '}
              <span className="font-semibold">{event.owner.full_name ?? 'Unknown user'}</span>.
            </>
          ) : (
            `${event.name} has no owner.`
          )}
        </p>
        {event.owner && (
          <Button
            look="outline"
            size="small"
            disabled={isPending}
            onClick={() => remove.mutate({ event_id: event.id, owner_id: null })}
          >
            Remove owner
          </Button>
        )}
      </div>
      <PeopleFinder
        action={(person) =>
          person.id !== event.owner?.id && (
            <Button
              size="small"
              disabled={isPending}
              onClick={() => changeOwner.mutate({ event_id: event.id, owner_id: person.id })}
            >
              Choose<span className="sr-only"> {person.full_name}</span>
            </Button>
          )
        }
      />
    </Dialog>
  )
}
