import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { restore, suspend } from '#features/administration/suspensions.server.ts'
import { events } from '#features/events/events.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { addDays } from '#lib/dates.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCall, makeCalls } from '#tests/support/factories/calls.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { readCalls, summariseCalls } from './call-list.server.ts'
import type { CallSelection } from './calls.schemas.ts'
import { listOverdueSuggestions } from './calls.server.ts'
import { calls } from './calls.tables.ts'

const context = useStore()
const today = new Date().toISOString().slice(0, 10)
const inDays = (days: number) => addDays(today, days)

let owner: Person
let member: Person
let admin: Person
let event: MadeEvent

const as = (person: Person | null) => callAsPerson(context.store, person, { isAdmin: person === admin })
const openIds = async (selection: CallSelection = {}, now = new Date().toISOString()) =>
  (await readCalls(context.store.db, selection, { now })).calls.map(({ id }) => id)
const form = (fields: object = {}) => ({ kind: 'talks' as const, url: 'https://example.com/cfp', ...fields })

beforeEach(async () => {
  const { db } = context.store
  await db.delete(calls)
  owner = await makePerson(db)
  member = await makePerson(db)
  admin = await makePerson(db, { isAdmin: true })
  event = await makeEvent(db, { owner, start_date: inDays(60), tags: ['rust'] })
})

describe('when a call is open', () => {
  const makeConference = () => makeEvent(context.store.db, { start_date: '2027-09-10' })
  const isOpen = async (fields: object, now: string) => {
    const call = await makeCall(context.store.db, { event: await makeConference(), ...fields })
    return (await openIds({}, now)).includes(call.id)
  }

  test('without a time zone it is until the day is over everywhere', async () => {
    const call = { closes_on: '2027-06-16' }
    expect(await isOpen(call, '2027-06-17T11:59:59Z')).toBe(true)
    expect(await isOpen(call, '2027-06-17T12:00:00Z')).toBe(false)
  })

  test('without a time zone the hours left end where the day is over first', async () => {
    await makeCall(context.store.db, { event: await makeConference(), closes_on: '2027-06-16' })
    const hoursAt = async (now: string) => {
      const [call] = (await readCalls(context.store.db, {}, { now })).calls
      return [call?.hours_left, (await summariseCalls(context.store.db, {}, now)).hours_left]
    }
    expect(await hoursAt('2027-06-14T02:00:00Z')).toEqual([56, 56])
    expect(await hoursAt('2027-06-16T20:00:00Z')).toEqual([0, 0])
  })

  test('with one it is until the day or the minute is over there, also where the clocks change', async () => {
    const berlin = { closes_on: '2027-03-28', time_zone: 'Europe/Berlin' }
    expect(await isOpen(berlin, '2027-03-28T21:59:59Z')).toBe(true)
    expect(await isOpen(berlin, '2027-03-28T22:00:00Z')).toBe(false)
    const noon = { ...berlin, closes_time: '12:00' }
    expect(await isOpen(noon, '2027-03-28T09:59:59Z')).toBe(true)
    expect(await isOpen(noon, '2027-03-28T10:00:00Z')).toBe(false)
  })

  test('it is from the day on which it opens everywhere, and not before', async () => {
    const call = { opens_on: '2027-05-01', closes_on: '2027-06-16' }
    expect(await isOpen(call, '2027-05-01T11:59:59Z')).toBe(false)
    expect(await isOpen(call, '2027-05-01T12:00:00Z')).toBe(true)
  })

  test('without a day it is until the conference begins; none of one that is over or cancelled', async () => {
    expect(await isOpen({}, '2027-09-09T23:59:59Z')).toBe(true)
    expect(await isOpen({}, '2027-09-10T00:00:00Z')).toBe(false)
    expect(await isOpen({ closes_on: '2027-12-01' }, '2027-09-10T12:00:00Z')).toBe(true)
    expect(await isOpen({ closes_on: '2027-12-01' }, '2027-09-11T00:00:00Z')).toBe(false)
    await context.store.db
      .update(events)
      .set({ status: 'cancelled' })
      .where(eq(events.start_date, '2027-09-10'))
    expect(await openIds({}, '2027-06-01T00:00:00Z')).toEqual([])
  })
})

test('those that close first are first, those without a day last, page by page', async () => {
  const { db } = context.store
  const days = [30, 3, 12, null, 3, 21, null]
  await makeCalls(
    db,
    days.map((days) => ({ event, closes_on: days === null ? null : inDays(days) })),
  )
  const now = new Date().toISOString()
  const closingDays: (string | null)[] = []
  let after: string | undefined
  do {
    const page = await readCalls(db, {}, { now, after, limit: 2 })
    closingDays.push(...page.calls.map(({ closes_on }) => closes_on))
    after = page.next ?? undefined
  } while (after)
  expect(closingDays).toEqual([3, 3, 12, 21, 30].map(inDays).concat([null, null] as never))
  expect((await as(null).calls.list({})).calls.map(({ event: { slug } }) => slug)).toEqual(
    days.map(() => event.slug),
  )
})

test('beside calls near a city stands how far away they are', async () => {
  await makeCalls(context.store.db, [{ event }])
  const kilometres = async (near?: string) =>
    (await as(null).calls.list({ near, within: 500 })).calls.map((call) => call.kilometres)
  expect(await kilometres('Oslo')).toEqual([305])
  expect(await kilometres()).toEqual([undefined])
})

test('the board is narrowed by topic, country, city, month, how, what is paid, language and kind', async () => {
  const { db } = context.store
  const online = await makeEvent(db, {
    start_date: inDays(90),
    location_name: 'Online',
    country_name: 'Online',
    tags: ['go'],
  })
  const [here, there, papers] = await makeCalls(db, [
    { event, travel: 'case_by_case', ticket: 'yes', languages: ['en', 'no'] },
    { event: online, travel: 'no', languages: ['en'] },
    { event: online, kind: 'papers' },
  ]).then((madeCalls) => madeCalls.map(({ id }) => id))
  const selections: [CallSelection, (string | undefined)[]][] = [
    [{ topics: ['rust'] }, [here]],
    [{ topics: ['rust', 'go'], tab: 'talks' }, [here, there]],
    [{ country: ['Norway'] }, [here]],
    [{ city: ['bergen'] }, [here]],
    [{ how: 'online', tab: 'papers' }, [papers]],
    [{ how: 'in-person' }, [here]],
    [{ month: [inDays(90).slice(0, 7)], tab: 'talks' }, [there]],
    [{ paid: ['travel', 'ticket'] }, [here]],
    [{ paid: ['hotel'] }, []],
    [{ language: ['no', 'de'] }, [here]],
    [{ tab: 'other' }, []],
  ]
  for (const [selection, ids] of selections)
    expect([selection, (await openIds(selection)).sort()]).toEqual([selection, ids.sort()])
  expect(await as(null).calls.counts({ topics: ['rust', 'go'] })).toEqual({
    total: 2,
    is_complete: true,
    tabs: { talks: 2, papers: 1, other: 0 },
    online: 1,
    in_person: 1,
    topics: [
      { name: 'go', count: 1 },
      { name: 'rust', count: 1 },
    ],
    countries: [{ name: 'Norway', count: 1 }],
    months: [event, online].map(({ start_date }) => ({ name: start_date.slice(0, 7), count: 1 })),
    languages: [
      { name: 'en', count: 2 },
      { name: 'no', count: 1 },
    ],
    paid: { ticket: 1, hotel: 0, travel: 1 },
  })
  expect(await as(null).calls.summary({ city: ['Bergen'] })).toEqual({ total: 1, hours_left: null })
})

test('closed ones are listed only if they are asked for', async () => {
  const call = await makeCall(context.store.db, { event, closes_on: inDays(-3) })
  expect((await as(null).calls.list({})).calls).toEqual([])
  const [closedCall] = (await as(null).calls.list({ when: 'any' })).calls
  expect(closedCall).toMatchObject({
    id: call.id,
    is_open: false,
    closes_on: inDays(-3),
    event: { name: event.name },
  })
})

describe('who edits calls', () => {
  test('the owner and administrators add them at once', async () => {
    for (const person of [owner, admin])
      expect(await as(person).calls.create({ event_id: event.id, ...form() })).toMatchObject({
        status: 'live',
      })
    expect(await openIds()).toHaveLength(2)
  })

  test('what a member adds waits for the owner, who is told, for a week at most', async () => {
    const { db, execute } = context.store
    const { id, status } = await as(member).calls.create({
      event_id: event.id,
      ...form({ closes_on: inDays(40) }),
    })
    expect(status).toBe('suggested')
    expect(await db.$count(mail_outbox, eq(mail_outbox.user_id, owner.id))).toBe(1)
    const idsFor = async (person: Person | null) =>
      person ? (await as(person).calls.editable({ event_id: event.id })).map((call) => call.id) : []
    expect(await openIds()).toEqual([])
    expect((await as(null).events.detail({ slug: event.slug })).calls).toEqual([])
    expect([await idsFor(member), await idsFor(owner), await idsFor(admin)]).toEqual([[id], [id], [id]])
    expect(await idsFor(await makePerson(db))).toEqual([])
    const waitingFor = async (person: Person) =>
      (await as(person).decisions.list({ kind: 'call' })).decisions.map((call) => call.id)
    expect(await waitingFor(owner)).toEqual([id])
    expect(await waitingFor(member)).toEqual([])
    // A second suggestion on a day is no second mail.
    await as(member).calls.create({ event_id: event.id, ...form({ kind: 'posters' }) })
    expect(await db.$count(mail_outbox, eq(mail_outbox.user_id, owner.id))).toBe(1)
    await db.delete(calls).where(eq(calls.kind, 'posters'))
    // Another of the kind is the owner's to add.
    expect((await refusal(as(member).calls.create({ event_id: event.id, ...form() })))?.code).toBe('EXISTS')
    await listOverdueSuggestions(db)
    expect(await openIds()).toEqual([])
    await execute(`update calls set created_at = now() - interval '7 days 1 minute'`)
    await listOverdueSuggestions(db)
    expect(await openIds()).toEqual([id])
  })

  test('no week lists a suggestion beside another call of the kind, nor one of a suspended member', async () => {
    const { db } = context.store
    const created_at = sql`now() - interval '8 days'` as never
    const suggestion = { status: 'suggested' as const, added_by: member.id, created_at }
    const other = await makeEvent(db, { start_date: inDays(60) })
    const call = await makeCall(db, { event })
    await makeCall(db, { event, ...suggestion })
    const alone = await makeCall(db, { event: other, ...suggestion })
    await db.transaction((tx) => suspend(tx, { id: member.id, hasBranch: false, suspendedBy: admin.id }))
    await listOverdueSuggestions(db)
    expect(await db.$count(calls, eq(calls.status, 'suggested'))).toBe(2)
    await db.transaction((tx) => restore(tx, member.id))
    await listOverdueSuggestions(db)
    expect((await openIds()).sort()).toEqual([call.id, alone.id].sort())
  })

  test('a suggestion is accepted, rejected by its deletion, or taken back', async () => {
    const suggest = async () => (await as(member).calls.create({ event_id: event.id, ...form() })).id
    const other = await makePerson(context.store.db)
    const first = await suggest()
    expect((await refusal(as(other).calls.remove({ id: first })))?.code).toBe('NOT_FOUND')
    const accept = (person: Person, id: string) =>
      as(person).decisions.decide({ kind: 'call', id, is_accepted: true })
    expect((await refusal(accept(member, first)))?.code).toBe('FORBIDDEN')
    await as(member).calls.remove({ id: first })
    await as(owner).calls.remove({ id: await suggest() })
    const last = await suggest()
    await accept(owner, last)
    expect(await openIds()).toEqual([last])
    expect((await refusal(as(member).calls.remove({ id: last })))?.code).toBe('FORBIDDEN')
  })

  test('so many suggestions of a person wait, and none of a conference that is over', async () => {
    const { db } = context.store
    const past = await makeEvent(db, { start_date: inDays(-9) })
    expect((await refusal(as(member).calls.create({ event_id: past.id, ...form() })))?.code).toBe('OVER')
    await makeCalls(
      db,
      Array.from({ length: serverLimits.openCallSuggestions }, () => ({
        event: past,
        status: 'suggested' as const,
        added_by: member.id,
      })),
    )
    expect((await refusal(as(member).calls.create({ event_id: event.id, ...form() })))?.code).toBe('TOO_MANY')
  })

  test('saving over a newer version is refused, with that version', async () => {
    const { id } = await as(owner).calls.create({ event_id: event.id, ...form() })
    const [call] = await as(owner).calls.editable({ event_id: event.id })
    const edit = (fields: object) =>
      as(owner).calls.update({ ...form(fields), id, updated_at: call!.updated_at })
    await edit({ note: 'First' })
    await expect(edit({ note: 'Second' })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { now: { id, note: 'First' } },
    })
  })
})

test('an extension keeps the first day; what is shortened again does not', async () => {
  const { id } = await as(owner).calls.create({ event_id: event.id, ...form({ closes_on: inDays(10) }) })
  const move = async (closes_on: string) => {
    const [call] = await as(owner).calls.editable({ event_id: event.id })
    await as(owner).calls.update({ ...form({ closes_on }), id, updated_at: call!.updated_at })
    return (await as(null).events.detail({ slug: event.slug })).calls[0]?.first_closes_on
  }
  expect(await move(inDays(12))).toBe(inDays(10))
  expect(await move(inDays(20))).toBe(inDays(10))
  expect(await move(inDays(9))).toBe(null)
})

test('the next edition has the calls without their days, which are not listed before it is saved', async () => {
  const { db } = context.store
  await makeCall(db, {
    event,
    url: 'https://example.com/cfp',
    closes_on: inDays(10),
    travel: 'yes',
    hotel: 'no',
    note: 'Old',
  })
  const next = await as(owner).events.create({
    ...{ name: 'Next edition', location_name: 'Bergen', country_name: 'Norway' },
    ...{ start_date: inDays(400), end_date: inDays(400), previous: event.id },
  } as never)
  const [call] = (await as(null).events.detail({ slug: next.slug })).calls
  expect(call).toMatchObject({
    ...{ status: 'planned', url: 'https://example.com/cfp', travel: 'yes', hotel: 'no', ticket: null },
    ...{ closes_on: null, note: null, previous_closes_on: inDays(10), is_open: false },
  })
  expect((await openIds()).includes(call!.id)).toBe(false)
  const [planned] = await as(owner).calls.editable({ event_id: next.id })
  await as(owner).calls.update({
    ...form({ closes_on: inDays(300) }),
    id: call!.id,
    updated_at: planned!.updated_at,
  })
  expect((await openIds()).includes(call!.id)).toBe(true)
})

test('what a suspended member added, and calls of a hidden conference, are hidden until they are back', async () => {
  const { db } = context.store
  const id = (await makeCall(db, { event, added_by: member.id })).id
  for (const person of [member, owner]) {
    await db.transaction((tx) => suspend(tx, { id: person.id, hasBranch: false, suspendedBy: null }))
    expect(await openIds()).toEqual([])
    await db.transaction((tx) => restore(tx, person.id))
    expect(await openIds()).toEqual([id])
  }
})

test('a call goes with its conference', async () => {
  const { db } = context.store
  await makeCall(db, { event })
  await as(owner).events.remove({ id: event.id })
  expect(await db.$count(calls, sql`true`)).toBe(0)
})
