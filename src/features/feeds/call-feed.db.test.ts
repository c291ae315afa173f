import { Hono } from 'hono'
import ICAL from 'ical.js'
import ical from 'node-ical'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { parseSearch } from '#lib/search-params.ts'
import type { Host } from '#platform/procedures/host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { feedRoutes } from './feed-routes.server.ts'

const context = useStore()
const today = new Date().toISOString().slice(0, 10)
const site = { name: 'Hallway', url: 'https://hallway.test' }
const app = new Hono<Host>()
const closes_on = addDays(today, 20)

beforeAll(async () => {
  feedRoutes(app, {
    site,
    today: () => today,
    respond: async (c, read) => {
      const feed = await read(context.store.db, parseSearch(new URL(c.req.url).search))
      return feed ? c.body(feed.body, 200, { tags: feed.tags.join() }) : c.notFound()
    },
  })
  const { db } = context.store
  const event = await makeEvent(db, {
    name: 'Rust; and, more',
    start_date: addDays(today, 90),
    tags: ['rust'],
  })
  await makeCall(db, { event, closes_on, travel: 'case_by_case', languages: ['en'], time_zone: 'Etc/GMT+12' })
  await makeCall(db, { event, closes_on: addDays(today, -3) })
  await makeCall(db, { event: await makeEvent(db, { name: 'No day', start_date: addDays(today, 90) }) })
  await makeCall(db, { event, kind: 'papers', closes_on })
})

const read = async (path: string) => (await app.request(path)).text()

test('the calendar has an entry on the day of closing with an alarm a week before, and two programs read it', async () => {
  const text = await read('/cfp/feed.ics')
  const entries = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  const [entry] = entries.map((component) => new ICAL.Event(component))
  expect(entries).toHaveLength(1)
  expect([entry?.summary, entry?.startDate.toString(), entry?.endDate.toString()]).toEqual([
    'Call closes: Rust; and, more',
    closes_on,
    addDays(closes_on, 1),
  ])
  expect(entry?.description).toContain('anywhere on Earth')
  const [alarm] = entries[0]!.getAllSubcomponents('valarm')
  expect([alarm?.getFirstPropertyValue('action'), String(alarm?.getFirstPropertyValue('trigger'))]).toEqual([
    'DISPLAY',
    '-P7D',
  ])
  const parsed = Object.values(ical.sync.parseICS(text)).filter((item) => item?.type === 'VEVENT')
  expect(parsed).toMatchObject([{ summary: 'Call closes: Rust; and, more', alarms: [{ action: 'DISPLAY' }] }])
})

test('the feeds have the open calls of the same filters, and none of the conferences', async () => {
  const titles = async (query: string): Promise<string[]> =>
    JSON.parse(await read(`/cfp/feed.json${query}`)).items.map(
      ({ title }: { title: string }) => title.split(':')[0],
    )
  expect((await titles('')).sort()).toEqual(['No day', 'Rust; and, more'])
  expect(await titles('?topics=rust&paid=travel&language=en')).toEqual(['Rust; and, more'])
  expect(await titles('?paid=hotel')).toEqual([])
  expect(await titles('?tab=papers')).toEqual(['Rust; and, more'])
  expect(await read('/cfp/feed.atom')).toContain('<title>Rust; and, more: open until ')
  expect(await read('/conferences/feed.atom')).not.toContain('open until')
  expect((await app.request('/cfp/feed.ics')).headers.get('tags')).toBe('calls,events,clock')
})

test('with an hour and a zone the entry ends at that moment', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { name: 'With an hour', start_date: addDays(today, 90), tags: ['hours'] })
  await makeCall(db, { event, closes_on, closes_time: '00:00', time_zone: 'Etc/GMT+12' })
  await makeCall(db, { event, closes_on, closes_time: '17:00', time_zone: 'Asia/Tokyo' })
  const text = await read('/cfp/feed.ics?topics=hours')
  const ends = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component).endDate.toJSDate().toISOString())
  expect(ends.sort()).toEqual([`${closes_on}T08:00:00.000Z`, `${closes_on}T12:00:00.000Z`])
})
