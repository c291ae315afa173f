import { beforeAll, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { hasRealData, loadRealEvents, readFixtureEvents } from '#tests/support/real-data.ts'
import { twoWordSearches } from '#tests/support/two-word-searches.ts'

const context = useStore()
const today = '2026-11-20'
// The gate takes the 64 events that are part of the project; among 100,000 it is a benchmark (bench/README.md).
const isWhole = hasRealData && process.env.HALLWAY_LONG === '1'
const queries = 200

beforeAll(async () => {
  await loadRealEvents(context.store.db, isWhole ? undefined : await readFixtureEvents())
}, 600_000)

test(`${queries} searches for a word of a name and one of a city, in random order, find their event on the first page, among ${isWhole ? 'all' : '64'} real events`, async () => {
  const { id, name, location_name, doc } = events
  const all = await context.store.db
    .select({ id, name, location_name, doc })
    .from(events)
    .orderBy(events.slug)
  const api = callAs(context.store, null, today)
  const missed: string[] = []
  for (const { event, search } of twoWordSearches(all, all, queries)) {
    const pages = await Promise.all(
      (['running', 'upcoming', 'past'] as const).map((when) => api.events.list({ search, when })),
    )
    const isShown = pages.flatMap((page) => page.events).some(({ id }) => id === event.id)
    if (!isShown) missed.push(`${search}: ${event.name}, ${event.location_name}`)
  }
  expect(missed).toEqual([])
}, 600_000)
