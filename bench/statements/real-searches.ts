import { sql } from 'drizzle-orm'
import { rows } from '#platform/database/db.ts'
import { callAs } from '#tests/support/call.ts'
import { hasRealData, loadRealEvents, readFixtureEvents } from '#tests/support/real-data.ts'
import { twoWordSearches } from '#tests/support/two-word-searches.ts'
import type { Figure } from '../support/parts.ts'
import type { Engine } from '../support/site.ts'
import { filledStore } from './engines.ts'
import { measurePages } from './measure.ts'
import { directory } from './pages.ts'

const queries = 200
const maxMs = 10

type Event = { id: string; slug: string; name: string; location_name: string; doc: string }

/** Two words of real events, one of the name and one of the city, among `size` generated events and the real ones. */
export async function realSearches(engine: Engine, size: number): Promise<Figure[]> {
  const today = new Date().toISOString().slice(0, 10)
  const store = await filledStore(engine, size, today)
  const generatedDocs = await rows<{ doc: string }>(store.db, sql`select doc from events`)
  await loadRealEvents(store.db, hasRealData ? undefined : await readFixtureEvents())
  await store.db.execute(sql`vacuum analyze`)
  const realEvents = await rows<Event>(
    store.db,
    sql`
      select id, slug, name, location_name, doc from events
      where slug not like 'event-%' and slug <> 'big-conference' order by slug`,
  )
  const searches = twoWordSearches(realEvents, [...generatedDocs, ...realEvents], queries)
  const api = callAs(store, null, today)
  let hits = 0
  for (const { event, search } of searches) {
    const pages = await Promise.all(
      (['running', 'upcoming', 'past'] as const).map((when) => api.events.list({ search, when })),
    )
    if (pages.flatMap((page) => page.events).some(({ id }) => id === event.id)) hits++
    else console.log(`not on the first page of "${search}": ${event.name}, ${event.location_name}`)
  }
  const measured = await measurePages(
    store,
    searches.map(({ search }) => ({ name: search, path: directory({ search }) })),
    today,
    maxMs / 2,
  )
  await store.close()
  const slowest = measured
    .flatMap(({ page, statements }) => statements.map(({ ms }) => ({ ms, search: page.name })))
    .reduce((one, other) => (other.ms > one.ms ? other : one))
  const scale = `${engine}, ${(size + realEvents.length).toLocaleString('en')} events`
  return [
    {
      what: `searches for two words of a real event that show it on the first page, ${scale}`,
      figure: `${hits} of ${queries}`,
      aim: 'all',
      isHeld: hits === queries,
    },
    {
      what: `statements of their pages, ${scale}`,
      figure: `slowest ${slowest.ms.toFixed(1)} ms (${slowest.search})`,
      aim: `at most ${maxMs} ms`,
      isHeld: slowest.ms <= maxMs,
    },
  ]
}
