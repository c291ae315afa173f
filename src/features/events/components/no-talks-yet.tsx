import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import type { EventDetail } from '../events.schemas.ts'
import { isOver } from '../events.ts'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'slug' | 'website' | 'status' | 'start_date' | 'end_date' | 'today'>
  canEdit: boolean
  /** How to learn of the programme, before it begins. */
  children: ReactNode
}

/** In place of the schedule of an event that has no talk: a row of its facts, afterwards only for those who can add it. */
export function NoTalksYet({ event, canEdit, children }: Props) {
  if (isOver(event, event.today) && !canEdit) return null
  const hasBegun = event.start_date <= event.today
  const mayBeElsewhere = event.website && event.status !== 'cancelled'
  return (
    <FactRow
      label="Programme"
      text={
        <>
          {hasBegun ? 'No talks are listed' : 'No talks announced yet'}
          {mayBeElsewhere && (hasBegun ? '; its website may have them' : ' here')}
        </>
      }
    >
      {canEdit && (
        <ButtonLink
          to="/conferences/$slug/edit/import"
          params={{ slug: event.slug }}
          look="outline"
          size="small"
          label="Import programme"
        />
      )}
      {!hasBegun && children}
    </FactRow>
  )
}
