import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import type { EventDetail } from '../events.schemas.ts'

type Props = {
  event: Pick<EventDetail, 'slug' | 'website'>
  isPast: boolean
  canEdit: boolean
  /** How to learn of the programme. */
  children: ReactNode
}

/** In place of the schedule of an event that has no talk. */
export const NoTalksYet = ({ event, isPast, canEdit, children }: Props) =>
  isPast && !canEdit ? (
    <p className="max-w-prose text-quiet">
      No talks are listed{event.website && '; its website may have them'}.
    </p>
  ) : (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-dashed border-edge sm:rounded sm:border sm:p-4">
      <p className="min-w-0 flex-[1_1_14rem] font-semibold">
        {isPast ? 'No talks are listed' : 'No talks announced yet'}
      </p>
      <div className="no-print flex max-w-full flex-wrap gap-3">
        {canEdit && (
          <ButtonLink
            to="/conferences/$slug/edit/import"
            params={{ slug: event.slug }}
            look="outline"
            label="Import programme"
          />
        )}
        {children}
      </div>
    </div>
  )
