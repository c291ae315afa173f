import { createHash } from 'node:crypto'
import { renderSVG } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embedScript } from '#features/sharing/embed-routes.server.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { type MadeTalk, makeTalk } from '#tests/support/factories/talks.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// A programme in a frame on another site, and on paper: server/pages/sheets.ts.

let site: RunningSite
let event: MadeEvent
let night: MadeTalk

beforeAll(async () => {
  site = await startSite({
    sample: false,
    prepare: async ({ db }) => {
      event = await makeEvent(db, {
        name: '<Conf> & "Co"',
        slug: 'sheets',
        start_date: '2027-12-31',
        end_date: '2028-01-01',
        time_zone: 'Europe/Berlin',
      })
      const speaker = await makeSpeaker(db, { name: 'Žofie & "Co"' })
      const [one, two] = [
        await makeTrack(db, { event, name: 'One', position: 0 }),
        await makeTrack(db, { event, name: 'Two <b>', position: 1 }),
      ]
      const talk = (title: string, fields: object) => makeTalk(db, { event, title, ...fields })
      await talk('Second <day>', { date: '2028-01-01', start_time: '09:00', track: two })
      night = await talk('Night', {
        ...{ date: '2028-01-01', day: '2027-12-31', start_time: '00:30', track: one },
        ...{ end_time: '01:00', location: 'Hall <1>', speakers: [speaker] },
      })
      await talk('Of any time', { date: '2027-12-31', start_time: null, track: one })
      await talk('<script>alert(1)</script>', { date: '2027-12-31', start_time: '10:00', track: one })
      await talk('Called off', { date: '2027-12-31', start_time: '16:00', status: 'cancelled', track: two })
      await makeBreak(db, { event, title: 'Lunch & more', date: '2027-12-31', start_time: '12:00' })
      await makeEvent(db, { slug: 'empty' })
    },
  })
})
afterAll(() => site.stop())

const get = (path: string) => fetch(site.url + path, { redirect: 'manual' })
const text = async (path: string) => (await get(path)).text()

test('the script that places a frame is at most 2 kB', () => {
  expect(
    Buffer.byteLength(embedScript('https://a-conference-directory-with-a-long-name.example.org')),
  ).toBeLessThan(2000)
})

test.each([
  ['/embed/conferences/sheets', /frame-ancestors \*$/],
  ['/conferences/sheets/print', /frame-ancestors 'none'$/],
])('%s has no header, no footer, and one script, which its policy names', async (path, ancestors) => {
  const response = await get(path)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).toMatch(ancestors)
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
  expect(scripts).toHaveLength(1)
  expect(policy).toContain(createHash('sha256').update(scripts[0]![1]!).digest('base64'))
  expect(html).not.toMatch(/modulepreload|<header|<footer|<[^>]+\s(on\w+|style)=/)
  expect(html).toContain('&lt;Conf&gt; &amp; &quot;Co&quot;</a></h1>')
  expect(html).toContain('times are local (Europe/Berlin)'.replace(' (', '<!-- --> ('))
})

test('in a frame, days and tracks are its own links, all others open outside', async () => {
  const html = await text('/embed/conferences/sheets?theme=dark')
  expect(html).toMatch(/^<!DOCTYPE html><html data-theme="dark"/)
  const links = [...html.matchAll(/<a ([^>]*?)href="([^"]*)"/g)].map(([, rest = '', href = '']) => ({
    rest,
    href,
  }))
  const own = links.filter(({ href }) => href.startsWith('/embed/'))
  expect(own.map(({ href }) => href)).toContain('/embed/conferences/sheets?theme=dark&amp;day=2028-01-01')
  expect(own.filter(({ rest }) => rest.includes('target'))).toEqual([])
  const outer = links.filter(({ href }) => !/^(\/embed\/|#)/.test(href))
  expect(outer.length).toBeGreaterThan(5)
  expect(outer.filter(({ rest }) => !rest.includes('target="_blank"'))).toEqual([])
  expect(html).toContain('<input type="hidden" name="theme" value="dark">')
  const dialogs = [...html.matchAll(/<button[^>]*name="(?:speaker|open)"[^>]*>/g)]
  expect(dialogs.length).toBeGreaterThan(0)
  for (const [button] of dialogs)
    expect(button).toContain('formtarget="_blank" formaction="/conferences/sheets#talk-')
})

test('in a frame, the day is the chosen one, else the first; the theme is one of two', async () => {
  const path = '/embed/conferences/sheets'
  expect(await text(path)).toContain('Lunch &amp; more')
  expect(await text(path)).toMatch(/Thu Jan 1|Jan 1, 2028|Sat Jan 1/)
  const second = await text(`${path}?day=2028-01-01`)
  expect(second).toContain('Second &lt;day&gt;')
  expect(second).not.toContain('Lunch')
  expect(await text(`${path}?theme="><x`)).toBe(await text(path))
})

test('an address that chooses what there is not leads to one of the same kind', async () => {
  const response = await get('/embed/conferences/sheets?theme=dark&day=2028-01-01&track=none')
  expect([response.status, response.headers.get('location')]).toEqual([
    307,
    '/embed/conferences/sheets?theme=dark&day=2028-01-01',
  ])
  for (const path of ['/embed/conferences/nothing', '/conferences/nothing/print'])
    expect((await get(path)).status).toBe(404)
  for (const path of ['/embed/conferences/empty', '/conferences/empty/print'])
    expect(await text(path)).toContain('No talks announced yet')
})

test('for paper all days are one after the other, with times, rooms and speakers', async () => {
  const html = await text('/conferences/sheets/print')
  const order = [
    'December 31, 2027',
    '&lt;script&gt;alert(1)',
    'Lunch &amp; more',
    '<s class="text-quiet">Called off',
    '>Night<',
    'Of any time',
    'January 1, 2028',
    'Second &lt;day&gt;<',
  ].map((part) => html.indexOf(part))
  expect(order.every((at, index) => at > (order[index - 1] ?? 0))).toBe(true)
  const [row] = html.match(/<tr><th[^>]*>00:30 to 01:00.*?<\/tr>/)!
  expect(row).toContain(`href="/conferences/sheets/talks/${night.number}"`)
  expect(row.replace(/<[^>]*>/g, '|')).toMatch(/Night\|+Žofie &amp; &quot;Co&quot;\|+Hall &lt;1&gt;\|+One/)
})

test('a conference has a code that leads to it', async () => {
  const code = await text('/conferences/sheets/qr.svg')
  expect(code).toBe(renderSVG(`${site.url}/conferences/sheets`, { border: 2 }))
  expect((await get('/conferences/nothing/qr.svg')).status).toBe(404)
})
