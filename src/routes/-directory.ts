import { monthCounts } from '#features/directory/filters.ts'
import { type DirectorySearch, isNarrowed, selectionOf } from '#features/directory/search.ts'
import type { EventSelection } from '#features/events/events.schemas.ts'
import { groupByPeriod } from '#features/events/events.ts'
import { loadSuggestion } from '#features/find/suggestion.ts'
import { api } from '#lib/api.ts'
import { type Load, withFallback } from '#lib/load.ts'
import { limits } from '#src/limits.ts'
import { hasUnknownCity, redirectNear, suggestCity } from './-near.ts'
import { loadUpcomingAndPast } from './-upcoming-and-past.ts'
import { loadWeeks } from './-weeks.ts'
import { furtherCounts, loadNearCounts, loadWider, widen } from './-wider-choices.ts'

/** What the directory shows: both lists, the figures of its filters, and what is near where nothing was found. */
export async function loadDirectory<Site>({ load, site }: { load: Load; site: Site }, deps: DirectorySearch) {
  const { search: words, later, earlier, browse, filters, view } = deps
  const isCityUnknown = await hasUnknownCity(load, deps)
  if (isCityUnknown) await redirectNear('/conferences', deps)
  const nearCounts = deps.near && !isCityUnknown ? await loadNearCounts(load, selectionOf(deps)) : []
  const search = widen(deps, nearCounts)
  const selection = selectionOf(isCityUnknown ? { ...search, near: undefined, within: undefined } : search)
  const [{ upcoming, past }, countsToCome, years, popular, allTopics, mapToCome, weeks] = await Promise.all([
    loadUpcomingAndPast(load, selection, { later, earlier }),
    load(api.events.byMonth.queryOptions({ input: selection })),
    load(api.events.years.queryOptions()),
    load(api.topics.popular.queryOptions({ input: { limit: limits.keepExploringTopics } })),
    browse ? load(api.topics.all.queryOptions()) : [],
    view === 'map' ? load(api.events.map.queryOptions({ input: selection })) : undefined,
    view === 'map' || later || earlier || isCityUnknown ? [] : loadWeeks(load, selection),
  ])
  const { events, next } = upcoming
  const hasNothing = events.length + past.events.length === 0
  // Where nothing is to come, the filters and the map are those of the past.
  const input = { ...selection, when: 'past' as const }
  const isOfPast = countsToCome.coming === 0 && past.events.length > 0 && !countsToCome.is_period
  const [counts, choices, map] = await Promise.all([
    isOfPast ? load(api.events.byMonth.queryOptions({ input })) : countsToCome,
    filters ? load(api.events.counts.queryOptions({ input: isOfPast ? input : selection })) : undefined,
    isOfPast && mapToCome ? load(api.events.map.queryOptions({ input })) : mapToCome,
  ])
  const pastPeriods = groupByPeriod(past.events)
  // What is not on the page whole is counted with the list, if it is a month.
  const isCut = (index: number) => (earlier && index === 0) || (past.next && index === pastPeriods.length - 1)
  const countsOnPage = pastPeriods.flatMap(({ period, events }, index): [string, number][] => {
    const ofMonth = past.months?.find(({ name }) => name === period)?.count
    const total = ofMonth ?? (isCut(index) ? undefined : events.length)
    return total === undefined ? [] : [[period, total]]
  })
  const isWithoutUpcoming = events.length === 0 && !later && !earlier && !countsToCome.is_period
  const [near, nearCities, suggestion, wider, aroundWords, series] = await Promise.all([
    hasNothing && isNarrowed(deps)
      ? withFallback(load(api.events.near.queryOptions({ input: selection })), [])
      : [],
    hasNothing && words
      ? withFallback(load(api.events.nearCities.queryOptions({ input: { search: words } })), [])
      : [],
    isCityUnknown
      ? suggestCity(load, deps)
      : loadSuggestion(load, words, 'events', events.length + past.events.length),
    isWithoutUpcoming && selection.near ? loadWider(load, selection, nearCounts) : [],
    isWithoutUpcoming && words && !selection.near ? loadAroundWords(load, selection, words) : [],
    isWithoutUpcoming && words
      ? load(api.series.list.queryOptions({ input: { search: words } })).then((page) => page.series)
      : [],
  ])
  return {
    site,
    search,
    isWidened: search.within !== deps.within,
    nearCounts,
    events,
    next,
    past,
    counts,
    choices,
    pastMonthCounts: counts.is_period ? [...monthCounts(counts, 'past')] : countsOnPage,
    near,
    nearCities,
    years,
    popular,
    allTopics,
    suggestion,
    wider,
    aroundWords,
    series,
    map,
    weeks: counts.is_period ? [] : weeks,
    isCityUnknown,
  }
}

/** How much is around a city that is all that a search consists of: 'hamburg'. */
async function loadAroundWords(load: Load, selection: EventSelection, words: string) {
  if (await hasUnknownCity(load, { near: words })) return []
  const counts = await loadNearCounts(load, { ...selection, search: undefined, near: words })
  return furtherCounts(counts)
}
