import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { daysAway } from '#lib/dates.ts'
import { placeText } from '../event-text.ts'
import type { EventDetail, NearbyEvent } from '../events.schemas.ts'
import { isOver } from '../events.ts'
import type { LaterEdition } from '../later-edition.ts'
import { nameStem } from '../name-stem.ts'
import { EventDateBlock } from './event-date-block.tsx'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'name' | 'start_date' | 'end_date' | 'location_name' | 'country_name' | 'today'>
  edition: LaterEdition | null
  similar?: NearbyEvent
  /** Where none is to come: how to learn of it. */
  children: ReactNode
}

/** On the page of a conference that is over: the edition that one can still go to. */
export function NextEditionLink({ event, edition }: Pick<Props, 'event' | 'edition'>) {
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
          {placeText(edition)} · {daysAway(edition.start_date, event.today)}
        </p>
      </div>
      <PlainLink to="/conferences/$slug" params={edition} className={buttonClass({ look: 'outline' })}>
        Go to {edition.start_date.slice(0, 4)}
        <span className="sr-only">: {edition.name}</span>
      </PlainLink>
    </div>
  )
}

/** Where none is to come: the latest one in a row of the facts, or that none is known but one with a similar name. */
export function LaterFact({ event, edition, similar, children }: Props) {
  if (!isOver(event, event.today) || (edition && !isOver(edition, event.today))) return null
  return (
    <FactRow
      label={edition ? 'Latest edition' : 'Next edition'}
      text={
        edition ? (
          <>
            <PlainLink to="/conferences/$slug" params={edition} dir="auto" className="link">
              {edition.name}
            </PlainLink>
            , {edition.location_name}, {daysAway(edition.end_date, event.today)}
          </>
        ) : similar ? (
          <>
            {similar.location_name === event.location_name ? 'Perhaps ' : 'Elsewhere: '}
            <PlainLink to="/conferences/$slug" params={similar} dir="auto" className="link">
              {similar.name}
            </PlainLink>
          </>
        ) : (
          <>
            None after {event.start_date.slice(0, 4)} is listed.{' '}
            {nameStem(event) && (
              <PlainLink
                to="/conferences"
                search={{ search: nameStem(event) }}
                rel="nofollow"
                className="link"
              >
                Similar names
              </PlainLink>
            )}
          </>
        )
      }
    >
      {children}
    </FactRow>
  )
}
