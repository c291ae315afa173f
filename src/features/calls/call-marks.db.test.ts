import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { suspend } from '#features/administration/suspensions.server.ts'
import { events } from '#features/events/events.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { addDays } from '#lib/dates.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeCall, makeCalls, markCall } from '#tests/support/factories/calls.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { sendDueReminders } from './call-reminders.server.ts'
import { call_marks, calls } from './calls.tables.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'https://hallway.test' }
const today = new Date().toISOString().slice(0, 10)
const longAgo = '2020-01-01T00:00:00Z'

let person: Person
let event: MadeEvent

const as = (someone: Person | null) => callAsPerson(context.store, someone).callMarks
const remind = (now: string) => sendDueReminders(context.store.db, site, now)
const mails = async (someone = person) =>
  (
    await context.store.db
      .select({ text: mail_outbox.text })
      .from(mail_outbox)
      .where(and(eq(mail_outbox.user_id, someone.id), eq(mail_outbox.kind, 'call_closing')))
      .orderBy(mail_outbox.created_at)
  ).map(({ text }) => text.split('\n')[0])

beforeEach(async () => {
  await context.store.db.delete(calls)
  person = await makePerson(context.store.db)
  event = await makeEvent(context.store.db, { name: 'RustHarbour', start_date: '2027-09-10' })
})

describe('reminders', () => {
  // Without a zone it may be over at 10:00 UTC of that day, where days end first.
  const week = '2027-06-09T10:00:00Z'
  const day = '2027-06-15T10:00:00Z'
  const secondBefore = (moment: string) => new Date(Date.parse(moment) - 1000).toISOString()
  const interested = async (fields: Parameters<typeof markCall>[3] = {}) => {
    const call = await makeCall(context.store.db, { event, closes_on: '2027-06-16' })
    await markCall(context.store.db, person, call, { changed_at: longAgo, ...fields })
    return call
  }

  test('come once seven days and once one day before the earliest moment of closing', async () => {
    await interested()
    expect([await remind(secondBefore(week)), await mails()]).toEqual([0, []])
    expect([await remind(week), await remind(week)]).toEqual([1, 0])
    expect([
      await remind(secondBefore(day)),
      await remind(day),
      await remind('2027-06-16T09:59:59Z'),
    ]).toEqual([0, 1, 0])
    expect(await mails()).toEqual([
      'A call that you are interested in closes within a week: RustHarbour (Jun 16, 2027).',
      'A call that you are interested in closes within a day: RustHarbour (Jun 16, 2027).',
    ])
  })

  test('come late after a stop, but not once the call may be over', async () => {
    await interested()
    expect(await remind('2027-06-13T00:00:00Z')).toBe(1)
    expect(await remind('2027-06-16T10:00:00Z')).toBe(0)
  })

  test('that of the last day alone comes to whoever becomes interested within the week', async () => {
    await interested({ changed_at: '2027-06-12T00:00:00Z' })
    expect([await remind('2027-06-12T00:01:00Z'), await remind(day)]).toEqual([0, 1])
  })

  test('a mark of the last day gets none', async () => {
    await interested({ changed_at: '2027-06-15T10:00:01Z' })
    expect([await remind('2027-06-15T10:01:00Z'), await remind('2027-06-16T09:59:59Z')]).toEqual([0, 0])
    await context.store.db.delete(calls)
    await interested({ changed_at: day })
    expect(await remind('2027-06-15T10:01:00Z')).toBe(1)
  })

  test('none comes once something is submitted, nor of a cancelled conference', async () => {
    for (const state of ['submitted', 'accepted', 'rejected', 'withdrawn'] as const)
      await interested({ state })
    expect(await remind(week)).toBe(0)
    await interested()
    await context.store.db.update(events).set({ status: 'cancelled' }).where(eq(events.id, event.id))
    expect(await remind(week)).toBe(0)
  })

  test('none comes to a member who is suspended', async () => {
    const { db } = context.store
    await interested()
    const admin = await makePerson(db, { isAdmin: true })
    await db.transaction((tx) => suspend(tx, { id: person.id, hasBranch: false, suspendedBy: admin.id }))
    expect(await remind(week)).toBe(0)
  })

  test('both come again after an extension, and not if the day is moved forward', async () => {
    const call = await interested()
    const move = (closes_on: string) =>
      context.store.db.update(calls).set({ closes_on }).where(eq(calls.id, call.id))
    expect([await remind(week), await remind(day)]).toEqual([1, 1])
    await move('2027-06-30')
    expect([await remind('2027-06-23T10:00:00Z'), await remind('2027-06-29T10:00:00Z')]).toEqual([1, 1])
    await move('2027-06-29')
    expect(await remind('2027-06-28T10:00:00Z')).toBe(0)
    expect(await mails()).toHaveLength(4)
  })

  test('of several calls are one mail, and none comes to whoever switched them off', async () => {
    await interested()
    await interested()
    const quiet = await makePerson(context.store.db)
    await markCall(context.store.db, quiet, await interested(), { changed_at: longAgo })
    await callAsPerson(context.store, quiet).notifications.mute({ kind: 'call_closing', isMuted: true })
    expect(await remind(week)).toBe(4)
    expect((await mails()).map((text) => text?.match(/RustHarbour/g)?.length)).toEqual([3])
    expect(await mails(quiet)).toEqual([])
  })
})

describe('marks', () => {
  test('have a limit', async () => {
    const { db } = context.store
    const more = await makeCalls(
      db,
      Array.from({ length: serverLimits.callMarks + 1 }, () => ({ event })),
    )
    const rows = more.slice(1).map(({ id }) => ({ user_id: person.id, call_id: id }))
    await db.insert(call_marks).values(rows)
    const { id } = more[0]!
    expect(await refusal(as(person).set({ id, state: 'interested' }))).toMatchObject({
      code: 'LIMIT_REACHED',
    })
    await as(person).set({ id: rows[0]!.call_id, state: null })
    await as(person).set({ id, state: 'interested' })
  })

  test('are read by their own person alone, with the next reminder', async () => {
    const closes_on = addDays(today, 30)
    const call = await makeCall(context.store.db, { event, closes_on })
    await as(person).set({ id: call.id, state: 'interested' })
    await as(person).setNote({ id: call.id, note: 'Ask Leif' })
    expect(await as(person).mine({})).toMatchObject([
      {
        ...{ call_id: call.id, state: 'interested', note: 'Ask Leif' },
        call: { is_open: true, closes_on, event: { name: 'RustHarbour' } },
        reminder_at: `${addDays(closes_on, -7)}T10:00:00Z`,
      },
    ])
    await as(person).set({ id: call.id, state: 'submitted' })
    expect((await as(person).mine({}))[0]).toMatchObject({
      state: 'submitted',
      reminder_at: null,
      note: 'Ask Leif',
    })
    const other = await makePerson(context.store.db)
    expect([await as(other).mine({}), await as(other).states()]).toEqual([[], []])
    expect((await refusal(as(other).setNote({ id: call.id, note: 'Mine' })))?.code).toBe('NOT_FOUND')
    await as(other).set({ id: call.id, state: null })
    expect(await as(person).states()).toEqual([{ call_id: call.id, state: 'submitted' }])
  })

  test('that are open are the next ones that wait for me, with a day', async () => {
    const make = async (days: number | null, state: 'interested' | 'submitted' | 'withdrawn') => {
      const closes_on = days === null ? null : addDays(today, days)
      const call = await makeCall(context.store.db, { event, closes_on, url: `https://cfp.example/${days}` })
      await markCall(context.store.db, person, call, { state })
      return call.id
    }
    const own = [await make(20, 'submitted'), await make(10, 'interested')]
    await make(5, 'withdrawn')
    await make(-3, 'interested')
    await make(null, 'interested')
    const open = await as(person).mine({ when: 'open' })
    expect(open.map(({ call_id }) => call_id)).toEqual(own.toReversed())
    expect((await as(person).mine({})).length).toBe(5)
  })

  test('are of calls that are listed, and go with the call and the account', async () => {
    const { db } = context.store
    const hidden = await makeCall(db, { event, status: 'suggested' })
    expect((await refusal(as(person).set({ id: hidden.id, state: 'interested' })))?.code).toBe('NOT_FOUND')
    const call = await makeCall(db, { event })
    await as(person).set({ id: call.id, state: 'accepted' })
    await db.delete(calls)
    expect(await db.$count(call_marks)).toBe(0)
  })
})
