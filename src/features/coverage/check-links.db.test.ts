import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { createFetchSafely } from '#platform/fetch-safely.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { checkDueLinks, checkLinks, forgetUnlinked, listNewAddresses } from './check-links.server.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }
const dayMs = 86_400_000
const begin = Date.parse('2030-01-01T00:00:00Z')

/** What a path of the flaky server answers; it counts what runs at once. */
let concurrent = 0
let maxAtOnce = 0
const requests: string[] = []
const healed = new Set<string>()
function answer(request: IncomingMessage, response: ServerResponse) {
  concurrent++
  maxAtOnce = Math.max(maxAtOnce, concurrent)
  response.on('close', () => concurrent--)
  const path = request.url!
  requests.push(`${request.method} ${path}`)
  const [, kind, n] = path.split('/')
  const reply = (status: number, headers = {}) =>
    setTimeout(
      () => response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : 'body'),
      2,
    )
  if (healed.has(path)) return reply(200)
  if (kind === 'gone') return reply(Number(n) % 2 ? 404 : 410)
  if (kind === 'refuses') return reply([401, 403, 500, 502][Number(n) % 4]!)
  if (kind === 'breaks') return request.socket.destroy()
  // Knows no HEAD, and sends more than was asked for.
  if (kind === 'nohead') return request.method === 'HEAD' ? reply(404) : reply(200)
  return reply(200)
}

let flaky: Server
let busy: Server
let trap: Server
let trapConnections = 0
let busyRequests = 0
const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`
const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))

beforeAll(async () => {
  flaky = await listening(createServer(answer))
  busy = await listening(
    createServer((_, response) => {
      busyRequests++
      response.writeHead(429, { 'retry-after': String(30 * 86_400) }).end()
    }),
  )
  trap = await listening(createServer((_, response) => response.end()))
  trap.on('connection', () => trapConnections++)
})
afterAll(() => {
  for (const server of [flaky, busy, trap]) server.close()
})

const fetchSafely = () =>
  createFetchSafely({
    isOn: true,
    allowed: [hostOf(flaky), hostOf(busy)],
    userAgent: 'test',
    resolve: async (hostname) => {
      if (hostname === 'private.example') return [{ address: '127.0.0.1', family: 4 }]
      throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
    },
  })

/** Looks at everything that is due on a day, in as many runs as it takes. */
async function checkOn(day: number) {
  const now = new Date(begin + day * dayMs)
  for (let n = 0; n < 20; n++)
    if ((await checkLinks(context.store.db, { site, fetchSafely: fetchSafely(), now })) === 0) return
}
const goneUrls = async () =>
  (
    await rows<{ url: string }>(
      context.store.db,
      sql`select url from link_checks where gone_since is not null order by url`,
    )
  ).map(({ url }) => url)

test('50 of 50 that are gone are called so after fourteen days, 0 of 50 that refuse; no private address is connected to', async () => {
  const { db } = context.store
  const [owner, speaker] = [await makePerson(db), await makePerson(db)]
  const event = await makeEvent(db, {
    owner,
    start_date: '2029-05-04',
    website: `http://${hostOf(flaky)}/gone/website`,
  })
  const talk = await makeTalk(db, { event, speakers: [await makeSpeaker(db, { user_id: speaker.id })] })
  await answerSpeaking(db, speaker, event)
  const add = (url: string) => makeTalkLink(db, { talk, url })
  const base = `http://${hostOf(flaky)}`
  const missingUrls = Array.from({ length: 49 }, (_, n) => `${base}/gone/${n}`).concat(
    'http://no-such-host.example/',
  )
  for (const url of missingUrls) await add(url)
  for (let n = 0; n < 30; n++) await add(`${base}/refuses/${n}`)
  for (let n = 0; n < 10; n++) await add(`${base}/breaks/${n}`)
  for (let n = 0; n < 10; n++) await add(`http://${hostOf(busy)}/${n}`)
  for (let n = 0; n < 5; n++) await add(`${base}/nohead/${n}`)
  await add(`${base}/there`)
  for (const url of [
    'http://127.0.0.1/',
    `http://${hostOf(trap)}/`,
    'http://private.example/',
    'http://[::1]/',
    'http://169.254.169.254/',
  ])
    await add(url)
  await listNewAddresses(db)
  await db.execute(sql`update link_checks set next_check_at = ${new Date(begin).toISOString()}::timestamptz`)

  for (const day of [0, 7]) {
    await checkOn(day)
    expect(await goneUrls()).toEqual([])
  }
  await checkOn(14)
  expect(await goneUrls()).toEqual([...missingUrls, `${base}/gone/website`].sort())
  expect([maxAtOnce, trapConnections]).toEqual([1, 0])
  // Asked for thirty days, it was left alone for all of its addresses.
  expect(busyRequests).toBe(1)

  const links = await callAsPerson(context.store, null).coverage.ofTalk({ id: talk.id })
  expect(links.filter(({ gone_since }) => gone_since).length).toBe(50)
  expect(links.find(({ gone_since }) => gone_since)!.gone_since).toMatch(/^2030-01-01/)
  const detail = await callAsPerson(context.store, null).events.detail({ slug: event.slug })
  expect(detail.website_gone_since).toMatch(/^2030-01-01/)

  // Speaker and owner were told, within what one person gets in a day, and not again when it goes on being gone.
  const counts = () =>
    rows<{ user_id: string; notices: number; mails: number }>(
      db,
      sql`
        select user_id, count(*)::integer as notices,
          (select count(*)::integer from mail_outbox where mail_outbox.user_id = notifications.user_id) as mails
        from notifications where kind = 'coverage' group by user_id order by user_id`,
    )
  const firstCounts = await counts()
  expect(firstCounts).toEqual(
    [owner.id, speaker.id].sort().map((user_id) => ({
      user_id,
      notices: serverLimits.noticesFromOneSenderPerDay,
      mails: serverLimits.mailsFromOneSenderPerDay,
    })),
  )
  await checkOn(28)
  expect(await counts()).toEqual(firstCounts)

  healed.add('/gone/7')
  await checkOn(60)
  expect(await goneUrls()).not.toContain(`${base}/gone/7`)
  expect((await goneUrls()).length).toBe(50)
})

test('without the internet no host exists, and nothing is called gone', async () => {
  const { db } = context.store
  await db.execute(sql`delete from link_checks`)
  await db.execute(sql`
    insert into link_checks (address_key, url, host, next_check_at)
    values (address_key('http://somewhere.example/'), 'http://somewhere.example/', 'somewhere.example', ${new Date(begin).toISOString()}::timestamptz)`)
  for (const day of [0, 14, 42, 100, 200]) await checkOn(day)
  expect(await goneUrls()).toEqual([])
})

test('one process checks in a minute; switched off nothing is asked; what nothing links to is forgotten', async () => {
  const { db } = context.store
  const off = createFetchSafely({ isOn: false, allowed: [], userAgent: 'test' })
  requests.length = 0
  await db.execute(sql`delete from link_checks`)
  expect(await checkDueLinks(db, { site, fetchSafely: off })).toBe(0)
  expect(await rows(db, sql`select from link_checks`)).toEqual([])
  const counts = await Promise.all(
    [1, 2, 3].map(() => checkDueLinks(db, { site, fetchSafely: fetchSafely() })),
  )
  expect(counts.filter((count) => count > 0).length).toBe(1)
  const readChecks = () => rows(db, sql`select from link_checks`)
  const checkCount = (await readChecks()).length
  await makeEvent(db, { website: 'https://new.example/' })
  const nextRun = async () => {
    await db.execute(sql`delete from rate_limits where key = 'link checks'`)
    await checkDueLinks(db, { site, fetchSafely: fetchSafely() })
    return (await readChecks()).length - checkCount
  }
  expect(await nextRun()).toBe(0)
  await db.execute(sql`update rate_limits set expires_at = now() where key = 'new links'`)
  expect(await nextRun()).toBe(1)
  await db.execute(sql`delete from talk_links`)
  // The same address, written in another way.
  await db.execute(
    sql`update events set website = 'http://www.new.example' where website = 'https://new.example/'`,
  )
  await db.execute(sql`update events set website = null where website not like '%new.example'`)
  await forgetUnlinked(db)
  expect(await rows(db, sql`select url from link_checks`)).toEqual([{ url: 'https://new.example/' }])
  await db.execute(sql`update events set website = null`)
  await forgetUnlinked(db)
  expect(await rows(db, sql`select from link_checks`)).toEqual([])
})

test('68 of 120 talks have video: without cancelled and unrecorded ones, and without what is gone', async () => {
  const { db } = context.store
  const owner = await makePerson(db)
  const event = await makeEvent(db, { owner, start_date: '2025-03-01', end_date: '2099-03-01' })
  await makeTalk(db, { event, title: 'Still to come', date: '2099-03-01', status: 'scheduled' })
  for (let n = 0; n < 126; n++) {
    const talk = await makeTalk(db, {
      event,
      title: `Talk ${n}`,
      status: n >= 123 ? 'cancelled' : 'scheduled',
      recording: n >= 120 ? 'none' : 'unknown',
      video_url: n < 69 ? `https://video.example/${n}` : null,
    })
    if (n === 68)
      await db.execute(sql`
        insert into link_checks (address_key, url, host, gone_since)
        values (address_key(${talk.video_url}), ${talk.video_url}, 'video.example', now())`)
  }
  const input = { event_id: event.id }
  const { recordings, ...counts } = await callAsPerson(context.store, null).coverage.ofEvent(input)
  expect(counts).toEqual({ talks: 124, recorded: 121, video: 68, slides: 0, writeups: 0 })
  expect(recordings.map(({ talk }) => talk.title)).toEqual(
    Array.from({ length: serverLimits.recordingsOfEvent }, (_, n) => `Talk ${n}`),
  )
  const { talks, is_checking } = await callAsPerson(context.store, owner).coverage.missing(input)
  expect([talks.length, is_checking]).toEqual([123, false])
  expect(talks.filter(({ has_video, recording }) => !has_video && recording !== 'none').length).toBe(52)
  await callAsPerson(context.store, owner).coverage.setRecording({
    id: talks.find(({ has_video, recording }) => !has_video && recording === 'unknown')!.id,
    recording: 'none',
  })
  expect((await callAsPerson(context.store, null).coverage.ofEvent(input)).recorded).toBe(120)
})

test('slides and video that are gone are not offered beside a talk, until they are back', async () => {
  const { db } = context.store
  const event = await makeEvent(db, {})
  const speaker = await makeSpeaker(db)
  const [slides_url, video_url] = ['https://files.example/slides', 'https://files.example/film']
  const { date } = await makeTalk(db, {
    event,
    title: 'On tides',
    speakers: [speaker],
    slides_url,
    video_url,
  })
  const visitor = callAsPerson(context.store, null)
  const offered = async () => {
    const [onPage] = await visitor.programme.eventsOfSpeaker({ id: speaker.id })
    const { talks } = await visitor.programme.schedule({ event_id: event.id, day: date })
    const [match] = await visitor.programme.find({ event_id: event.id, find: 'tides' })
    const urls = [onPage!.talks[0]!, talks[0]!].map((talk) => [talk.slides_url, talk.video_url])
    return [...urls, match!.has_video]
  }
  expect(await offered()).toEqual([[slides_url, video_url], [slides_url, video_url], true])
  await db.execute(sql`
    insert into link_checks (address_key, url, host, gone_since)
    values (address_key(${video_url}), ${video_url}, 'files.example', now())`)
  expect(await offered()).toEqual([[slides_url, null], [slides_url, null], false])
  await db.execute(sql`update link_checks set gone_since = null where url = ${video_url}`)
  expect(await offered()).toEqual([[slides_url, video_url], [slides_url, video_url], true])
})
