import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'slug' | 'end_date' | 'today'>
  canEdit: boolean
  /** How to learn of the programme, before it begins. */
  children: ReactNode
}

/** In place of the schedule of an event that has no talk: a row of its facts. */
export function NoTalksYet({ event, canEdit, children }: Props) {
  const isPast = isOver(event, event.today)
  return (
    <FactRow label="Programme" text={isPast ? 'No talks are listed' : 'No talks announced yet'}>
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
    </FactRow>
  )
}
