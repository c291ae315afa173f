import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { daysAway } from '#lib/dates.ts'
import { placeText } from '../event-text.ts'
import type { EventDetail } from '../events.schemas.ts'
import { isOver } from '../events.ts'
import type { LaterEdition } from '../later-edition.ts'
import { EventDateBlock } from './event-date-block.tsx'
import { FactRow } from './event-facts.tsx'

type Props = {
  event: Pick<EventDetail, 'start_date' | 'end_date' | 'location_name' | 'today'>
  edition: LaterEdition | null
  similar: LaterEdition | null
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
          {placeText(edition)} · {whenText(edition, event.today)}
        </p>
      </div>
      <PlainLink to="/conferences/$slug" params={edition} className={buttonClass({ look: 'outline' })}>
        Go to {edition.start_date.slice(0, 4)}
        <span className="sr-only">: {edition.name}</span>
      </PlainLink>
    </div>
  )
}

/** Where none is to come, a row of the facts: the newest, or one of a similar name, or that none is known. */
export function LaterFact({ event, edition, similar, children }: Props) {
  if (!isOver(event, event.today) || (edition && !isOver(edition, event.today))) return null
  const isSimilar = similar !== null && similar.end_date > (edition?.end_date ?? '')
  const later = isSimilar ? similar : edition
  return (
    <FactRow
      label={later && isOver(later, event.today) ? 'Latest edition' : 'Next edition'}
      text={
        later ? (
          <>
            {isSimilar && (similar.location_name === event.location_name ? 'Perhaps ' : 'Elsewhere: ')}
            <PlainLink to="/conferences/$slug" params={later} dir="auto" className="link">
              {later.name}
            </PlainLink>
            {!isSimilar && `, ${later.location_name}`}, {whenText(later, event.today)}
          </>
        ) : (
          `None after ${event.start_date.slice(0, 4)} is listed.`
        )
      }
    >
      {children}
    </FactRow>
  )
}

const whenText = (edition: LaterEdition, today: string) => {
  if (isOver(edition, today)) return daysAway(edition.end_date, today)
  return edition.start_date <= today ? 'on now' : daysAway(edition.start_date, today)
}
