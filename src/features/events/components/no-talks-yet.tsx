import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { daysBetween } from '#lib/dates.ts'
import type { EventDetail } from '../events.schemas.ts'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'slug' | 'website' | 'status' | 'start_date' | 'today'>
  canEdit: boolean
  /** How to learn of the programme, before it begins. */
  children: ReactNode
}

/** So shortly before it begins a programme is out, though not here. */
const daysOfProgramme = 14

/** In place of the schedule of an event that has no talk: a row of its facts, at last only for those who can add it. */
export function NoTalksYet({ event, canEdit, children }: Props) {
  const isDue = daysBetween(event.today, event.start_date) <= daysOfProgramme
  if (isDue && !canEdit) return null
  const mayBeElsewhere = event.website && event.status !== 'cancelled'
  return (
    <FactRow
      label="Programme"
      text={isDue ? 'No talks are listed' : `No talks announced yet${mayBeElsewhere ? ' here' : ''}`}
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
      {!isDue && children}
    </FactRow>
  )
}
