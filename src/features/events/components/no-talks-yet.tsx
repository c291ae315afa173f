import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { daysBetween } from '#lib/dates.ts'
import type { EventDetail } from '../events.schemas.ts'
import { isOver } from '../events.ts'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'slug' | 'website' | 'status' | 'start_date' | 'end_date' | 'today'>
  canEdit: boolean
  /** How to learn of the programme, before it begins. */
  children: ReactNode
}

const daysOfProgramme = 14

/** In place of the schedule of an event that has no talk: a row of its facts, afterwards only for those who can add it. */
export function NoTalksYet({ event, canEdit, children }: Props) {
  if (isOver(event, event.today) && !canEdit) return null
  // So shortly before it the programme is out, though not here.
  const isDue = daysBetween(event.today, event.start_date) <= daysOfProgramme
  const mayBeElsewhere = event.website && event.status !== 'cancelled'
  return (
    <FactRow
      label="Programme"
      text={
        isDue && mayBeElsewhere ? (
          <>
            No talks are listed here;{' '}
            <a href={event.website!} rel="noopener nofollow" className="link">
              its website
            </a>{' '}
            may have them
          </>
        ) : isDue ? (
          'No talks are listed'
        ) : (
          `No talks announced yet${mayBeElsewhere ? ' here' : ''}`
        )
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
      {!isDue && children}
    </FactRow>
  )
}
