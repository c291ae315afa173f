import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { daysAway } from '#lib/dates.ts'
import { placeText } from '../event-text.ts'
import type { EventDetail } from '../events.schemas.ts'
import { isOver } from '../events.ts'
import { type LaterEdition, mayGoOn } from '../later-edition.ts'
import { EventDateBlock } from './event-date-block.tsx'

type Props = {
  event: Pick<EventDetail, 'end_date' | 'today'>
  edition: LaterEdition | null
  /** Whether the page says among its facts that there is none. */
  isBare: boolean
  /** Where none is to come: how to learn of it. */
  children: ReactNode
}

const bandClass = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 bg-wash px-5 py-4'

/** On the page of a conference that is over: where it goes on. */
export function NextEditionLink({ event, edition, isBare, children }: Props) {
  const isAwaited = mayGoOn(edition ?? event, event.today)
  if (!edition)
    return (
      isAwaited &&
      !isBare && (
        <div className={`no-print ${bandClass}`}>
          <p>No later edition is listed under this name.</p>
          {children}
        </div>
      )
    )
  const isPast = isOver(edition, event.today)
  const farOff = daysAway(isPast ? edition.end_date : edition.start_date, event.today)
  return (
    <div className={bandClass}>
      <div className="flex min-w-0 flex-[1_1_20rem] items-center gap-4 sm:gap-6">
        <EventDateBlock start={edition.start_date} end={edition.end_date} withYear isPast={isPast} />
        <p className="min-w-0">
          <span className="block text-quiet">
            {isPast ? 'The latest edition listed' : 'The next one to go to'}
          </span>
          <b dir="auto" className="block font-display text-xl leading-snug">
            {edition.name}
          </b>
          {placeText(edition)} · {farOff}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <PlainLink to="/conferences/$slug" params={edition} className={buttonClass({ look: 'outline' })}>
          Go to {edition.start_date.slice(0, 4)}
          <span className="sr-only">: {edition.name}</span>
        </PlainLink>
        {isPast && isAwaited && children}
      </div>
    </div>
  )
}
