import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { event_claims, events } from '#features/events/events.tables.ts'
import { callAsPerson, queueOf, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { notificationsOf } from '#tests/support/notices.ts'

const context = useStore()
let owner: Person
let earlier: MadeEvent
let next: MadeEvent
const api = (person: Person) => callAsPerson(context.store, person).eventClaims
const ownerOf = async ({ id }: MadeEvent) =>
  (await context.store.db.select().from(events).where(eq(events.id, id)))[0]!.created_by

beforeEach(async () => {
  const { db } = context.store
  owner = await makePerson(db)
  earlier = await makeEvent(db, { owner, name: 'Fjord 2029', start_date: '2029-05-01' })
  next = await makeEvent(db, { name: 'Fjord 2030', start_date: '2030-05-01' })
  await makeSeries(db, [earlier, next])
})

/** An administrator decides about the claim, which the next call withdraws. */
const waits = async (person: Person, event = next) => {
  expect(await api(person).canTakeOver({ event_id: event.id })).toBe(false)
  expect(await api(person).submit({ event_id: event.id })).toMatchObject({ status: 'pending' })
  await context.store.db.delete(event_claims).where(eq(event_claims.user_id, person.id))
}

test('the claim of the owner of the edition before is approved at once, with an entry in the trail', async () => {
  const attendee = await makePerson(context.store.db)
  await callAsPerson(context.store, attendee).attendance.set({ event_id: next.id, is_attending: true })
  expect(await api(owner).canTakeOver({ event_id: next.id })).toBe(true)
  expect(await api(owner).submit({ event_id: next.id })).toMatchObject({ status: 'approved' })
  expect(await ownerOf(next)).toBe(owner.id)
  const { notifications } = await callAsPerson(context.store, attendee).notifications.list({})
  expect(notifications.map(({ message }) => message)).toEqual([`Fjord 2030 has a new owner: ${owner.name}.`])
  const admin = await makePerson(context.store.db, { isAdmin: true })
  const { actions } = await callAsPerson(context.store, admin, { isAdmin: true }).adminActions.list({})
  expect(actions[0]).toMatchObject({
    action: 'event_taken_over',
    subject: 'Fjord 2030',
    admin: { id: owner.id },
    before: { owner: null },
    after: { owner: owner.id },
  })
  expect(await notificationsOf(context.store.db, admin, next.name)).toEqual([])
  expect(await api(owner).canTakeOver({ event_id: next.id })).toBe(false)
  expect(await refusal(api(owner).submit({ event_id: next.id }))).toMatchObject({ code: 'FORBIDDEN' })
})

test('nobody else does: no other member, no co-organiser, no owner of an older edition or of a later one', async () => {
  const { db } = context.store
  const [older, later, helper] = [await makePerson(db), await makePerson(db), await makePerson(db)]
  const editions = [
    await makeEvent(db, { owner: older, name: 'Fjord 2028', start_date: '2028-05-01' }),
    await makeEvent(db, { owner: later, name: 'Fjord 2031', start_date: '2031-05-01' }),
  ]
  await makeSeries(db, [...editions, earlier, next])
  await callAsPerson(context.store, owner).eventOrganisers.add({ event_id: earlier.id, user_id: helper.id })
  for (const person of [older, later, helper, await makePerson(db)]) await waits(person)
  expect(await ownerOf(next)).toBeNull()
  const unowned = await makeEvent(db, { name: 'Moor 2030', start_date: '2030-05-01' })
  await makeSeries(db, [await makeEvent(db, { name: 'Moor 2029', start_date: '2029-05-01' }), unowned])
  await waits(older, unowned)
})

test('not where somebody owns it, where it is in no series or another one, and nothing that is not there', async () => {
  const { db } = context.store
  const alone = await makeEvent(db, { name: 'Fjord 2032', start_date: '2032-05-01' })
  await waits(owner, alone)
  await makeSeries(db, [alone])
  await waits(owner, alone)
  const other = await makePerson(db)
  await db.update(events).set({ created_by: other.id }).where(eq(events.id, next.id))
  await waits(owner)
  expect(await ownerOf(next)).toBe(other.id)
  expect(await api(owner).canTakeOver({ event_id: crypto.randomUUID() })).toBe(false)
})

test('while another member’s claim is open an administrator decides; one’s own is approved, a rejected one does not count', async () => {
  const { db } = context.store
  const [claimant, rejected] = [await makePerson(db), await makePerson(db)]
  const claim = { event_id: next.id }
  await db.insert(event_claims).values([
    { ...claim, user_id: claimant.id },
    { ...claim, user_id: owner.id },
    { ...claim, user_id: rejected.id, status: 'rejected', rejected_at: new Date().toISOString() },
  ])
  expect(await api(owner).canTakeOver({ event_id: next.id })).toBe(false)
  expect(await refusal(api(owner).submit({ event_id: next.id }))).toMatchObject({ code: 'CONFLICT' })
  await db.delete(event_claims).where(eq(event_claims.user_id, claimant.id))
  expect(await api(owner).submit({ event_id: next.id })).toMatchObject({ status: 'approved' })
  const claims = await db.select().from(event_claims).where(eq(event_claims.event_id, next.id))
  expect(new Map(claims.map(({ user_id, status }) => [user_id, status]))).toEqual(
    new Map([
      [rejected.id, 'rejected'],
      [owner.id, 'approved'],
    ]),
  )
})

test('an administrator withdraws it: nobody owns the conference again', async () => {
  const admin = await makePerson(context.store.db, { isAdmin: true })
  const { id } = await api(owner).submit({ event_id: next.id })
  await queueOf(callAsPerson(context.store, admin, { isAdmin: true }), 'event_claim').reopen(id)
  expect(await ownerOf(next)).toBeNull()
})
