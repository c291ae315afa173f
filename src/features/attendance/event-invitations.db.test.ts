import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { event_invitations, events } from '#features/events/events.tables.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { muted_notifications, notifications } from '#features/notifications/notifications.tables.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { type MadeEvent, makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'

const context = useStore()
const today = '2026-11-20'

let owner: Person
let member: Person
let admin: Person
let event: MadeEvent

beforeAll(async () => {
  const { db } = context.store
  owner = await makePerson(db, { name: 'Olga Owner' })
  admin = await makePerson(db, { name: 'Ada Admin', isAdmin: true })
})
beforeEach(async () => {
  member = await makePerson(context.store.db, { name: 'Max Member' })
  event = await makeEvent(context.store.db, {
    owner,
    name: 'Quiet Systems',
    start_date: '2026-12-01',
    end_date: '2026-12-02',
  })
})

const calls = (person: Person | null) =>
  callAsPerson(context.store, person, { today, isAdmin: person === admin })
const as = (person: Person | null) => calls(person).eventInvitations
const invite = (inviter: Person | null, person: { id: string }) =>
  as(inviter).invite({ event_id: event.id, user_id: person.id })
const readAnswers = async (inviter: Person) => {
  const { invitations } = await as(inviter).sent({ event_id: event.id })
  return invitations.map(({ person, status }) => `${person.full_name}: ${status}`)
}
const card = ({ id, name }: Person) => ({ id, full_name: name, avatar_url: null, is_administrator: false })

describe('an invitation', () => {
  test('to what is cancelled meanwhile is not accepted and can be declined', async () => {
    await invite(owner, member)
    await context.store.db.update(events).set({ status: 'cancelled' }).where(eq(events.id, event.id))
    const accepted = await refusal(as(member).answer({ event_id: event.id, is_accepted: true }))
    expect(accepted).toMatchObject({ code: 'CONFLICT', message: 'This conference is cancelled' })
    expect(await readAnswers(owner)).toEqual(['Max Member: pending'])
    expect(await as(member).answer({ event_id: event.id, is_accepted: false })).toEqual({
      is_attending: false,
    })
  })

  test('is seen by the invited person and by the owner', async () => {
    await invite(owner, member)
    const { id, name, slug, start_date, end_date, location_name, country_name, tags } = event
    const { status, first_start_date, first_end_date } = event
    const dates = { start_date, end_date, first_start_date, first_end_date }
    expect(await as(member).mine({})).toEqual([
      {
        event: { id, name, slug, ...dates, location_name, country_name, status, tags, excerpt: null },
        invited_by: card(owner),
      },
    ])
    expect(await as(owner).sent({ event_id: event.id })).toEqual({
      invitations: [{ person: card(member), status: 'pending' }],
      next: null,
    })
  })

  test('is told in the list of notifications and by mail, once', async () => {
    await invite(owner, member)
    const message = 'Olga Owner invited you to Quiet Systems'
    const notices = await context.store.db
      .select()
      .from(notifications)
      .where(eq(notifications.user_id, member.id))
    expect(notices.map(({ kind, message, path }) => ({ kind, message, path }))).toEqual([
      { kind: 'event_invitation', message, path: `/conferences/${event.slug}` },
    ])
    const mails = await context.store.db
      .select()
      .from(mail_outbox)
      .where(eq(mail_outbox.to_address, member.email))
      .orderBy(desc(mail_outbox.created_at))
    expect(mails.map(({ text }) => text.split('\n\n')[0])).toEqual([message])
  })

  test('reaches without a mail who wants none', async () => {
    await context.store.db.insert(muted_notifications).values(
      (['list', 'mail'] as const).map((channel) => ({
        user_id: member.id,
        kind: 'event_invitation' as const,
        channel,
      })),
    )
    await invite(owner, member)
    const mails = await context.store.db.$count(mail_outbox, eq(mail_outbox.to_address, member.email))
    expect({ mails, invitations: (await as(member).mine({})).length }).toEqual({ mails: 0, invitations: 1 })
  })

  test('that is accepted makes an attendee', async () => {
    await invite(owner, member)
    expect(await as(member).answer({ event_id: event.id, is_accepted: true })).toEqual({ is_attending: true })
    expect(await calls(member).attendance.mine({ event_id: event.id })).toMatchObject({ is_attending: true })
    expect(await as(member).mine({})).toEqual([])
    expect(await readAnswers(owner)).toEqual(['Max Member: accepted'])
  })

  test('that is declined makes none', async () => {
    await invite(owner, member)
    expect(await as(member).answer({ event_id: event.id, is_accepted: false })).toEqual({
      is_attending: false,
    })
    expect(await calls(member).attendance.mine({ event_id: event.id })).toMatchObject({ is_attending: false })
    expect(await as(member).mine({})).toEqual([])
    expect(await readAnswers(owner)).toEqual(['Max Member: declined'])
  })

  test('is accepted by whoever says that they go', async () => {
    await invite(owner, member)
    await calls(member).attendance.set({ event_id: event.id, is_attending: true })
    expect(await readAnswers(owner)).toEqual(['Max Member: accepted'])
  })

  test('does not tell its sender of an attendance that they may not see', async () => {
    await invite(owner, member)
    await as(member).answer({ event_id: event.id, is_accepted: true })
    const { setVisibility } = calls(member).attendance
    await setVisibility({ event_id: event.id, visibility: 'unlisted' })
    expect(await readAnswers(owner)).toEqual(['Max Member: pending'])
    await setVisibility({ event_id: event.id, visibility: 'members' })
    expect(await readAnswers(owner)).toEqual(['Max Member: accepted'])
    const other = await makePerson(context.store.db, { profile: { attendance_visibility: 'unlisted' } })
    await calls(other).attendance.set({ event_id: event.id, is_attending: true })
    await invite(owner, other)
    expect(await as(other).mine({})).toHaveLength(1)
  })

  test('waits on for everybody else, when one of the invited says that they go', async () => {
    const other = await makePerson(context.store.db, { name: 'Otto Other' })
    await invite(owner, member)
    await invite(owner, other)
    await calls(member).attendance.set({ event_id: event.id, is_attending: true })
    expect((await readAnswers(owner)).sort()).toEqual(['Max Member: accepted', 'Otto Other: pending'])
    // The sender would read pending, too, of somebody whose attendance they may not see.
    expect(await as(other).mine({})).toHaveLength(1)
  })

  test('is answered once, also when two answers race, and only by the invited person', async () => {
    await invite(owner, member)
    const expectedError = { code: 'NOT_FOUND', message: 'This invitation has already been answered' }
    const answer = (person: Person, is_accepted: boolean) =>
      refusal(as(person).answer({ event_id: event.id, is_accepted }))
    expect(await answer(await makePerson(context.store.db), true)).toEqual(expectedError)
    const answers = await Promise.all([answer(member, true), answer(member, false)])
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
    expect(answers.filter(Boolean)).toEqual([expectedError])
  })

  test('to an event that is over is not shown any more', async () => {
    await invite(owner, member)
    await context.store.db
      .update(events)
      .set({ start_date: '2026-11-18', end_date: '2026-11-19' })
      .where(eq(events.id, event.id))
    expect(await as(member).mine({})).toEqual([])
  })
})

describe('inviting is refused', () => {
  test('to whoever does not own the event, and to visitors', async () => {
    const other = await makePerson(context.store.db)
    const forbidden = {
      code: 'FORBIDDEN',
      message: 'You do not have permission to invite people to this event',
    }
    expect(await refusal(invite(other, member))).toEqual(forbidden)
    expect(await refusal(as(other).sent({ event_id: event.id }))).toEqual(forbidden)
    const visitor = { code: 'UNAUTHORIZED', message: 'User not authenticated' }
    expect(await refusal(invite(null, member))).toEqual(visitor)
    expect(await refusal(as(null).sent({ event_id: event.id }))).toEqual(visitor)
    expect(await refusal(as(null).mine({}))).toEqual(visitor)
    expect(await refusal(as(null).answer({ event_id: event.id, is_accepted: true }))).toEqual(visitor)
    expect(await readAnswers(owner)).toEqual([])
  })

  test('but not to an administrator', async () => {
    await invite(admin, member)
    expect(await readAnswers(admin)).toEqual(['Max Member: pending'])
  })

  test('for somebody who was invited before, whatever the answer', async () => {
    const expectedError = { code: 'CONFLICT', message: 'This person has already been invited' }
    await invite(owner, member)
    expect(await refusal(invite(owner, member))).toEqual(expectedError)
    await as(member).answer({ event_id: event.id, is_accepted: false })
    expect(await refusal(invite(owner, member))).toEqual(expectedError)
  })

  test('for somebody who attends already, and not for somebody who has stopped', async () => {
    await attend(context.store.db, member, event)
    expect(await refusal(invite(owner, member))).toEqual({
      code: 'CONFLICT',
      message: 'This person is already attending this event',
    })
    await calls(member).attendance.set({ event_id: event.id, is_attending: false })
    expect(await refusal(invite(owner, member))).toEqual(undefined)
  })

  test('for oneself, for nobody, to no event, to an event that is over', async () => {
    expect(await refusal(invite(owner, owner))).toEqual({
      code: 'CONFLICT',
      message: 'You cannot invite yourself',
    })
    expect(await refusal(invite(owner, { id: randomUUID() }))).toEqual({
      code: 'NOT_FOUND',
      message: 'User not found',
    })
    const unknownEvent = { event_id: randomUUID(), user_id: member.id }
    const noEvent = { code: 'NOT_FOUND', message: 'Conference not found' }
    expect(await refusal(as(owner).invite(unknownEvent))).toEqual(noEvent)
    expect(await refusal(as(owner).sent(unknownEvent))).toEqual(noEvent)
    const over = await makeEvent(context.store.db, { owner, start_date: '2026-11-19' })
    expect(await refusal(as(owner).invite({ event_id: over.id, user_id: member.id }))).toEqual({
      code: 'CONFLICT',
      message: 'This event is already over',
    })
  })

  test('for more than fifty a day over all events, also when they race; tomorrow it goes on', async () => {
    const most = serverLimits.eventInvitationsPerDay
    const sender = await makePerson(context.store.db)
    const ownEvents = await Promise.all([1, 2, 3].map(() => makeEvent(context.store.db, { owner: sender })))
    const people = await makePeople(
      context.store.db,
      Array.from({ length: 15 }, () => ({})),
    )
    await context.store.db.execute(
      sql`select take_point(${`event invitations ${sender.id}`}, ${most}, 86400) from generate_series(1, ${most - 10})`,
    )
    const send = (index: number) =>
      as(sender).invite({ event_id: ownEvents[index % 3]!.id, user_id: people[index]!.id })
    const answers = await Promise.all(people.map((_, index) => refusal(send(index))))
    const expectedError = {
      code: 'TOO_MANY_REQUESTS',
      message: "You have reached today's invitation limit. Please try again tomorrow.",
    }
    expect(answers.filter(Boolean)).toEqual(Array.from({ length: 5 }, () => expectedError))
    const last = answers.findIndex(Boolean)
    // Events that are gone give nothing back, and others send on.
    await context.store.db.delete(events).where(eq(events.id, ownEvents[(last + 1) % 3]!.id))
    expect(await refusal(send(last))).toEqual(expectedError)
    expect(await refusal(invite(owner, member))).toEqual(undefined)
    await context.store.db.execute(sql`update rate_limits set expires_at = now()`)
    expect(await refusal(send(last))).toEqual(undefined)
  })
})

test('twenty racing invitations of one person make one', async () => {
  const refusals = await Promise.all(Array.from({ length: 20 }, () => refusal(invite(owner, member))))
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
  expect(refusals.filter(Boolean)).toEqual(
    Array.from({ length: 19 }, () => ({
      code: 'CONFLICT',
      message: 'This person has already been invited',
    })),
  )
  expect(await as(member).mine({})).toHaveLength(1)
})

test('the list of the invited has pages, the newest first', async () => {
  const size = serverLimits.eventInvitationsPerPage
  const people = await makePeople(
    context.store.db,
    Array.from({ length: size + 3 }, (_, index) => ({ name: `Guest ${index}` })),
  )
  await context.store.db.insert(event_invitations).values(
    people.map(({ id }, index) => ({
      event_id: event.id,
      user_id: id,
      created_at: `2026-11-01T10:${String(index).padStart(2, '0')}:00Z`,
    })),
  )
  const first = await as(owner).sent({ event_id: event.id })
  const second = await as(owner).sent({ event_id: event.id, after: first.next ?? undefined })
  expect(second.next).toBe(null)
  expect([...first.invitations, ...second.invitations].map(({ person }) => person.full_name)).toEqual(
    people.map(({ name }) => name).reverse(),
  )
})

test('three invitations take as many statements as one, for the owner and for the invited person', async () => {
  const counts: number[] = []
  for (const invitationCount of [1, 2]) {
    const otherPeople = await makePeople(
      context.store.db,
      Array.from({ length: invitationCount }, () => ({})),
    )
    for (const person of otherPeople) await invite(owner, person)
    const createdEvents = await makeEvents(
      context.store.db,
      Array.from({ length: invitationCount }, () => ({ owner, start_date: '2027-01-01' })),
    )
    for (const { id } of createdEvents) await as(owner).invite({ event_id: id, user_id: member.id })
    const sentStatements = await watchStatements(() => as(owner).sent({ event_id: event.id }))
    const mineStatements = await watchStatements(() => as(member).mine({}))
    counts.push(
      sentStatements.result.invitations.length,
      sentStatements.statements.length,
      mineStatements.result.length,
      mineStatements.statements.length,
    )
  }
  expect(counts).toEqual([1, 2, 1, 1, 3, 2, 3, 1])
})

describe('people are found', () => {
  const find = async (search: string, person: Person | null = owner) =>
    (await calls(person).people.search({ search })).map(({ full_name }) => full_name)

  test('by a part of their name, whatever the case and the accents, in order of name', async () => {
    for (const name of ['Zoë Quixley', 'Anna quixote', 'Bo % Quixman'])
      await makePerson(context.store.db, { name })
    expect(await find('QUIX')).toEqual(['Anna quixote', 'Bo % Quixman', 'Zoë Quixley'])
    expect(await find('zoe q')).toEqual(['Zoë Quixley'])
    expect(await find('o %')).toEqual(['Bo % Quixman'])
  })

  test('with no more than a card shows: id, name and picture', async () => {
    const person = await makePerson(context.store.db, { name: 'Wanda Xylander' })
    expect(await calls(owner).people.search({ search: 'xylander' })).toEqual([card(person)])
  })

  test('twenty at most, from two characters on, and only by those who are signed in', async () => {
    await makePeople(
      context.store.db,
      Array.from({ length: 25 }, (_, index) => ({ name: `Vwx ${index}` })),
    )
    expect(await find('vw')).toHaveLength(limits.peopleSearchResults)
    expect((await refusal(find(' v ')))?.code).toBe('BAD_REQUEST')
    expect((await refusal(find('vwx', null)))?.code).toBe('UNAUTHORIZED')
  })
})
