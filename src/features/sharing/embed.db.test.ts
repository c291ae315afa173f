import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { renderSVG } from 'uqr'
import { beforeAll, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { parseSearch } from '#lib/search-params.ts'
import type { Host } from '#platform/procedures/host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { loadRealProgramme } from '#tests/support/real-data.ts'
import { embedScript } from './embed-page.server.ts'
import { embedRoutes } from './embed-routes.server.ts'

const context = useStore()
const app = new Hono<Host>()
let today = '2026-11-22'

beforeAll(() =>
  embedRoutes(app, {
    site: { name: 'Hallway', url: 'https://hallway.test' },
    today: () => today,
    respond: async (c, read) => {
      const page = await read(context.store.db, parseSearch(new URL(c.req.url).search))
      return page
        ? c.body(page.body, 200, {
            'content-security-policy': page.policy ?? '',
            'x-tags': page.tags.join(' '),
          })
        : c.notFound()
    },
  }),
)

const get = (path: string) => app.request(path)
const text = async (path: string) => (await get(path)).text()

test('the script that places a frame is at most 2 kB', () => {
  expect(
    Buffer.byteLength(embedScript('https://a-conference-directory-with-a-long-name.example.org')),
  ).toBeLessThan(2000)
})

test('a day has its talks and breaks, in the columns of its tracks, and nothing runs but the height', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { name: '<Conf> & "Co"', time_zone: 'Europe/Berlin' })
  const [one, two] = [
    await makeTrack(db, { event, name: 'One', position: 0 }),
    await makeTrack(db, { event, name: 'Two <b>', position: 1 }),
  ]
  const speaker = await makeSpeaker(db, { name: 'Žofie & "Co"' })
  const day = event.start_date
  const talk = await makeTalk(db, {
    event,
    track: one,
    title: '<script>alert(1)</script>',
    date: day,
    start_time: '10:00',
    end_time: '10:30',
    speakers: [speaker],
    video_url: 'https://videos.example/?a=1&b=2',
  })
  await makeTalk(db, {
    event,
    track: two,
    title: 'Gone',
    date: day,
    start_time: '10:00',
    status: 'cancelled',
  })
  await makeTalk(db, { event, title: 'Of any time', date: day, start_time: null })
  await makeBreak(db, { event, title: 'Lunch & more', date: day, start_time: '12:00', end_time: '13:00' })
  const path = `/embed/conferences/${event.slug}`
  const response = await get(path)
  const html = await response.text()
  expect(response.headers.get('x-tags')).toBe(`event:${event.id}`)
  expect(response.headers.get('set-cookie')).toBe(null)
  expect(html).toContain('<th scope="col">One</th><th scope="col">Two &lt;b&gt;</th>')
  expect(html).toContain(
    `href="https://hallway.test/conferences/${event.slug}/talks/${talk.number}" target="_blank"`,
  )
  expect(html).toContain('Lunch &amp; more · 12:00 to 13:00')
  expect(html).toContain('<s><a')
  expect(html.indexOf('Of any time')).toBeGreaterThan(html.indexOf('Lunch'))
  // One script and one style, which the policy names; all links but those within the frame open outside of it.
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toMatch(/^default-src 'none'.*frame-ancestors \*$/)
  for (const element of ['script', 'style']) {
    const matches = [...html.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'))]
    expect(matches).toHaveLength(1)
    expect(policy).toContain(createHash('sha256').update(matches[0]![1]!).digest('base64'))
  }
  expect(html).not.toMatch(/<[^>]+\s(on\w+|style)=/)
  for (const [link] of html.matchAll(/<a [^>]*href="(?!\?)[^>]*>/g))
    expect(link).toContain('target="_blank" rel="noopener"')
})

test('the day is the chosen one, else today, else the first; the theme is one of two', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { start_date: '2027-03-01', end_date: '2027-03-02' })
  await makeTalk(db, { event, title: 'First day', date: '2027-03-01', start_time: '10:00' })
  await makeTalk(db, { event, title: 'Second day', date: '2027-03-02', start_time: '10:00' })
  const path = `/embed/conferences/${event.slug}`
  expect(await text(path)).toContain('First day')
  expect(await text(`${path}?day=2027-03-02`)).toContain('Second day')
  expect(await text(`${path}?day=nonsense`)).toContain('First day')
  today = '2027-03-02'
  expect(await text(path)).toContain('Second day')
  today = '2026-11-22'
  expect(await text(`${path}?theme=dark`)).toContain('<html lang="en" data-theme="dark">')
  expect(await text(`${path}?theme=dark`)).toContain('?day=2027-03-02&amp;theme=dark')
  expect(await text(`${path}?theme="><x`)).not.toContain('<x')
  expect((await get('/embed/conferences/nothing')).status).toBe(404)
  const empty = await makeEvent(db)
  expect(await text(`/embed/conferences/${empty.slug}`)).toContain('The programme is not listed yet.')
})

test('more than five tracks are one list, which can be narrowed to a track; a real programme weighs at most 50 kB', async () => {
  const { db } = context.store
  const event = await makeEvent(db)
  for (let index = 0; index < 6; index++) {
    const track = await makeTrack(db, { event, name: `Track ${index}`, position: index })
    await makeTalk(db, { event, track, title: `Talk ${index}`, date: event.start_date, start_time: '10:00' })
  }
  const path = `/embed/conferences/${event.slug}`
  const all = await text(path)
  for (let index = 0; index < 6; index++)
    expect(all).toMatch(new RegExp(`>Talk ${index}<.*<span class="all"> · Track ${index}</span>`))
  const one = await text(`${path}?track=Track%203`)
  expect(one).toContain('>Talk 3<')
  expect(one).not.toContain('>Talk 2<')
  expect(one).toContain('">All tracks</a>')
  const id = await loadRealProgramme(db, 'rubykaigi-2024')
  const [{ slug } = { slug: '' }] = await db
    .select({ slug: events.slug })
    .from(events)
    .where(eq(events.id, id))
  const html = await text(`/embed/conferences/${slug}`)
  expect(html).toContain('<h3')
  expect(Buffer.byteLength(html)).toBeLessThan(50_000)
})

test('titles in every direction begin where the rows do, in the frame and on paper', async () => {
  const event = await makeEvent(context.store.db, { name: 'ملتقى الويب', slug: 'multaqa' })
  for (const page of [
    await text(`/embed/conferences/${event.slug}`),
    await text(`/conferences/${event.slug}/print`),
  ])
    expect(page).toContain('[dir]{text-align:left}')
})

test('a conference has a code that leads to it', async () => {
  const event = await makeEvent(context.store.db)
  expect(await text(`/conferences/${event.slug}/qr.svg`)).toBe(
    renderSVG(`https://hallway.test/conferences/${event.slug}`, { border: 2 }),
  )
  expect((await get('/conferences/nothing/qr.svg')).status).toBe(404)
})

test('tracks stand in the organisers’ order, and before that in the order of their first talks', async () => {
  const { db } = context.store
  const event = await makeEvent(db)
  const [alpha, zulu] = [
    await makeTrack(db, { event, name: 'Alpha' }),
    await makeTrack(db, { event, name: 'Zulu' }),
  ]
  await makeTalk(db, { event, track: alpha, start_time: '11:00' })
  await makeTalk(db, { event, track: zulu, start_time: '10:00' })
  expect(await text(`/embed/conferences/${event.slug}`)).toContain(
    '<th scope="col">Zulu</th><th scope="col">Alpha</th>',
  )
})

test('while the conference takes place it begins with now: the hours before are folded', async () => {
  const { db } = context.store
  const now = new Date().toISOString()
  const [day, hour] = [now.slice(0, 10), Number(now.slice(11, 13))]
  const event = await makeEvent(db, { start_date: day, end_date: day, time_zone: 'UTC' })
  const hours = [hour - 1, hour, hour + 1].filter((candidate) => candidate >= 0 && candidate < 24)
  for (const each of hours)
    await makeTalk(db, { event, title: `At ${each}`, start_time: `${String(each).padStart(2, '0')}:00` })
  const before = today
  today = day
  const response = await get(`/embed/conferences/${event.slug}`)
  const html = await response.text()
  today = before
  expect(response.headers.get('x-tags')).toBe(`event:${event.id} clock`)
  const [folded, open] = html.includes('<details>') ? html.split('</details>') : ['', html]
  for (const each of hours) expect((each < hour ? folded : open)!).toContain(`>At ${each}<`)
})

test('days of two years say theirs', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { start_date: '2026-12-31', end_date: '2027-01-01' })
  for (const date of ['2026-12-31', '2027-01-01']) await makeTalk(db, { event, date })
  const html = await text(`/embed/conferences/${event.slug}`)
  expect(html).toMatch(/Thu Dec 31, 2026<.*Fri Jan 1, 2027</s)
})

test('for paper all days stand one after the other, with times, rooms and speakers', async () => {
  const { db } = context.store
  const event = await makeEvent(db, {
    name: 'A <b> "C"',
    start_date: '2026-12-31',
    end_date: '2027-01-01',
    time_zone: 'Europe/Berlin',
  })
  const track = await makeTrack(db, { event, name: 'Depth & <i>' })
  const speaker = await makeSpeaker(db, { name: 'Žofie & "Co"' })
  const talk = (title: string, fields: object) => makeTalk(db, { event, title, ...fields })
  await talk('Second <day>', { date: '2027-01-01', start_time: '09:00' })
  await talk('Night', { date: '2027-01-01', day: '2026-12-31', start_time: '00:30' })
  await talk('Open', { date: '2026-12-31' })
  await talk('Gone', { date: '2026-12-31', start_time: '16:00', status: 'cancelled' })
  const first = await talk('First', {
    ...{ date: '2026-12-31', start_time: '10:00', end_time: '10:30', location: 'Hall <1>' },
    ...{ track, speakers: [speaker] },
  })
  await makeBreak(db, { event, title: 'Lunch', date: '2026-12-31', start_time: '12:00', end_time: '13:00' })
  const response = await get(`/conferences/${event.slug}/print`)
  const html = await response.text()
  expect(response.headers.get('x-tags')).toBe(`event:${event.id}`)
  const order = [
    'December 31, 2026',
    'First<',
    'Lunch<',
    'Gone<',
    'Night<',
    'Open<',
    'January 1, 2027',
    'Second &lt;day&gt;<',
  ]
  expect(order.map((text) => html.indexOf(text)).every((at, n, all) => at > (all[n - 1] ?? 0))).toBe(true)
  expect(html).toContain(
    `<th scope="row">10:00 to 10:30</th><td><a href="https://hallway.test/conferences/${event.slug}/talks/${first.number}">First</a><span>Žofie &amp; &quot;Co&quot;</span></td><td>Hall &lt;1&gt;<span>Depth &amp; &lt;i&gt;</span></td>`,
  )
  expect(html).toContain('Cancelled')
  const policy = response.headers.get('content-security-policy')!
  for (const element of ['script', 'style'])
    expect(policy).toContain(
      createHash('sha256')
        .update(html.match(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`))![1]!)
        .digest('base64'),
    )
  expect((await get('/conferences/nothing/print')).status).toBe(404)
  const empty = await makeEvent(db)
  expect(await text(`/conferences/${empty.slug}/print`)).toContain('No talks announced yet')
})
