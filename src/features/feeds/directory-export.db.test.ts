import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '#features/calls/calls.tables.ts'
import { events } from '#features/events/events.tables.ts'
import { importEvents } from '#features/listing/csv-import.server.ts'
import { parseImport } from '#features/listing/csv-import.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { directoryExportRoutes } from './directory-export.server.ts'

const context = useStore()
const app = new Hono<Host>()
let viewer: Viewer = null

beforeAll(() =>
  directoryExportRoutes(app, {
    db: context.store.db,
    site: { url: 'https://hallway.test' },
    today: () => '2026-11-20',
    viewerOf: async () => viewer,
  }),
)

test('administrators get what the filters leave, as CSV and as JSON; nobody else does', async () => {
  const { db } = context.store
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

test('every column of a conference leaves, but for those of this site', async () => {
  const { db } = context.store
  viewer = { ...(await makePerson(db)), avatar_url: null, unread: 0, isAdmin: true }
  await makeEvent(db)
  const [exported] = await (await app.request('/admin/export/conferences.json')).json()
  const ofThisSite =
    'series_id confirmation id created_by created_at updated_at import_id sequence doc name_key city_key country_key conference_key first_start_date first_end_date'
  const all = await rows<{ name: string }>(
    db,
    sql`select attname::text as name from pg_attribute where attrelid = 'events'::regclass and attnum > 0 and not attisdropped`,
  )
  expect(all.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(exported), ...ofThisSite.split(' ')]
      .filter((name) => !/^(url|calls|cfp_url|cfp_end_date|position)$/.test(name))
      .sort(),
  )
})

test('topics that somebody wrote in a spreadsheet without a space are apart, and an export of before is read', async () => {
  const file = `name,description,start_date,end_date,location_name,country_name,code_of_conduct_url,website,tags,slug,url
"One, two",x,2027-01-01,2027-01-02,Bergen,Norway,,,Go;Rust ; Zig,one,https://hallway.test/conferences/one`
  const parsed = await parseImport('conferences.csv', file)
  expect(parsed).toMatchObject({
    ok: true,
    skipped: [],
    rows: [{ name: 'One, two', tags: ['Go', 'Rust', 'Zig'] }],
  })
})

test('the import reads the export: nothing is new here, and a site with the topics has all of it', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  viewer = { ...person, avatar_url: null, unread: 0, isAdmin: true }
  const event = await makeEvent(db, {
    name: '"Quoted", they said',
    description: '=1+1, "two"\n\nName, City, 2027-01-01\n',
    website: 'https://example.org/a,b',
    time_zone: 'Europe/Oslo',
    logo_url: `/pictures/${'b'.repeat(32)}.webp`,
    status: 'cancelled',
    status_note: 'No hall, "sorry"',
    tags: ['Go', 'C, "C++"'],
  })
  const cfp = { url: 'https://example.org/cfp?a=1,2', closes_on: '2027-02-03' }
  await makeCall(db, { event, ...cfp, travel: 'yes' })
  const exported = await (await app.request('/admin/export/conferences.json')).json()
  expect(exported.find(({ name }: { name: string }) => name === event.name).calls).toMatchObject([
    { ...cfp, kind: 'talks', travel: 'yes' },
  ])
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
  await db.execute(sql`truncate all_events cascade`)
  expect(await importEvents(db, parsed.rows, options)).toMatchObject({ imported: count, skipped: [] })
  expect(await db.select().from(events).where(eq(events.name, event.name))).toMatchObject([
    {
      description: event.description?.trim(),
      website: event.website,
      time_zone: 'Europe/Oslo',
      logo_url: `https://hallway.test${event.logo_url}`,
      status: 'cancelled',
      status_note: 'No hall, "sorry"',
      tags: expect.toSatisfy((tags: string[]) => tags.toSorted().join() === 'C, "C++",Go'),
    },
  ])
  expect(await db.select({ url: calls.url, closes_on: calls.closes_on }).from(calls)).toEqual([cfp])
  expect(await db.select({ name: topics.name }).from(topics)).toContainEqual({ name: 'Rust' })
})

test('a large directory is read in several statements, each conference once', async () => {
  await context.store.execute(`
    insert into events (name, slug, start_date, end_date, location_name, country_name)
    select 'Many', 'many-' || n, date '2031-05-01' + n / 700, '2031-06-01', 'Graz', 'Austria' from generate_series(1, 1100) as n`)
  viewer = { ...(await makePerson(context.store.db)), avatar_url: null, unread: 0, isAdmin: true }
  const { result, statements } = await watchStatements(async () =>
    (await app.request('/admin/export/conferences.json?country=Austria')).json(),
  )
  expect(statements).toHaveLength(2)
  const slugs: string[] = result.map(({ url }: { url: string }) => url.split('/').at(-1))
  expect(slugs.filter((slug) => slug.startsWith('many-'))).toHaveLength(1100)
  expect(new Set(slugs).size).toBe(slugs.length)
})
