import { beforeEach, describe, expect, test } from 'vitest'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { notifyOfNewEditions, notifyOfNextEditions, notifyOfProgrammes } from './notify-followers.server.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }
const today = new Date().toISOString().slice(0, 10)
let member: Person

beforeEach(async () => {
  member = await makePerson(context.store.db)
})

const as = (person: Person) => callAsPerson(context.store, person)
const follow = (key: string, is_following = true) =>
  as(member).follows.set({ kind: 'event', key, is_following })
const messages = async () =>
  (await as(member).notifications.list({})).notifications.map(({ message, path }) => [message, path])
/** Talks count once nobody has added one for a while. */
const passTenMinutes = (eventId: string) =>
  context.store.execute(
    `update all_talks set created_at = created_at - interval '11 minutes' where event_id = '${eventId}'`,
  )

describe('the programme of a conference that somebody follows', () => {
  test('is announced once, ten minutes after its last talk', async () => {
    const { db } = context.store
    const event = await makeEvent(db, { name: 'Quiet Conf' })
    await follow(event.id)
    expect(await notifyOfProgrammes(db, site, today)).toBe(0)
    await makeTalk(db, { event })
    await makeTalk(db, { event })
    expect(await notifyOfProgrammes(db, site, today)).toBe(0)
    await passTenMinutes(event.id)
    const counts = await Promise.all([1, 2, 3].map(() => notifyOfProgrammes(db, site, today)))
    expect(counts.sort()).toEqual([0, 0, 1])
    const notice = ['The programme of Quiet Conf is out, with 2 talks so far.', `/conferences/${event.slug}`]
    expect(await messages()).toEqual([notice])
    await makeTalk(db, { event })
    await passTenMinutes(event.id)
    expect(await notifyOfProgrammes(db, site, today)).toBe(0)
    expect(await messages()).toEqual([notice])
  })

  test('is no news where it was out before, where the conference is over, and for who stopped', async () => {
    const { db } = context.store
    const out = await makeEvent(db)
    await makeTalk(db, { event: out })
    await follow(out.id)
    const over = await makeEvent(db, { start_date: '2020-05-01' })
    await follow(over.id)
    const stopped = await makeEvent(db)
    await follow(stopped.id)
    await follow(stopped.id, false)
    for (const event of [over, stopped]) await makeTalk(db, { event })
    for (const event of [out, over, stopped]) await passTenMinutes(event.id)
    expect(await notifyOfProgrammes(db, site, today)).toBe(0)
    expect(await messages()).toEqual([])
  })
})

test('who follows a conference is told of its changes, and lists it among what they follow', async () => {
  const owner = await makePerson(context.store.db)
  const event = await makeEvent(context.store.db, { name: 'Moving Conf', owner })
  await follow(event.id)
  expect(await as(member).follows.mine()).toEqual([{ kind: 'event', key: event.id, name: 'Moving Conf' }])
  await as(owner).events.cancel({ id: event.id })
  expect((await messages()).map(([message]) => message)).toEqual([expect.stringContaining('Moving Conf')])
})

test('who follows a conference that is over is told of the next edition once, and follows it from then on, too', async () => {
  const { db } = context.store
  const place = { location_name: 'Voss', country_name: 'Norway' }
  const over = await makeEvent(db, { ...place, name: 'Yearly Conf 2020', start_date: '2020-05-01' })
  await follow(over.id)
  expect(await notifyOfNextEditions(db, site, today)).toBe(0)
  const next = await makeEvent(db, { ...place, name: 'Yearly Conf 2021', start_date: '2021-05-03' })
  expect(await notifyOfNextEditions(db, site, '2020-08-01')).toBe(0)
  await makeSeries(db, [over, next])
  const counts = await Promise.all([1, 2, 3].map(() => notifyOfNextEditions(db, site, '2020-08-01')))
  expect(counts.sort()).toEqual([0, 0, 1])
  const message = 'Yearly Conf 2021 is listed, the next edition of a conference that you follow: May 3, 2021.'
  expect(await messages()).toEqual([[message, `/conferences/${next.slug}`]])
  expect((await as(member).follows.mine()).map(({ key }) => key)).toEqual([over.id, next.id])
  await follow(next.id, false)
  expect(await notifyOfNextEditions(db, site, '2020-08-01')).toBe(0)
  await context.store.execute(`update notifications set created_at = created_at - interval '2 days'`)
  await context.store.execute(`update mail_outbox set created_at = created_at - interval '2 days'`)
  expect(await notifyOfNextEditions(db, site, '2020-08-01')).toBe(0)
})

describe('a series that somebody follows', () => {
  const followSeries = (key: string) => as(member).follows.set({ kind: 'series', key, is_following: true })
  const notifyAtOnce = () =>
    Promise.all([1, 2, 3].map(() => notifyOfNewEditions(context.store.db, site, today)))

  test('is one message for each new edition, not again when it moves to another series', async () => {
    const { db } = context.store
    const past = await makeEvent(db, { start_date: '2020-05-01' })
    const series = await makeSeries(db, [past], { name: 'Fjord' })
    const other = await makeSeries(db, [await makeEvent(db, { start_date: '2021-05-01' })])
    await followSeries(series.id)
    await followSeries(other.id)
    await follow(past.id)
    const next = await makeEvent(db, { name: 'Fjord 2099', start_date: '2099-05-01', series_id: series.id })
    await notifyAtOnce()
    await notifyOfNextEditions(db, site, today)
    const notice = [
      'Fjord 2099 is listed, a new edition of Fjord, which you follow: May 1, 2099.',
      `/conferences/${next.slug}`,
    ]
    expect(await messages()).toEqual([notice])
    await context.store.execute(`update all_events set series_id = '${other.id}' where id = '${next.id}'`)
    await notifyAtOnce()
    expect(await messages()).toEqual([notice])
  })

  test('is no message for what is over, cancelled or was in view, nor for who listed it', async () => {
    const { db } = context.store
    const inView = await makeEvent(db, { start_date: '2099-05-01' })
    const series = await makeSeries(db, [inView])
    await notifyAtOnce()
    await followSeries(series.id)
    await makeEvent(db, { start_date: '2019-05-01', series_id: series.id })
    await makeEvent(db, { start_date: '2099-06-01', series_id: series.id, status: 'cancelled' })
    await makeEvent(db, { start_date: '2099-07-01', series_id: series.id, owner: member })
    await notifyAtOnce()
    expect(await messages()).toEqual([])
  })
})
