import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { addDays } from '#lib/dates.ts'
import {
  type Comparison,
  type Conference,
  compare,
  type Identity,
  identityOf,
  windowDays,
} from './compare.ts'

/** What a conference is compared by, with the position of its city. */
export const identify = async <Event extends Conference>(event: Event): Promise<Identity<Event>> =>
  identityOf(event, await findPlace(event.location_name, event.country_name))

export type Pair<Event extends Conference> = Comparison & { one: Event; other: Event }

const workMs = 10

/** The pairs of conferences that are the same, or perhaps. Thousands are compared in the process that answers requests. */
export async function findPairs<Event extends Conference>(events: Event[]): Promise<Pair<Event>[]> {
  const identities: Identity<Event>[] = []
  const pairs: Pair<Event>[] = []
  let yieldAt = performance.now() + workMs
  const yieldAfterWork = async () => {
    if (performance.now() < yieldAt) return
    await yieldToEventLoop()
    yieldAt = performance.now() + workMs
  }
  for (const event of events) {
    identities.push(await identify(event))
    await yieldAfterWork()
  }
  identities.sort(({ event: a }, { event: b }) => (a.start_date < b.start_date ? -1 : 1))
  for (const [index, one] of identities.entries()) {
    const lastDay = addDays(one.event.end_date, windowDays)
    for (let next = index + 1; next < identities.length; next++) {
      const other = identities[next]!
      if (other.event.start_date > lastDay) break
      const comparison = compare(one, other)
      if (comparison.verdict !== 'different')
        pairs.push({ ...comparison, one: one.event, other: other.event })
    }
    await yieldAfterWork()
  }
  return pairs
}
