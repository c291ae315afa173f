import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { addDays } from '#lib/dates.ts'
import {
  type Comparison,
  type Conference,
  compare,
  type Identity,
  identityOf,
  matchedDays,
  windowDays,
} from './compare.ts'

/** What a conference is compared by, with the position of its city. */
export const identify = async <Event extends Conference>(event: Event): Promise<Identity<Event>> =>
  identityOf(event, await findPlace(event.location_name, event.country_name))

const workMs = 10

/** Thousands are compared in the process that answers requests. */
function pauses() {
  let pauseAt = performance.now() + workMs
  return async () => {
    if (performance.now() < pauseAt) return
    await yieldToEventLoop()
    pauseAt = performance.now() + workMs
  }
}

export type Match<Event extends Conference> = Comparison & { event: Event }

/** A conference that began so long ago may still be on. */
export const maxDays = 60

const monthOf = (day: string) => day.slice(0, 7)

/** Reads conferences once, and finds of them those that another one is, or may be, the likeliest first. */
export async function createMatcher<Event extends Conference>(events: Event[]) {
  const byMonth = new Map<string, Identity<Event>[]>()
  const pause = pauses()
  for (const event of events) {
    const month = monthOf(event.start_date)
    byMonth.set(month, [...(byMonth.get(month) ?? []), await identify(event)])
    await pause()
  }
  return async (conference: Conference): Promise<Match<Event>[]> => {
    const identity = await identify(conference)
    const matches: Match<Event>[] = []
    const lastMonth = monthOf(addDays(conference.end_date, matchedDays))
    for (
      let day = `${monthOf(addDays(conference.start_date, -matchedDays - maxDays))}-01`;
      monthOf(day) <= lastMonth;
      day = `${monthOf(addDays(day, 31))}-01`
    )
      for (const other of byMonth.get(monthOf(day)) ?? []) {
        const comparison = compare(identity, other)
        if (comparison.verdict !== 'different') matches.push({ ...comparison, event: other.event })
      }
    await pause()
    return matches.sort((one, other) => scoreOf(other) - scoreOf(one))
  }
}

const scoreOf = ({ verdict, reasons }: Comparison) =>
  (verdict === 'same' ? 10 : 0) + reasons.filter(({ code }) => code.startsWith('same-')).length

export type Pair<Event extends Conference> = Comparison & { one: Event; other: Event }

/** The pairs of conferences that are the same, or perhaps. */
export async function findPairs<Event extends Conference>(events: Event[]): Promise<Pair<Event>[]> {
  const identities: Identity<Event>[] = []
  const pairs: Pair<Event>[] = []
  const pause = pauses()
  for (const event of events) {
    identities.push(await identify(event))
    await pause()
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
    await pause()
  }
  return pairs
}
