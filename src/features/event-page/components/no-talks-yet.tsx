import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'

type Props = {
  event: Pick<EventDetail, 'slug' | 'end_date' | 'today'>
  canEdit: boolean
  /** How to learn of the programme, before it begins. */
  children: ReactNode
}

/** In place of the schedule of an event that has no talk. */
export function NoTalksYet({ event, canEdit, children }: Props) {
  const isPast = isOver(event, event.today)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border border-dashed border-edge px-4 py-3">
      <p>{isPast ? 'No talks listed' : 'No talks announced yet'}</p>
      <div className="no-print flex flex-wrap gap-2 empty:hidden">
        {canEdit && (
          <ButtonLink
            to="/conferences/$slug/edit/import"
            params={{ slug: event.slug }}
            look="outline"
            size="small"
            label="Import programme"
          />
        )}
        {!isPast && children}
      </div>
    </div>
  )
}
