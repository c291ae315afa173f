import { type DirectorySearch, isNarrowed, selectionOf } from '#features/events/directory.ts'
import { groupByMonth } from '#features/events/events.ts'
import { loadSuggestion } from '#features/find/suggestion.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { limits } from '#src/limits.ts'

/** What the directory shows: both lists, the figures of its filters, and what is near where nothing was found. */
export async function loadDirectory<Site>({ load, site }: { load: Load; site: Site }, deps: DirectorySearch) {
  const { search, later, earlier, browse } = deps
  const selection = selectionOf(deps)
  const list = (when: 'running' | 'upcoming' | 'past', after?: string) =>
    load(api.events.list.queryOptions({ input: { ...selection, when, after } }))
  const counting = load(api.events.counts.queryOptions({ input: selection }))
  // Where nothing is to come it is looked up while the lists are still read.
  const suggesting = counting
    .then(({ coming }) => loadSuggestion(load, search, 'events', coming))
    .catch(() => null)
  const [running, upcoming, past, counts, years, popular, allTopics] = await Promise.all([
    later ? undefined : list('running'),
    list('upcoming', later),
    list('past', earlier),
    counting,
    load(api.events.years.queryOptions()),
    load(api.topics.popular.queryOptions({ input: { limit: limits.keepExploringTopics } })),
    browse ? load(api.topics.all.queryOptions()) : [],
  ])
  const events = [...(running?.events ?? []), ...upcoming.events]
  const hasNothing = events.length + past.events.length === 0
  const pastMonths = groupByMonth(past.events).map(({ month }) => month)
  const [near, nearCities, ofPastMonths, suggestion] = await Promise.all([
    hasNothing && isNarrowed(deps)
      ? load(api.events.near.queryOptions({ input: selection })).catch(() => [])
      : [],
    hasNothing && search
      ? load(api.events.nearCities.queryOptions({ input: { search } })).catch(() => [])
      : [],
    // Counted with what is to come only where a past year or month is chosen.
    pastMonths.length > 0 && !counts.is_period
      ? load(api.events.counts.queryOptions({ input: { ...selection, month: pastMonths, when: 'past' } }))
      : undefined,
    hasNothing ? suggesting : null,
  ])
  return {
    site,
    events,
    next: upcoming.next,
    past,
    counts,
    ofPastMonths,
    near,
    nearCities,
    years,
    popular,
    allTopics,
    suggestion,
  }
}
