import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import type { EventDetail } from '../events.schemas.ts'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'slug' | 'website' | 'status'>
  /** No programme is awaited any more. */
  hasBegun: boolean
  canEdit: boolean
  /** How to learn of the programme. */
  children: ReactNode
}

/** In place of the schedule of an event that has no talk: a row of its facts. */
export const NoTalksYet = ({ event, hasBegun, canEdit, children }: Props) => (
  <FactRow
    label="Programme"
    text={
      hasBegun
        ? `No talks are listed${event.website && event.status !== 'cancelled' ? '; its website may have them' : ''}.`
        : 'No talks announced yet'
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
    {children}
  </FactRow>
)
