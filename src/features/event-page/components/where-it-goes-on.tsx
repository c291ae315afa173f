import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { EventDateBlock } from '#features/directory/components/event-date-block.tsx'
import { cityText, placeText } from '#features/events/event-text.ts'
import type { EventDetail, NeighbourEditions } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { daysAway } from '#lib/dates.ts'
import { type LaterEdition, laterEdition } from '../editions-of-event.ts'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'start_date' | 'end_date' | 'location_name' | 'country_name' | 'series' | 'today'>
  editions: NeighbourEditions
}

/** On the page of a conference that is over: the edition that one can still go to, if there is one. */
export function WhereItGoesOn({ event, editions }: Props) {
  const edition = laterEdition(event, editions)
  if (!edition || isOver(edition, event.today)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 bg-wash px-5 py-4">
      <div className="flex min-w-0 flex-[1_1_20rem] items-center gap-4 sm:gap-6">
        <EventDateBlock start={edition.start_date} end={edition.end_date} withYear />
        <p className="min-w-0">
          <span className="block text-quiet">The next one to go to</span>
          <b dir="auto" className="block font-display text-xl leading-snug">
            {edition.name}
          </b>
          {placeText(edition)}
          {edition.start_date <= event.today && ' · on now'}
        </p>
      </div>
      <PlainLink to="/conferences/$slug" params={edition} className={buttonClass({ look: 'outline' })}>
        Go to {edition.start_date.slice(0, 4)}
        <span className="sr-only">: {edition.name}</span>
      </PlainLink>
    </div>
  )
}

/** Where none is to come, a row of the facts: the newest, or that none is listed. */
export function LaterFact({ event, editions, children }: Props & { children: ReactNode }) {
  const edition = laterEdition(event, editions)
  if (!isOver(event, event.today) || (edition && !isOver(edition, event.today))) return null
  return (
    <FactRow
      label={edition ? 'Latest edition' : 'Next edition'}
      text={
        edition ? (
          <>
            <EditionLink edition={edition} event={event} />; the next is not listed
          </>
        ) : (
          `No edition after ${event.start_date.slice(0, 4)} yet.`
        )
      }
    >
      {children}
    </FactRow>
  )
}

const EditionLink = ({ edition, event }: { edition: LaterEdition; event: Props['event'] }) => (
  <>
    <PlainLink to="/conferences/$slug" params={edition} dir="auto" className="link">
      {edition.name}
    </PlainLink>
    {edition.location_name !== event.location_name && `, ${cityText(edition.location_name)}`},{' '}
    {daysAway(edition.end_date, event.today)}
  </>
)
