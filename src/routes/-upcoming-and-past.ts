import type { EventSelection, ListedEvent, ListedPage } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { type Cursors, showsPart } from '#lib/search-params.ts'

/** What is on and what is to come, as much as a page has. */
export async function loadToCome(
  load: Load,
  selection: EventSelection,
  today: string,
): Promise<ListedEvent[]> {
  const pages = await Promise.all(
    (['running', 'upcoming'] as const).map((when) =>
      load(api.events.list.queryOptions({ input: { ...selection, when } })),
    ),
  )
  return pages.flatMap(({ events }) => events).filter((event) => !isOver(event, event.local_today ?? today))
}

const emptyPage: ListedPage = { events: [], next: null }

/**
 * The events of a selection for a page that begins with what is to come: running ones first, then soonest first, and the
 * past. A further page of one list has nothing of the other.
 */
export async function loadUpcomingAndPast(load: Load, selection: EventSelection, cursors: Cursors) {
  const list = (when: 'running' | 'upcoming' | 'past', after?: string) =>
    load(api.events.list.queryOptions({ input: { ...selection, when, after } }))
  const showsLater = showsPart('later', cursors)
  const [running, upcoming, past] = await Promise.all([
    showsLater && !cursors.later ? list('running') : emptyPage,
    showsLater ? list('upcoming', cursors.later) : emptyPage,
    showsPart('earlier', cursors) ? list('past', cursors.earlier) : emptyPage,
  ])
  return { upcoming: { ...upcoming, events: [...running.events, ...upcoming.events] }, past }
}
