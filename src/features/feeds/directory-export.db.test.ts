import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { importEvents } from '#features/events/csv-import.server.ts'
import { parseImport } from '#features/events/csv-import.ts'
import { events } from '#features/events/events.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import type { Host } from '#server/procedures/host.ts'
import type { Viewer } from '#server/procedures/procedure.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { directoryExportRoutes } from './directory-export.server.ts'

const the = useStore()
const app = new Hono<Host>()
let viewer: Viewer = null

beforeAll(() =>
  directoryExportRoutes(app, {
    db: the.store.db,
    site: { url: 'https://hallway.test' },
    today: () => '2026-11-20',
    viewerOf: async () => viewer,
  }),
)

test('administrators get what the filters leave, as CSV and as JSON; nobody else does', async () => {
  const { db } = the.store
  const event = await makeEvent(db, {
    name: 'Zażółć, "Conf"',
    description: '=HYPERLINK("x")\nsecond; line',
    country_name: 'Poland',
    tags: ['Go', 'Rust'],
  })
  await makeEvent(db, { country_name: 'Norway' })
  const path = '/admin/export/conferences'
  const person = await makePerson(db)
  for (const each of [null, { ...person, avatar_url: null, unread: 0, isAdmin: false }]) {
    viewer = each
    for (const ending of ['csv', 'json']) {
      const refused = await app.request(`${path}.${ending}`)
      expect(refused.status).toBe(403)
      expect(await refused.text()).not.toContain(event.slug)
    }
  }
  viewer = { ...person, avatar_url: null, unread: 0, isAdmin: true }
  const json = await app.request(`${path}.json?country=Poland`)
  expect(json.headers.get('cache-control')).toBe('private, no-store')
  expect(await json.json()).toEqual([
    expect.objectContaining({
      name: event.name,
      description: event.description,
      tags: ['Go', 'Rust'],
      url: `https://hallway.test/conferences/${event.slug}`,
    }),
  ])
  expect(await (await app.request(`${path}.json`)).json()).toHaveLength(2)
  const csv = await (await app.request(`${path}.csv?country=Poland`)).text()
  // A spreadsheet would run the description.
  expect(parse(csv, { columns: true })).toMatchObject([
    { name: event.name, description: `'${event.description}`, tags: 'Go; Rust' },
  ])
})

test('the import reads the export: nothing is new here, and an empty site has all of it', async () => {
  const { db } = the.store
  const person = await makePerson(db)
  viewer = { ...person, avatar_url: null, unread: 0, isAdmin: true }
  const event = await makeEvent(db, {
    name: '"Quoted", they said',
    description: '=1+1, "two"\n\nName, City, 2027-01-01\n',
    website: 'https://example.org/a,b',
    tags: ['Go', 'C, "C++"'],
  })
  const csv = await (await app.request('/admin/export/conferences.csv')).text()
  const parsed = await parseImport('conferences.csv', csv)
  if (!parsed.ok) throw new Error(parsed.message)
  expect(parsed).toMatchObject({ skipped: [], unknownColumns: [] })
  const count = await db.$count(events)
  const options = { fileName: 'conferences.csv', importedBy: null }
  const again = await importEvents(db, parsed.rows, options)
  expect(again.imported).toBe(0)
  expect(again.skipped.map(({ reason }) => reason)).toEqual(
    Array.from({ length: count }, () => expect.stringMatching(/^Already listed: /)),
  )
  await db.execute(sql`truncate all_events, topics cascade`)
  expect(await importEvents(db, parsed.rows, options)).toEqual({ imported: count, skipped: [] })
  expect(await db.select().from(events).where(eq(events.name, event.name))).toMatchObject([
    {
      description: event.description?.trim(),
      website: event.website,
      tags: expect.toSatisfy((tags: string[]) => tags.toSorted().join() === 'C, "C++",Go'),
    },
  ])
  expect(await db.select({ name: topics.name }).from(topics)).toContainEqual({ name: 'Rust' })
})
