import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { EventDetail } from '../events.schemas.ts'
import { DeleteEvent } from './delete-event.tsx'

const iconClass =
  'inline-flex size-10 items-center justify-center rounded border border-ink hover:border-accent hover:text-accent'

/** What the owner may do with an event: edit it, delete it. */
export function OwnerActions({ event }: { event: EventDetail }) {
  return (
    <>
      <Link
        to="/conferences/$slug/edit"
        params={{ slug: event.slug }}
        aria-label="Edit this conference"
        title="Edit this conference"
        className={iconClass}
      >
        <Pencil aria-hidden="true" className="size-4.5" />
      </Link>
      <DeleteEvent event={event}>
        {(openDialog) => (
          <button
            type="button"
            onClick={openDialog}
            aria-label="Delete this conference"
            title="Delete this conference"
            className={iconClass}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </button>
        )}
      </DeleteEvent>
    </>
  )
}
