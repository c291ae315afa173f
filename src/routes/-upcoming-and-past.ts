import type { EventSelection } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import type { Cursors } from '#lib/search-params.ts'

/** The events of a selection for a page that begins with what is to come: running ones first, then soonest first, and the past. */
export async function loadUpcomingAndPast(
  load: Load,
  selection: EventSelection,
  { later, earlier }: Cursors,
) {
  const list = (when: 'running' | 'upcoming' | 'past', after?: string) =>
    load(api.events.list.queryOptions({ input: { ...selection, when, after } }))
  const [running, upcoming, past] = await Promise.all([
    later ? undefined : list('running'),
    list('upcoming', later),
    list('past', earlier),
  ])
  return { upcoming: { ...upcoming, events: [...(running?.events ?? []), ...upcoming.events] }, past }
}
