import { beforeAll, expect, test } from 'vitest'
import { fold, searchWords } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { hasRealData, loadRealEvents } from '#tests/support/real-data.ts'
import { events } from './events.tables.ts'

const the = useStore()
const today = '2026-11-20'
const isRun = hasRealData && process.env.HALLWAY_LONG === '1'
const note = hasRealData ? '' : ' (not run: ../shared/data is absent)'
const queries = 200

type Listed = { id: string; name: string; location_name: string; doc: string }
let all: Listed[] = []

beforeAll(async () => {
  if (!isRun) return
  await loadRealEvents(the.store.db)
  const { id, name, location_name, doc } = events
  all = await the.store.db.select({ id, name, location_name, doc }).from(events).orderBy(events.slug)
}, 600_000)

/** A number from 0 to 1 that is the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** The words of a text that may be searched for by themselves. */
const wordsOf = (text: string) => searchWords(text).filter((word) => Array.from(fold(word)).length > 2)

/**
 * A word of the event's name and one of its city, in random order: of the name one that is not in the city, and that with
 * the city is borne by no more events than a page shows, if there is one.
 */
function twoWords({ name, location_name, doc }: Listed, random: () => number): string | undefined {
  const cityWords = wordsOf(location_name)
  const city = cityWords[Math.floor(random() * cityWords.length)]
  const isAFirst = random() < 0.5
  if (!city) return
  const sameCity = all.filter((each) => each.doc.includes(fold(city)))
  const telling = wordsOf(name).filter(
    (word) =>
      !fold(location_name).includes(fold(word)) &&
      sameCity.filter((each) => each.doc.includes(fold(word))).length <= limits.eventsPerPage,
  )
  const word = telling[Math.floor(random() * telling.length)]
  if (!word || !doc.includes(fold(word))) return
  return isAFirst ? `${word} ${city}` : `${city} ${word}`
}

test.runIf(isRun)(
  `${queries} searches for a word of a name and one of a city, in random order, find their event on the first page${note}`,
  async () => {
    const random = randomNumbers(2026)
    const api = callAs(the.store, null, today)
    const missed: string[] = []
    let tried = 0
    while (tried < queries) {
      const event = all[Math.floor(random() * all.length)]!
      const search = twoWords(event, random)
      if (!search) continue
      tried++
      const pages = await Promise.all(
        (['running', 'upcoming', 'past'] as const).map((when) => api.events.list({ search, when })),
      )
      const found = pages.flatMap((page) => page.events).some(({ id }) => id === event.id)
      if (!found) missed.push(`${search}: ${event.name}, ${event.location_name}`)
    }
    expect(missed).toEqual([])
  },
  600_000,
)
