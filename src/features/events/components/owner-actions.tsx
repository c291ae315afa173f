import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { buttonClass } from '#components/ui/button.tsx'
import type { EventDetail } from '../events.schemas.ts'
import { DeleteEvent } from './delete-event.tsx'

const iconClass = `${buttonClass({ look: 'outline' })} w-10 px-0`

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
        {(ask) => (
          <button
            type="button"
            onClick={ask}
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
