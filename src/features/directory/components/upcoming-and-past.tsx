import { Fragment, type ReactNode } from 'react'
import { ListPages } from '#components/layout/list-pages.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard, EventPage } from '#features/events/events.schemas.ts'
import { type Cursors, showsPart } from '#lib/search-params.ts'
import { EventList } from './event-list.tsx'

type Props = {
  upcoming: EventPage
  past: EventPage
  today: string
  search: Cursors
  level?: 2 | 3
  /** How a list is shown, where it is more than its events. */
  list?: (events: EventCard[]) => ReactNode
  /** What stands between both. */
  children?: ReactNode
}

/** The events of a place or a topic: what is to come, soonest first, then the past, newest first, each with its own pages. */
export function UpcomingAndPast({ upcoming, past, today, search, level = 2, list, children }: Props) {
  const parts = [
    {
      name: 'later',
      title: 'Upcoming',
      page: upcoming,
      first: 'Back to the next conferences',
      more: 'Later conferences',
    },
    {
      name: 'earlier',
      title: 'Past',
      page: past,
      first: 'Back to the latest conferences',
      more: 'Earlier conferences',
    },
  ] as const
  return parts.map(({ name, title, page: { events, next }, first, more }) => {
    const isShown = showsPart(name, search) && (events.length > 0 || search[name] !== undefined)
    return (
      <Fragment key={name}>
        {isShown && (
          <Section title={title} level={level}>
            {list ? list(events) : <EventList events={events} today={today} level={level === 2 ? 3 : 4} />}
            <ListPages of={title} search={search} cursor={name} next={next} first={first} more={more} />
          </Section>
        )}
        {name === 'later' && children}
      </Fragment>
    )
  })
}
