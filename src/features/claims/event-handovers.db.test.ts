import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { event_handovers, events } from '#features/events/events.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { runNightlyJobs } from '#server/operator/jobs.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { type MadeEvent, makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'

const context = useStore()
let owner: Person
let member: Person
let event: MadeEvent
const as = (person: Person) => callAsPerson(context.store, person)
beforeEach(async () => {
  owner = await makePerson(context.store.db)
  member = await makePerson(context.store.db)
  event = await makeEvent(context.store.db, { owner, name: 'Quiet Systems' })
})

const offer = (to = member, by = owner) => as(by).eventHandovers.offer({ event_id: event.id, user_id: to.id })
const answer = (is_accepted: boolean, by = member) =>
  as(by).eventHandovers.answer({ event_id: event.id, is_accepted })
const ownerId = async () =>
  (await context.store.db.select().from(events).where(eq(events.id, event.id)))[0]!.created_by
const messagesTo = async (person: Person) =>
  (await context.store.db.select().from(notifications).where(eq(notifications.user_id, person.id))).map(
    ({ message }) => message,
  )

test('whoever accepts becomes the owner; the old one is told and keeps nothing', async () => {
  await offer()
  expect(await as(owner).eventHandovers.offered({ event_id: event.id })).toMatchObject({
    to: { id: member.id },
  })
  expect(await as(member).eventHandovers.mine({})).toMatchObject([
    { event: { name: 'Quiet Systems' }, from: { id: owner.id } },
  ])
  expect(await messagesTo(member)).toEqual([
    `${owner.name} would like to hand over Quiet Systems to you. Please accept or decline.`,
  ])
  expect(await ownerId()).toBe(owner.id)
  expect(await answer(true)).toEqual({ is_owner: true })
  expect(await ownerId()).toBe(member.id)
  expect(await messagesTo(owner)).toEqual([`Quiet Systems has a new owner: ${member.name}.`])
  expect(await refusal(offer(owner))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(answer(true))).toMatchObject({ code: 'NOT_FOUND' })
  const admin = callAsPerson(context.store, await makePerson(context.store.db, { isAdmin: true }), {
    isAdmin: true,
  })
  expect((await admin.adminActions.list({})).actions[0]).toMatchObject({
    action: 'event_taken_over',
    subject: 'Quiet Systems',
    admin: { id: member.id },
    before: { owner: owner.id },
    after: { owner: member.id },
  })
})

test('whoever declines leaves it with the owner, who is told and can offer it anew', async () => {
  await offer()
  expect(await answer(false)).toEqual({ is_owner: false })
  expect(await ownerId()).toBe(owner.id)
  expect(await messagesTo(owner)).toEqual([
    `${member.name} declined to take over Quiet Systems. You are still its owner.`,
  ])
  const other = await makePerson(context.store.db)
  await offer()
  await offer(other)
  expect(await refusal(answer(true))).toMatchObject({ code: 'NOT_FOUND' })
  await as(owner).eventHandovers.withdraw({ event_id: event.id })
  expect(await refusal(answer(true, other))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await as(other).eventHandovers.mine({})).toEqual([])
})

test('an offer that is taken back no longer asks: who has not heard of it is told nothing, who has is told', async () => {
  const withdraw = () => as(owner).eventHandovers.withdraw({ event_id: event.id })
  const mailsTo = ({ email }: Person) =>
    context.store.db.$count(mail_outbox, and(eq(mail_outbox.to_address, email), isNull(mail_outbox.sent_at)))
  await offer()
  expect(await mailsTo(member)).toBe(1)
  await withdraw()
  expect([await messagesTo(member), await mailsTo(member)]).toEqual([[], 0])

  const takenBack = `${owner.name} withdrew the offer to hand over Quiet Systems. You do not need to do anything.`
  await offer()
  await as(member).notifications.markRead()
  await withdraw()
  expect([await messagesTo(member), await mailsTo(member)]).toEqual([[takenBack], 1])

  const other = await makePerson(context.store.db)
  await offer(other)
  await context.store.db
    .update(mail_outbox)
    .set({ sent_at: sql`now()` })
    .where(eq(mail_outbox.to_address, other.email))
  await offer()
  expect([await messagesTo(other), await mailsTo(other)]).toEqual([[takenBack], 1])
})

test('nobody else sees an offer, nor answers it', async () => {
  await offer()
  const other = await makePerson(context.store.db)
  expect(await as(other).eventHandovers.mine({ event_id: event.id })).toEqual([])
  expect(await as(other).eventHandovers.offered({ event_id: event.id })).toEqual({ to: null, editions: [] })
  expect(await refusal(answer(true, other))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(offer(other, member))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(offer(owner))).toMatchObject({ code: 'CONFLICT' })
  expect(await refusal(offer({ ...member, id: crypto.randomUUID() }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('an offer ends after 30 days, and with the ownership of who made it', async () => {
  await offer()
  await context.store.db.update(events).set({ created_by: null }).where(eq(events.id, event.id))
  expect(await as(member).eventHandovers.mine({})).toEqual([])
  expect(await refusal(answer(true))).toMatchObject({ code: 'NOT_FOUND' })
  await context.store.db.update(events).set({ created_by: owner.id }).where(eq(events.id, event.id))
  await offer()
  await context.store.execute(`update event_handovers set created_at = now() - interval '31 days'`)
  expect(await as(member).eventHandovers.mine({})).toEqual([])
  expect(await refusal(answer(true))).toMatchObject({ code: 'NOT_FOUND' })
  await offer()
  await context.store.execute(`update event_handovers set created_at = now() - interval '31 days'`)
  await runNightlyJobs(context.store)
  expect(await context.store.db.$count(event_handovers)).toBe(0)
})

describe('with its series', () => {
  let otherEditions: MadeEvent[]
  let foreign: MadeEvent
  const owners = async () => {
    const ids = [event.id, ...otherEditions.map(({ id }) => id), foreign.id]
    const eventRows = await context.store.db.select().from(events)
    return ids.map((id) => eventRows.find((row) => row.id === id)!.created_by)
  }
  const offerAll = () =>
    as(owner).eventHandovers.offer({ event_id: event.id, user_id: member.id, with_series: true })
  beforeEach(async () => {
    const { db } = context.store
    otherEditions = await makeEvents(db, [
      { owner, name: 'Quiet Systems 2024', start_date: '2024-05-01' },
      { owner, name: 'Quiet Systems 2023', start_date: '2023-05-01' },
    ])
    foreign = await makeEvent(db, { owner: await makePerson(db), name: 'Quiet Systems 2022' })
    await makeSeries(db, [event, ...otherEditions, foreign])
  })

  test('all editions of the owner go with it, each with its entry in the trail; those of others stay', async () => {
    const editions = otherEditions.map(({ id, name, slug }) => ({ id, name, slug }))
    expect(await as(owner).eventHandovers.offered({ event_id: event.id })).toEqual({
      to: null,
      editions: editions.map((edition) => ({ ...edition, is_offered: false })),
    })
    await offerAll()
    expect(await as(owner).eventHandovers.offered({ event_id: event.id })).toMatchObject({
      to: { id: member.id },
      editions: [{ is_offered: true }, { is_offered: true }],
    })
    expect(await as(member).eventHandovers.mine({})).toMatchObject([{ event: { id: event.id }, editions }])
    expect(await messagesTo(member)).toEqual([
      `${owner.name} would like to hand over Quiet Systems and 2 other editions to you. Please accept or decline.`,
    ])
    await answer(true)
    expect(await owners()).toEqual([member.id, member.id, member.id, foreign.created_by])
    expect(await messagesTo(owner)).toEqual([`Quiet Systems has a new owner: ${member.name}.`])
    const admin = await makePerson(context.store.db, { isAdmin: true })
    const { actions } = await callAsPerson(context.store, admin, { isAdmin: true }).adminActions.list({})
    const takeovers = actions.filter(({ action }) => action === 'event_taken_over').slice(0, 3)
    expect(takeovers.map(({ subject }) => subject).sort()).toEqual([
      'Quiet Systems',
      'Quiet Systems 2023',
      'Quiet Systems 2024',
    ])
    for (const { before, after } of takeovers) {
      expect(before).toMatchObject({ owner: owner.id })
      expect(after).toMatchObject({ owner: member.id })
    }
  })

  test('an offer of the conference alone leaves the others', async () => {
    await offer()
    expect(await as(member).eventHandovers.mine({})).toMatchObject([{ editions: [] }])
    await answer(true)
    expect(await owners()).toEqual([member.id, owner.id, owner.id, foreign.created_by])
  })

  test('what joins the series after the offer, and what is no longer the owner’s, is not part of it', async () => {
    await offerAll()
    const { db } = context.store
    const [givenEvent, keptEvent] = otherEditions
    const successor = await makePerson(db)
    await db.update(events).set({ created_by: successor.id }).where(eq(events.id, givenEvent!.id))
    const later = await makeEvent(db, { owner, name: 'Quiet Systems 2021' })
    await db
      .update(events)
      .set({ series_id: (await db.select().from(events).where(eq(events.id, event.id)))[0]!.series_id })
      .where(eq(events.id, later.id))
    expect(await as(member).eventHandovers.mine({})).toMatchObject([{ editions: [{ id: keptEvent!.id }] }])
    await answer(true)
    expect(await owners()).toEqual([member.id, successor.id, member.id, foreign.created_by])
    const [row] = await db.select().from(events).where(eq(events.id, later.id))
    expect(row!.created_by).toBe(owner.id)
  })

  test('declined, withdrawn and expired offers change nothing', async () => {
    await offerAll()
    await answer(false)
    await offerAll()
    await as(owner).eventHandovers.withdraw({ event_id: event.id })
    expect(await refusal(answer(true))).toMatchObject({ code: 'NOT_FOUND' })
    await offerAll()
    await context.store.execute(`update event_handovers set created_at = now() - interval '31 days'`)
    expect(await refusal(answer(true))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await owners()).toEqual([owner.id, owner.id, owner.id, foreign.created_by])
  })
})
