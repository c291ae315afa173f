import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { talks } from '#features/programme/programme.tables.ts'
import { series } from '#features/series/series.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { parseSearch } from '#lib/search-params.ts'
import type { Host } from '#platform/procedures/host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { hasRealData, loadRealProgramme } from '#tests/support/real-data.ts'
import { feedRoutes } from './feed-routes.server.ts'

const context = useStore()
const today = '2026-11-22'
const app = new Hono<Host>()

beforeAll(() => {
  feedRoutes(app, {
    site: { name: 'Hallway', url: 'https://hallway.test' },
    today: () => today,
    respond: async (c, read) => {
      const feed = await read(context.store.db, parseSearch(new URL(c.req.url).search))
      return feed
        ? c.body(feed.body, 200, { 'content-type': feed.contentType, 'x-tags': feed.tags.join(' ') })
        : c.notFound()
    },
  })
})

const get = (url: string) => app.request(url)
const text = async (url: string) => (await get(url)).text()
const entriesOf = async (url: string) =>
  new ICAL.Component(ICAL.parse(await text(url)))
    .getAllSubcomponents('vevent')
    .map((entry) => new ICAL.Event(entry))

async function makeLateEvent(fields: Partial<typeof events.$inferInsert> = {}) {
  const event = await makeEvent(context.store.db, {
    start_date: '2027-03-27',
    end_date: '2027-03-28',
    time_zone: 'Europe/Berlin',
    ...fields,
  })
  const track = await makeTrack(context.store.db, { event, name: 'Main & <Track>' })
  const speaker = await makeSpeaker(context.store.db, { name: 'Žofie O\u2019Hara' })
  const talk = await makeTalk(context.store.db, {
    event,
    title: 'Zeit, "Zonen"; und\\mehr 😀',
    description: `A\nlong\ttext ${'日本語 '.repeat(200)}`,
    date: '2027-03-27',
    start_time: '23:30',
    end_time: '00:30',
    location: 'Room, one',
    track,
    speakers: [speaker],
  })
  return { event, talk, speaker, track }
}

test('a talk is an entry in UTC whose sequence grows when it moves, and the same bytes otherwise', async () => {
  const { event, talk } = await makeLateEvent()
  const url = `/conferences/${event.slug}/talks/${talk.number}.ics`
  const first = await text(url)
  expect(await text(url)).toBe(first)
  const [entry] = await entriesOf(url)
  expect(entry).toMatchObject({ uid: talk.id, summary: talk.title, sequence: 0 })
  expect(entry!.startDate.toString()).toBe('2027-03-27T22:30:00Z')
  expect(entry!.endDate.toString()).toBe('2027-03-27T23:30:00Z')
  expect(entry!.location).toBe(`Room, one, ${event.location_name}`)
  expect(first.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)

  await context.store.db
    .update(talks)
    .set({ date: '2027-03-28', start_time: '10:00', end_time: null, status: 'cancelled' })
    .where(eq(talks.id, talk.id))
  const [moved] = await entriesOf(url)
  // After the change to summer time, and half an hour long because no end is known.
  expect(moved!.startDate.toString()).toBe('2027-03-28T08:00:00Z')
  expect(moved!.endDate.toString()).toBe('2027-03-28T08:30:00Z')
  expect(moved).toMatchObject({ uid: talk.id, sequence: 1 })
  expect(await text(url)).toContain('STATUS:CANCELLED')
})

test('without a time zone the times are floating, without a time the entry is its day', async () => {
  const { event, talk } = await makeLateEvent({ time_zone: null })
  const untimed = await makeTalk(context.store.db, { event, date: '2027-03-28', start_time: null })
  const entries = await entriesOf(`/conferences/${event.slug}/schedule.ics`)
  const byId = new Map(entries.map((entry) => [entry.uid, entry]))
  expect(byId.get(talk.id)!.startDate.toString()).toBe('2027-03-27T23:30:00')
  expect(byId.get(untimed.id)!.startDate.toString()).toBe('2027-03-28')
  expect(byId.get(untimed.id)!.endDate.toString()).toBe('2027-03-29')
})

test('lists have a calendar, an Atom feed and a JSON feed; what ended long ago is left out', async () => {
  const { event, speaker } = await makeLateEvent({
    location_name: 'Saint-Étienne / Lyon',
    country_name: 'France',
    tags: ['Node.js'],
  })
  const old = await makeEvent(context.store.db, {
    location_name: 'Saint-Étienne / Lyon',
    country_name: 'France',
    start_date: '2026-09-01',
    end_date: '2026-09-02',
    tags: ['Node.js'],
  })
  const pages = [
    `/topics/Node.js`,
    `/cities/${encodeURIComponent('saint-etienne / lyon')}`,
    '/countries/France',
    `/speakers/${speaker.id}`,
  ]
  // Whoever subscribed to one conference keeps it.
  expect((await entriesOf(`/conferences/${old.slug}/feed.ics`)).map(({ uid }) => uid)).toEqual([old.id])
  for (const page of pages) {
    const entries = await entriesOf(`${page}/feed.ics`)
    expect(
      entries.map(({ uid }) => uid),
      page,
    ).toEqual([event.id])
    expect(entries[0]!.startDate.toString()).toBe('2027-03-27')
    expect(entries[0]!.endDate.toString()).toBe('2027-03-29')
    const json = JSON.parse(await text(`${page}/feed.json`))
    expect(json.items.map(({ url }: { url: string }) => url)).toEqual([
      `https://hallway.test/conferences/${event.slug}`,
    ])
    const atom = await get(`${page}/feed.atom`)
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const body = await atom.text()
    expect(body).toContain(`<id>urn:uuid:${event.id}</id>`)
    expect(body).not.toContain(old.id)
    expect(await text(`${page}/feed.atom`)).toBe(body)
  }
})

test('a feed outlives its last conference, until what it is about is gone', async () => {
  const { db } = context.store
  const topic = await makeTopic(db, { name: 'Falconry' })
  const event = await makeEvent(db, { location_name: 'Tartu', country_name: 'Estonia', tags: ['Falconry'] })
  const [row] = await db.insert(series).values({ name: 'Falcon Days', slug: 'falcon-days' }).returning()
  await db.update(events).set({ series_id: row!.id }).where(eq(events.id, event.id))
  const pages = ['/topics/Falconry', '/cities/Tartu', '/countries/Estonia', '/series/falcon-days', '/online']
  const statuses = () =>
    Promise.all(
      pages.flatMap((page) =>
        ['ics', 'atom', 'json'].map(async (format) => (await get(`${page}/feed.${format}`)).status),
      ),
    )
  expect(new Set(await statuses())).toEqual(new Set([200]))
  // That of a series does not name what an administrator has hidden.
  const setHidden = (isHidden: boolean) =>
    db.execute(sql`update all_events set is_hidden = ${isHidden} where id = ${event.id}::uuid`)
  await setHidden(true)
  expect((await get('/series/falcon-days/feed.ics')).status).toBe(404)
  await setHidden(false)
  await db.delete(events).where(eq(events.id, event.id))
  expect(new Set(await statuses())).toEqual(new Set([200]))
  expect((await get('/topics/Falconry/feed.ics')).headers.get('x-tags')).toContain('topics')
  await db.delete(topics).where(eq(topics.id, topic.id))
  expect((await get('/topics/Falconry/feed.ics')).status).toBe(404)
})

test('what is not there has no feed', async () => {
  const { event, talk } = await makeLateEvent()
  const other = await makeLateEvent()
  const urls = [
    '/topics/nothing/feed.ics',
    '/cities/Nowhere/feed.atom',
    '/countries/Nowhere/feed.json',
    '/speakers/00000000-0000-4000-8000-000000000000/feed.ics',
    '/conferences/nothing/schedule.ics',
    `/conferences/${event.slug}/schedule.exe`,
    `/conferences/${event.slug}/talks/999999999.ics`,
    `/conferences/${other.event.slug}/talks/${talk.number}.ics`,
    `/conferences/${event.slug}/talks/0.ics`,
    `/conferences/${event.slug}/talks/99999999999999999999.ics`,
  ]
  for (const url of urls) expect((await get(url)).status, url).toBe(404)
})

test('a programme as XML, JSON and CSV has its talks, and breaks where readers know them', async () => {
  const { event, talk, speaker } = await makeLateEvent()
  await makeBreak(context.store.db, {
    event,
    title: '=cmd()',
    date: '2027-03-27',
    start_time: '12:00',
    end_time: '13:00',
  })
  const url = `/conferences/${event.slug}/schedule`
  const xml = await text(`${url}.xml`)
  expect(xml).toContain(
    '<day index="1" date="2027-03-27" start="2027-03-27T04:00:00+01:00" end="2027-03-28T04:00:00+01:00">',
  )
  expect(xml).toContain(`<event guid="${talk.id}" id="${talk.number}">`)
  expect(xml).toContain('<date>2027-03-27T23:30:00+01:00</date>')
  expect(xml).toContain('<duration>01:00</duration>')
  expect(xml).toContain(`<person guid="${speaker.id}">Žofie O\u2019Hara</person>`)
  expect(xml).toContain('<track>Main &amp; &lt;Track&gt;</track>')
  expect(xml).not.toContain('=cmd()')
  const { schedule } = JSON.parse(await text(`${url}.json`))
  expect(schedule.conference.days[0].rooms['Room, one'][0]).toMatchObject({
    guid: talk.id,
    start: '23:30',
    persons: [{ name: 'Žofie O\u2019Hara', guid: speaker.id }],
  })
  expect(schedule.breaks).toMatchObject([{ title: '=cmd()', start: '12:00', end: '13:00' }])
  const csv = await text(`${url}.csv`)
  expect(csv.split('\r\n')[0]).toBe(
    'key,title,subtitle,day,date,start,end,room,track,type,language,speakers,abstract,slides,video,url,status,recorded,links,feedback,topics',
  )
  // A spreadsheet would run it.
  expect(csv).toContain(",'=cmd(),")
})

const schemas = new URL('../../../../shared/data/schemas/', import.meta.url).pathname
// The other has 883 talks.
const programmes: Parameters<typeof loadRealProgramme>[1][] = [
  'rubykaigi-2024',
  ...(process.env.HALLWAY_LONG === '1' ? (['fosdem-2026'] as const) : []),
]
const canValidate = hasRealData && existsSync('/usr/bin/xmllint')

test.skipIf(!canValidate)(
  'the XML of real programmes follows the published schema (not run without xmllint)',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hallway-schedule-'))
    for (const programme of programmes) {
      const slug = await slugOf(await loadRealProgramme(context.store.db, programme))
      const file = path.join(folder, `${programme}.xml`)
      writeFileSync(file, await text(`/conferences/${slug}/schedule.xml`))
      execFileSync('xmllint', ['--noout', '--schema', `${schemas}frab-schedule.xsd`, file], { stdio: 'pipe' })
      writeFileSync(path.join(folder, `${programme}.json`), await text(`/conferences/${slug}/schedule.json`))
      const entries = await entriesOf(`/conferences/${slug}/schedule.ics`)
      const rows = await context.store.db
        .select()
        .from(talks)
        .innerJoin(events, eq(events.id, talks.event_id))
        .where(eq(events.slug, slug))
      expect(entries.length).toBe(rows.length)
      expect(new Set(entries.map(({ uid }) => uid))).toEqual(new Set(rows.map((row) => row.talks.id)))
    }
  },
)

test.skipIf(!hasRealData)(
  'the JSON of real programmes has the fields, and the types of links, of the published schema',
  async () => {
    const { definitions } = JSON.parse(readFileSync(`${schemas}frab-schedule.schema.json`, 'utf8'))
    const { Conference, Day, Event, Reference } = definitions
    const expectFields = (value: object, { properties, required }: typeof Event) => {
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(value)))
      expect(Object.keys(value)).toEqual(expect.arrayContaining(required))
    }
    for (const programme of programmes) {
      const slug = await slugOf(await loadRealProgramme(context.store.db, programme))
      const { schedule } = JSON.parse(await text(`/conferences/${slug}/schedule.json`))
      expectFields(schedule.conference, Conference)
      for (const day of schedule.conference.days) {
        expectFields(day, Day)
        for (const talk of Object.values(day.rooms).flat() as { links: { type: string }[] }[]) {
          expectFields(talk, Event)
          for (const link of talk.links) {
            expectFields(link, Reference)
            expect(Reference.properties.type.enum).toContain(link.type)
          }
        }
      }
    }
  },
)

async function slugOf(id: string) {
  const [event] = await context.store.db.select({ slug: events.slug }).from(events).where(eq(events.id, id))
  return event!.slug
}
