import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { Hono } from 'hono'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { directorySearch, feedQuery, selectionOf } from '#features/directory/search.ts'
import { parseSearch } from '#lib/search-params.ts'
import { rows } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { feedRoutes, selectionCondition } from './feed-routes.server.ts'

const context = useStore()

test('200 combinations of filters: the feed has the events of the page', async () => {
  const { db } = context.store
  const app = new Hono<Host>()
  feedRoutes(app, {
    site: { name: 'Hallway', url: 'https://hallway.test' },
    today: () => '2026-11-22',
    respond: async (c, read) => c.body((await read(db, parseSearch(new URL(c.req.url).search)))!.body),
  })
  const [topics, countries, words] = [
    ['Go', 'Rust', 'C++'],
    ['Norway', 'Peru', 'Online'],
    ['Days', 'Summit', 'Été'],
  ]
  for (let index = 0; index < 60; index++)
    await makeEvent(db, {
      name: `${words[index % 3]} ${index}`,
      start_date: `2027-${String((index % 12) + 1).padStart(2, '0')}-10`,
      end_date: `2027-${String((index % 12) + 1).padStart(2, '0')}-11`,
      country_name: countries[Math.floor(index / 3) % 3]!,
      location_name: index % 9 === 0 ? 'Online' : 'Somewhere',
      tags: topics.filter((_, topic) => (index >> topic) % 2 === 1),
    })
  const some = (values: string[]) =>
    fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined, freq: 1 })
  const searches = fc.sample(
    fc.record({
      search: fc.option(
        fc.constantFrom('days', 'summit 1', 'ete', 'nothing', 'norway', 'europe', 'days next spring'),
        {
          nil: undefined,
          freq: 1,
        },
      ),
      topics: some(topics),
      country: some(countries),
      month: some(['2027-01', '2027-05', '2027-12', '2026-12']),
      year: fc.option(fc.constantFrom(2027, 2026), { nil: undefined, freq: 1 }),
      how: fc.option(fc.constantFrom('online', 'in-person'), { nil: undefined, freq: 1 }),
    }),
    { numRuns: 200, seed: 16 },
  )
  const { list } = callAs(context.store, null).events
  let total = 0
  for (const raw of searches) {
    const search = directorySearch(raw)
    const onPage: string[] = []
    let after: string | undefined
    do {
      const page = await list({ ...selectionOf(search), when: 'any', after })
      onPage.push(...page.events.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    const feed = await (await app.request(`/conferences/feed.ics${feedQuery(search)}`)).text()
    const inFeed = new ICAL.Component(ICAL.parse(feed))
      .getAllSubcomponents('vevent')
      .map((entry) => String(entry.getFirstPropertyValue('uid')))
    expect([search, inFeed.sort()]).toEqual([search, onPage.sort()])
    total += inFeed.length
  }
  expect(total).toBeGreaterThan(300)
})

test('a country under its old name leaves what its present name leaves: in lists, counts, feeds and exports', async () => {
  const { db } = context.store
  const { id } = await makeEvent(db, {
    name: 'Bosphorus',
    country_name: 'Türkiye',
    location_name: 'Istanbul',
  })
  const { list, counts } = callAs(context.store, null).events
  for (const country of [['Turkey'], ['turkey', 'Atlantis'], ['Türkiye']]) {
    const { events } = await list({ country, when: 'any' })
    expect(events.map((event) => event.id)).toEqual([id])
    expect((await counts({ country, year: Number(events[0]!.start_date.slice(0, 4)) })).all).toBeGreaterThan(
      0,
    )
    const condition = await selectionCondition(context.store.db, directorySearch({ country }), '2026-11-22')
    expect(await rows(db, sql`select id from events where ${condition}`)).toEqual([{ id }])
  }
})
