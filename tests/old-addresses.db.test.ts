import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows, type Store } from '#platform/database/db.ts'
import { loadSampleIfEmpty } from '#server/operator/first-start.ts'
import { callAs } from '#tests/support/call.ts'
import { today } from '#tests/support/sample-facts.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// Every address of the sample site after 200 renames, merges, moves and deletions answers 200, 301 or 410.

const isLong = process.env.HALLWAY_LONG === '1'
let site: RunningSite
let addresses: string[] = []
const done: Record<string, number> = {}

beforeAll(async () => {
  if (!isLong) return
  site = await startSite({
    sample: false,
    prepare: async (store) => {
      await loadSampleIfEmpty(store, today)
      addresses = await readAddresses(store)
      await changeMuch(store)
    },
  })
})
afterAll(() => site?.stop())

test.runIf(isLong)('every address of before is there, leads on or says that it is gone', async () => {
  expect(Object.values(done).reduce((sum, n) => sum + n, 0)).toBe(200)
  const statuses: Record<number, number> = {}
  const dead: string[] = []
  for (const address of addresses) {
    const first = await fetch(site.url + address, { redirect: 'manual' })
    statuses[first.status] = (statuses[first.status] ?? 0) + 1
    // What leads on leads to a page, in one step or several.
    const { status } = first.status === 301 ? await fetch(site.url + address) : first
    if (![200, 410].includes(status) || ![200, 301, 410].includes(first.status))
      dead.push(`${first.status} ${status} ${address}`)
  }
  expect(dead).toEqual([])
  expect(Object.keys(statuses)).toEqual(['200', '301', '410'])
})

/** The pages of all records, and a feed or file below each. */
async function readAddresses({ db }: Store): Promise<string[]> {
  const pages = await rows<{ parts: string[]; feed: string }>(
    db,
    sql`
      select array['conferences', slug] as parts, '/schedule.ics' as feed from events
      union all select array['conferences', slug, 'talks', number::text], '.ics' from talks join events on events.id = event_id
      union all select array['speakers', id::text], '/feed.atom' from speakers
      union all select array['topics', name], '/feed.json' from topics
      union all select distinct array['cities', location_name], '/feed.ics' from events
      union all select distinct array['countries', country_name], '/feed.ics' from events`,
  )
  return pages.flatMap(({ parts, feed }) => {
    const path = `/${parts.map(encodeURIComponent).join('/')}`
    return [path, path + feed]
  })
}

async function changeMuch(store: Store) {
  const { db } = store
  const [admin] = await rows<{ id: string; name: string; email: string }>(
    db,
    sql`select id, name, email from "user" join user_roles on user_id = id where role = 'admin' limit 1`,
  )
  const api = callAs(store, { ...admin!, avatar_url: null, isAdmin: true, unread: 0 }, today)
  const idsOf = async (table: string) =>
    (await rows<{ id: string }>(db, sql`select id from ${sql.identifier(table)} order by id`)).map(
      ({ id }) => id,
    )
  const count = async (what: string, work: Promise<unknown>) => {
    await work
    done[what] = (done[what] ?? 0) + 1
  }

  const topics = await idsOf('topics')
  for (const [index, id] of topics.splice(0, 12).entries())
    await count('topics renamed', api.topics.rename({ id, name: `Renamed ${index}` }))
  // A chain: merged into one that was renamed, and that one again.
  for (const id of topics.splice(0, 6))
    await count('topics merged', api.topics.merge({ id, into_id: topics[0]! }))
  for (const id of topics.splice(1, 4)) await count('topics removed', api.topics.remove({ id }))

  const speakers = (
    await rows<{ id: string }>(db, sql`select id from speakers where user_id is null order by id`)
  ).map(({ id }) => id)
  for (let merges = 0; merges < 20; merges++)
    await count(
      'speakers merged',
      api.speakers.merge({ id: speakers[merges + 1]!, other_id: speakers[merges]! }),
    )
  for (const id of speakers.slice(25, 45)) await count('speakers removed', api.speakers.remove({ id }))

  const events = await rows<{ id: string; slug: string }>(db, sql`select id, slug from events order by id`)
  for (const { id } of events.slice(0, 20)) await count('conferences removed', api.events.remove({ id }))
  for (const { slug } of events.slice(20, 50)) {
    const event = await api.events.detail({ slug })
    const moved = {
      ...event,
      name: `${event.name} moved`,
      location_name: 'Longyearbyen',
      country_name: 'Svalbard',
    }
    await count('conferences moved', api.events.update(moved))
  }
  const talks = await idsOf('talks')
  const remaining = 200 - Object.values(done).reduce((sum, n) => sum + n, 0)
  for (const id of talks.slice(0, remaining)) await count('talks removed', api.talks.remove({ id }))
}
