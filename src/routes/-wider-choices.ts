import {
  type DirectorySearch,
  type NearCount,
  nearDistances,
  type WiderChoice,
} from '#features/directory/search.ts'
import type { EventSelection } from '#features/events/events.schemas.ts'
import { kilometresBetween } from '#features/gazetteer/projection.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { limits } from '#src/limits.ts'

/** How many conferences of a selection are within each distance of its city. */
export async function loadNearCounts(load: Load, selection: EventSelection): Promise<NearCount[]> {
  const input = { ...selection, within: limits.nearMaxKilometres }
  const { cities, centre } = await load(api.events.map.queryOptions({ input }))
  if (!centre) return []
  const placedCities = cities.map((city) => ({ ...city, kilometres: kilometresBetween(centre, city) }))
  return nearDistances.map((distance) => ({
    distance,
    count: placedCities.reduce((sum, city) => sum + (city.kilometres <= distance ? city.count : 0), 0),
  }))
}

/** A search around a city without a distance reaches as far as the first conference, or as far as it can. */
export function widen(search: DirectorySearch, nearCounts: NearCount[]): DirectorySearch {
  if (search.within !== undefined || search.later || search.earlier) return search
  const { distance = 0 } = nearCounts.find(({ count }) => count > 0) ?? nearCounts.at(-1) ?? {}
  return distance > limits.nearDefaultKilometres ? { ...search, within: distance } : search
}

/** Without the distances that add nothing. */
export const furtherCounts = (nearCounts: NearCount[]) =>
  nearCounts.filter(({ count }, index) => count > (nearCounts[index - 1]?.count ?? 0))

/** What is to come farther from a city, online, and anywhere. */
export async function loadWider(
  load: Load,
  { near: _, within = limits.nearDefaultKilometres, ...narrowed }: EventSelection,
  nearCounts: NearCount[],
): Promise<WiderChoice[]> {
  const { coming, online } = await load(api.events.counts.queryOptions({ input: narrowed }))
  const choices: WiderChoice[] = [
    ...furtherCounts(nearCounts).filter(({ distance }) => distance > within),
    { distance: 'online', count: narrowed.how ? 0 : online },
    { distance: 'anywhere', count: coming },
  ]
  return choices.filter(({ count }) => count > 0)
}
