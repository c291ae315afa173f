import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { watchStatements } from '#platform/database/statements.ts'
import { callAs, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import type { EventSort } from './admin-events.ts'

const context = useStore()
beforeEach(() => context.store.db.execute(sql`truncate all_events cascade`))

async function admin() {
  return callAs(context.store, viewerOf(await makePerson(context.store.db, { isAdmin: true }), true))
}
const numberedEvents = (n: number) =>
  Array.from({ length: n }, (_, index) => ({
    name: `Conf ${String(index).padStart(3, '0')}`,
    start_date: `2027-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
  }))

test.each(['newest', 'oldest', 'name', 'name-desc'] as EventSort[])(
  'each event stands once on the pages in order of %s',
  async (sort) => {
    await makeEvents(context.store.db, numberedEvents(47))
    const api = await admin()
    const listedEvents: { name: string; start_date: string }[] = []
    for (let page = 1; page <= 5; page++) {
      const answer = await api.events.managed({ sort, page })
      expect({ ...answer, events: answer.events.length }).toEqual({
        events: page < 5 ? 10 : 7,
        page,
        pages: 5,
        total: 47,
      })
      listedEvents.push(...answer.events)
    }
    expect(new Set(listedEvents.map(({ name }) => name)).size).toBe(47)
    const keys = listedEvents.map((event) => (sort.startsWith('name') ? event.name : event.start_date))
    const sorted = [...keys].sort()
    expect(keys).toEqual(sort === 'newest' || sort === 'name-desc' ? sorted.reverse() : sorted)
  },
)

test('name, city and country are searched, topics are not', async () => {
  await makeEvents(context.store.db, [
    { name: 'Kürbis Conf', location_name: 'Graz', country_name: 'Austria', tags: ['Rust'] },
    { name: 'Other', location_name: 'Kurbistown', country_name: 'Austria' },
    { name: 'Third', location_name: 'Riga', country_name: 'Latvia', tags: ['Kürbis'] },
  ])
  const api = await admin()
  const searchNames = async (search: string) =>
    (await api.events.managed({ search, sort: 'name' })).events.map(({ name }) => name)
  expect(await searchNames('KURBIS')).toEqual(['Kürbis Conf', 'Other'])
  expect(await searchNames('latv')).toEqual(['Third'])
  expect(await searchNames('rig')).toEqual(['Third'])
  // Also in Austria.
  expect(await searchNames('ri')).toEqual(['Kürbis Conf', 'Other', 'Third'])
  expect(await searchNames('100%')).toEqual([])
  expect(await searchNames('rust')).toEqual([])
})

test('a page behind the last one is the last, in as many statements for one row as for many', async () => {
  const api = await admin()
  expect(await api.events.managed({ page: 7 })).toEqual({ events: [], page: 1, pages: 1, total: 0 })
  await makeEvents(context.store.db, numberedEvents(1))
  const one = await watchStatements(() => api.events.managed({ page: 3 }))
  expect(one.result).toMatchObject({ page: 1, pages: 1, total: 1 })
  await makeEvents(
    context.store.db,
    numberedEvents(30).map((event) => ({ ...event, name: `More ${event.name}` })),
  )
  const deepPage = await watchStatements(() => api.events.managed({ page: 3 }))
  expect(deepPage.result.events).toHaveLength(10)
  expect([one.statements.length, deepPage.statements.length]).toEqual([2, 2])
})

test('a page has ten rows, or as many as the address says', async () => {
  await makeEvents(context.store.db, numberedEvents(30))
  const api = await admin()
  const sizes = await Promise.all(
    [{}, { size: '25' as const }, { size: '50' as const }].map(async (input) => {
      const { events, pages } = await api.events.managed(input)
      return [events.length, pages]
    }),
  )
  expect(sizes).toEqual([
    [10, 3],
    [25, 2],
    [30, 1],
  ])
})

test('several are deleted at once, each with its entry in the trail; what is gone already is named', async () => {
  const [one, two, other] = await makeEvents(context.store.db, numberedEvents(3))
  const api = await admin()
  const unknownId = crypto.randomUUID()
  expect(await api.events.removeMany({ ids: [one!.id, unknownId, two!.id, one!.id] })).toEqual({
    refused: [{ id: unknownId, message: 'Conference not found' }],
  })
  expect((await api.events.managed({})).events.map(({ id }) => id)).toEqual([other!.id])
  const { actions } = await api.adminActions.list({})
  expect(actions.slice(0, 2).map(({ action, subject }) => [action, subject])).toEqual([
    ['event_deleted', two!.name],
    ['event_deleted', one!.name],
  ])
  const member = callAs(context.store, viewerOf(await makePerson(context.store.db)))
  expect(await refusalMessage(member.events.removeMany({ ids: [other!.id] }))).toBe(
    'Only administrators can do this',
  )
})
