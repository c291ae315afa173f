import type { ReactNode } from 'react'
import type { EventCard } from '#features/events/events.schemas.ts'
import { meaningOf, ownWords } from '#features/events/labelled-facts.ts'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { EventRow } from './event-row.tsx'

export type View = 'grid' | 'list'

type Props<Event extends EventCard> = {
  events: Event[]
  today: string
  view?: View
  /** The level of the names: below the heading that the list stands under. */
  level?: 3 | 4
  /** Whether the list stands under its month, so that no leaf has to say the year. */
  isOfMonth?: boolean
  /** Whether the list is of one city, so that no row has to say it. */
  isOfCity?: boolean
  /** What stands at the end of an event's first line. */
  aside?: (event: Event) => ReactNode
}

/** What a row says of an event: in the grid only what its name stands for. */
export function wordsOf({ excerpt: text, name }: Pick<EventCard, 'excerpt' | 'name'>, isList: boolean) {
  if (!isList) return meaningOf(text, { name })
  const words = ownWords(text ?? '', {})
  // The card has the beginning of a longer description, of which some may be left out.
  const isShortened = (text?.length ?? 0) > limits.excerpt && words.length <= limits.excerpt
  return isShortened && words !== '' ? `${words}...` : excerpt(words, limits.excerpt)
}

/** Events in two columns (grid) or in one with more of each (list). */
export function EventList<Event extends EventCard>(props: Props<Event>) {
  const { events, today, view = 'grid', level, isOfMonth, isOfCity, aside } = props
  const isList = view === 'list'
  return (
    <ul className={isList ? 'rows rows-of-lines small-leaves' : 'rows rows-of-two'}>
      {events.map((event) => (
        <li key={event.id}>
          <EventRow
            event={event}
            today={today}
            level={level}
            isOfMonth={isOfMonth}
            isOfCity={isOfCity}
            tags={isList ? limits.tagsInList : limits.tagsInGrid}
            words={wordsOf(event, isList)}
            aside={aside?.(event)}
          />
        </li>
      ))}
    </ul>
  )
}
