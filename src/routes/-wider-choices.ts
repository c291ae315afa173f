import { nearDistances, type WiderChoice } from '#features/events/directory.ts'
import type { EventSelection } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { limits } from '#src/limits.ts'

/** What is to come farther from a city, and online. */
export async function loadWider(load: Load, selection: EventSelection): Promise<WiderChoice[]> {
  const { near, within = limits.nearDefaultKilometres, ...narrowed } = selection
  const comingOf = async (input: EventSelection) =>
    (await load(api.events.counts.queryOptions({ input }))).coming
  const choices = await Promise.all([
    ...nearDistances
      .filter((distance) => distance > within)
      .map(async (distance) => ({
        distance,
        count: await comingOf({ ...narrowed, near, within: distance }),
      })),
    ...(narrowed.how
      ? []
      : [(async () => ({ distance: null, count: await comingOf({ ...narrowed, how: 'online' }) }))()]),
  ])
  // One that adds nothing is no choice.
  return choices.filter(
    ({ distance, count }, index) =>
      count >
      (distance === null ? 0 : Math.max(0, ...choices.slice(0, index).map((shorter) => shorter.count))),
  )
}
