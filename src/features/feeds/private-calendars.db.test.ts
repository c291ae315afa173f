import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import ICAL from 'ical.js'
import { beforeAll, expect, test } from 'vitest'
import { user } from '#features/people/people.tables.ts'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { loggedUrl } from '#platform/log.ts'
import type { Host } from '#platform/procedures/host.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { rebuild } from '#tests/support/rebuild.ts'
import { privateCalendarRoutes } from './private-calendars.server.ts'

const context = useStore()
const app = new Hono<Host>()
// The secret of tests/support/call.ts.
const sign = createSign('a secret of tests')

beforeAll(() =>
  privateCalendarRoutes(app, {
    db: context.store.db,
    site: { name: 'Hallway', url: 'https://hallway.test' },
    today: () => '2026-11-22',
    sign,
  }),
)

async function makeMember() {
  const person = await makePerson(context.store.db)
  return { ...person, isAdmin: false, avatar_url: null, unread: 0 }
}

async function uidsAt(path: string) {
  const response = await app.request(path)
  const calendar = new ICAL.Component(ICAL.parse(await response.text()))
  return calendar.getAllSubcomponents('vevent').map((entry) => entry.getFirstPropertyValue('uid'))
}

test('the address of a private calendar shows what its owner attends, until it is revoked', async () => {
  const { db } = context.store
  const [member, other] = [await makeMember(), await makeMember()]
  const event = await makeEvent(db, { start_date: '2027-01-10', end_date: '2027-01-11' })
  const past = await makeEvent(db, { start_date: '2026-01-10', end_date: '2026-01-11' })
  const [talk, otherTalk] = [
    await makeTalk(db, { event, start_time: '10:00' }),
    await makeTalk(db, { event }),
  ]
  await saveTalk(db, member, talk)
  await saveTalk(db, member, await makeTalk(db, { event: past }))
  await saveTalk(db, other, otherTalk)
  await attend(db, member, event)
  await attend(db, member, past)

  const calls = callAs(context.store, member).calendarFeeds
  const schedule = await calls.create({ kind: 'schedule', name: 'Phone' })
  const attending = await calls.create({ kind: 'attending', name: 'Laptop' })
  expect(await uidsAt(schedule.path)).toEqual([talk.id])
  expect(await uidsAt(attending.path)).toEqual([event.id])
  const { headers } = await app.request(schedule.path)
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect((await calls.list()).map(({ path, last_read_at }) => [path, last_read_at !== null])).toEqual([
    [schedule.path, true],
    [attending.path, true],
  ])
  expect(loggedUrl(schedule.path)).toBe('/my/***')

  expect(await callAs(context.store, other).calendarFeeds.list()).toEqual([])
  // Another's is not removed, and nothing says that it is there.
  await callAs(context.store, other).calendarFeeds.remove({ id: schedule.id })
  expect((await app.request(schedule.path)).status).toBe(200)
  await calls.remove({ id: schedule.id })
  expect((await app.request(schedule.path)).status).toBe(404)
  expect((await app.request(attending.path)).status).toBe(200)
})

test('of the talks that are over nothing is read, neither speakers nor links', async () => {
  const { db } = context.store
  const member = await makeMember()
  const past = await makeEvent(db, { start_date: '2026-01-10' })
  const talk = await makeTalk(db, { event: past, speakers: [await makeSpeaker(db)] })
  await makeTalkLink(db, { talk })
  await saveTalk(db, member, talk)
  const { path } = await callAs(context.store, member).calendarFeeds.create({
    kind: 'schedule',
    name: 'Phone',
  })
  const { statements } = await watchStatements(async () => app.request(path))
  const aggregated = statements.filter(({ sql }) => sql.includes('json_agg(item)'))
  expect(aggregated).toHaveLength(3)
  for (const statement of aggregated) expect(await rows(db, rebuild(statement))).toEqual([{ all: null }])
})

test('an address without the right signature is none', async () => {
  const member = await makeMember()
  const feed = await callAs(context.store, member).calendarFeeds.create({ kind: 'attending', name: 'Phone' })
  const token = feed.path.slice('/my/'.length, -'.ics'.length)
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const forged = [
    `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`,
    // Of the last letter two bits are not read.
    `${token.slice(0, -1)}${letters[letters.indexOf(token.at(-1)!) + 1]}`,
    token.slice(0, 22),
    `${token}AA`,
    Buffer.from(feed.id.replaceAll('-', ''), 'hex').toString('base64url'),
    Buffer.concat([
      Buffer.from(feed.id.replaceAll('-', ''), 'hex'),
      createSign('another secret')('calendar', feed.id).subarray(0, 16),
    ]).toString('base64url'),
    Buffer.concat([
      Buffer.from(feed.id.replaceAll('-', ''), 'hex'),
      sign('another purpose', feed.id).subarray(0, 16),
    ]).toString('base64url'),
    '',
    'A'.repeat(43),
  ]
  for (const each of forged) expect((await app.request(`/my/${each}.ics`)).status, each).toBe(404)
  expect((await app.request(feed.path)).status).toBe(200)
})

test('a person has at most ten', async () => {
  const member = await makeMember()
  const { create, list } = callAs(context.store, member).calendarFeeds
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => create({ kind: 'schedule', name: `Phone ${index}` })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  const refusal = results.find((result) => result.status === 'rejected')
  expect(refusal?.reason).toMatchObject({ code: 'LIMIT_REACHED' })
  expect(await list()).toHaveLength(10)
})

test('the database holds no address', async () => {
  const member = await makeMember()
  const feed = await callAs(context.store, member).calendarFeeds.create({ kind: 'schedule', name: 'Phone' })
  const [row] = await rows<{ text: string }>(
    context.store.db,
    sql`select calendar_feeds::text as text from calendar_feeds where id = ${feed.id}::uuid`,
  )
  expect(row!.text).not.toContain(feed.path.slice(4, -4))
})

test('a plan is read by whoever has its address, until it is revoked or its owner is hidden', async () => {
  const { db } = context.store
  const [member, visitor] = [await makeMember(), callAs(context.store, null)]
  const event = await makeEvent(db, { start_date: '2027-01-10' })
  const talk = await makeTalk(db, { event, start_time: '10:00' })
  await saveTalk(db, member, talk)
  await saveTalk(db, member, await makeTalk(db, { event: await makeEvent(db) }))
  const { share, mine, revoke } = callAs(context.store, member).sharedPlans
  const input = { event_id: event.id }
  expect(await mine(input)).toBe(null)
  const { path } = await share(input)
  const token = path.slice('/plans/'.length)
  // An address that was given to somebody stays the same.
  expect([await share(input), await mine(input)]).toEqual([{ path }, { path }])
  const plan = await visitor.sharedPlans.detail({ token })
  expect(plan).toMatchObject({ name: member.name, event: { slug: event.slug }, talks: [{ id: talk.id }] })
  expect(Object.keys(plan).sort()).toEqual(['event', 'name', 'talks'])
  expect(plan.talks).toHaveLength(1)
  expect(await uidsAt(`${path}.ics`)).toEqual([talk.id])
  expect((await app.request(`${path}.ics`)).headers.get('cache-control')).toBe('private, no-cache')
  expect(loggedUrl(path)).toBe('/plans/***')

  const isOpen = async () => [
    await visitor.sharedPlans.detail({ token }).then(
      () => 200,
      ({ status }) => status,
    ),
    (await app.request(`${path}.ics`)).status,
  ]
  // A calendar's signature opens no plan.
  const calendar = await callAs(context.store, member).calendarFeeds.create({
    kind: 'schedule',
    name: 'Phone',
  })
  expect((await app.request(`/plans/${calendar.path.slice('/my/'.length)}`)).status).toBe(404)
  const hide = (isHidden: boolean) =>
    context.store.execute(`update all_profiles set is_hidden = ${isHidden} where id = '${member.id}'`)
  await hide(true)
  expect(await isOpen()).toEqual([404, 404])
  await hide(false)
  expect(await isOpen()).toEqual([200, 200])
  // Another's is neither seen nor revoked.
  const other = callAs(context.store, await makeMember()).sharedPlans
  expect(await other.mine(input)).toBe(null)
  await other.revoke(input)
  expect(await isOpen()).toEqual([200, 200])
  await revoke(input)
  expect(await isOpen()).toEqual([404, 404])
  const again = await share(input)
  expect(again.path).not.toBe(path)
  await db.delete(user).where(eq(user.id, member.id))
  expect((await app.request(`${again.path}.ics`)).status).toBe(404)
})
