import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { event_claims, events } from '#features/events/events.tables.ts'
import { callAsPerson, queueOf, refusalMessage } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { mailsOf, notificationsOf } from '#tests/support/notices.ts'

const context = useStore()

let owner: Person
let member: Person
let other: Person
let admin: Person

beforeAll(async () => {
  const { db } = context.store
  owner = await makePerson(db, { name: 'Olga Owner' })
  member = await makePerson(db, { name: 'Max Member' })
  other = await makePerson(db, { name: 'Otto Other' })
  admin = await makePerson(db, { name: 'Ada Admin', isAdmin: true })
})

const as = (person: Person | null) =>
  callAsPerson(context.store, person, { isAdmin: person === admin }).eventClaims
const queue = () => queueOf(callAsPerson(context.store, admin, { isAdmin: true }), 'event_claim')

const claimsOf = (event: { id: string }) =>
  context.store.db.select().from(event_claims).where(eq(event_claims.event_id, event.id))
const ownerOf = async (event: { id: string }) =>
  (await context.store.db.select().from(events).where(eq(events.id, event.id)))[0]?.created_by
const notices = (person: Person, name: string) => notificationsOf(context.store.db, person, name)
const mails = (person: Person, name: string) => mailsOf(context.store.db, person, name)

const pendingSentence = 'You already have a pending claim for this event.'

test('a member submits twenty claims a day, of conferences and speaker profiles together', async () => {
  const busy = await makePerson(context.store.db)
  await context.store.db.execute(
    sql`select take_point(${`claims ${busy.id}`}, 20, 86400) from generate_series(1, 19)`,
  )
  const [one, two] = [await makeEvent(context.store.db), await makeEvent(context.store.db)]
  const speaker = await makeSpeaker(context.store.db)
  const refused = "You have reached today's claim limit. Please try again tomorrow."
  const { eventClaims, speakerClaims } = callAsPerson(context.store, busy)
  expect(await refusalMessage(eventClaims.submit({ event_id: one.id }))).toBe(undefined)
  expect(await refusalMessage(eventClaims.submit({ event_id: two.id }))).toEqual(refused)
  expect(await refusalMessage(speakerClaims.submit({ speaker_id: speaker.id }))).toEqual(refused)
  expect([await claimsOf(two), await notices(admin, two.name)]).toEqual([[], []])
})

describe('submitting', () => {
  test('a claim has a reason, which is trimmed', async () => {
    const event = await makeEvent(context.store.db)
    const { reason } = await as(member).submit({ event_id: event.id, reason: '  I founded\0 it. \n' })
    expect(reason).toBe('I founded it.')
    expect((await claimsOf(event))[0]?.reason).toBe(reason)
  })

  test.each([undefined, null, '', ' \n '])(
    'no reason is none, whatever stands for it: %j',
    async (reason) => {
      const event = await makeEvent(context.store.db)
      expect((await as(member).submit({ event_id: event.id, reason })).reason).toBe(null)
    },
  )

  test('a reason has at most 1000 characters', async () => {
    const event = await makeEvent(context.store.db)
    await expect(as(member).submit({ event_id: event.id, reason: 'x'.repeat(1001) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect(await claimsOf(event)).toEqual([])
    const longest = ` ${'x'.repeat(1000)} `
    expect((await as(member).submit({ event_id: event.id, reason: longest })).reason).toHaveLength(1000)
  })

  test('a second claim is refused while the first is pending', async () => {
    const event = await makeEvent(context.store.db)
    const first = await as(member).submit({ event_id: event.id, reason: 'First' })
    await expect(as(member).submit({ event_id: event.id, reason: 'Second' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: pendingSentence,
    })
    expect(await as(member).mine({ event_id: event.id })).toEqual(first)
  })

  test('two people may claim the same event', async () => {
    const event = await makeEvent(context.store.db)
    await as(member).submit({ event_id: event.id })
    await as(other).submit({ event_id: event.id })
    expect((await claimsOf(event)).map(({ user_id }) => user_id).sort()).toEqual([member.id, other.id].sort())
  })

  test('an admin claims like anybody', async () => {
    const event = await makeEvent(context.store.db, { owner })
    expect((await as(admin).submit({ event_id: event.id })).status).toBe('pending')
  })

  test('the owner has nothing to claim', async () => {
    const event = await makeEvent(context.store.db, { owner })
    await expect(as(owner).submit({ event_id: event.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await claimsOf(event)).toEqual([])
  })

  test.each(['rejected', 'approved'] as const)(
    'after a %s claim the same row is pending again',
    async (status) => {
      const event = await makeEvent(context.store.db)
      const created_at = '2020-01-01T00:00:00Z'
      const first = await claimEvent(context.store.db, member, event, {
        status,
        decidedBy: admin,
        created_at,
      })
      const secondClaim = await as(member).submit({ event_id: event.id, reason: 'Once more' })
      expect(secondClaim.id).toBe(first.id)
      expect(secondClaim.created_at > first.created_at).toBe(true)
      expect(await claimsOf(event)).toEqual([
        {
          ...first,
          status: 'pending',
          reason: 'Once more',
          created_at: secondClaim.created_at,
          updated_at: expect.any(String),
          approved_by: null,
          approved_at: null,
          rejected_by: null,
          rejected_at: null,
        },
      ])
    },
  )

  test.each(['none', 'rejected'] as const)('twenty claims at once make one (%s before)', async (before) => {
    const event = await makeEvent(context.store.db, { name: `Twenty after ${before}` })
    if (before === 'rejected') await claimEvent(context.store.db, member, event, { status: before })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => as(member).submit({ event_id: event.id })),
    )
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(Array(19).fill(pendingSentence))
    expect((await claimsOf(event)).map(({ status }) => status)).toEqual(['pending'])
    expect(await notices(admin, event.name)).toHaveLength(1)
  })
})

describe('deciding', () => {
  test('approval makes the claimant the owner and tells everybody concerned', async () => {
    const { db } = context.store
    const event = await makeEvent(db, { owner, name: 'Handed over' })
    await attend(db, other, event)
    await attend(db, member, event)
    const { id } = await as(member).submit({ event_id: event.id })
    await queue().accept(id, { option: owner.id })
    expect(await ownerOf(event)).toBe(member.id)
    expect(await claimsOf(event)).toEqual([
      expect.objectContaining({ status: 'approved', approved_by: admin.id, approved_at: expect.any(String) }),
    ])
    const path = `/conferences/${event.slug}`
    const change = { kind: 'event_changed', message: 'Handed over has a new owner: Max Member.', path }
    const decision = 'Your claim for Handed over was approved. You are now its owner.'
    expect(await notices(member, event.name)).toEqual([{ kind: 'claim_decided', message: decision, path }])
    expect(await notices(owner, event.name)).toEqual([change])
    expect(await notices(other, event.name)).toEqual([change])
    expect(await mails(member, event.name)).toEqual([decision])
    expect(await mails(owner, event.name)).toEqual([change.message])
    await expect(as(member).submit({ event_id: event.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('who was made the owner meanwhile may still have the claim approved, and nobody hears of a change', async () => {
    const event = await makeEvent(context.store.db, { owner: member, name: 'Mine already' })
    await attend(context.store.db, other, event)
    const claim = await claimEvent(context.store.db, member, event)
    await queue().accept(claim.id)
    expect(await ownerOf(event)).toBe(member.id)
    expect(await notices(other, event.name)).toEqual([])
  })

  test('an approval that is taken back gives the conference to whoever had it, and the claim waits again', async () => {
    const event = await makeEvent(context.store.db, { owner, name: 'Undone Days' })
    const { id } = await as(member).submit({ event_id: event.id })
    expect(await refusalMessage(queue().reopen(id))).toBe('This claim is no longer approved')
    await queue().accept(id, { option: owner.id })
    await queue().reopen(id)
    expect(await ownerOf(event)).toBe(owner.id)
    expect(await claimsOf(event)).toMatchObject([{ status: 'pending', approved_by: null, approved_at: null }])
    expect((await notices(member, 'Undone Days')).at(-1)?.message).toBe(
      'The approval of your claim for Undone Days was withdrawn. Your claim is pending again.',
    )
    const { actions } = await callAsPerson(context.store, admin, { isAdmin: true }).adminActions.list({})
    expect(actions[0]).toMatchObject({
      action: 'event_claim_undone',
      before: { owner: member.id },
      after: { owner: owner.id },
    })

    await queue().accept(id, { option: owner.id })
    await context.store.db.update(events).set({ created_by: other.id }).where(eq(events.id, event.id))
    expect(await refusalMessage(queue().reopen(id))).toBe('The conference has had another owner since then')
    expect(await ownerOf(event)).toBe(other.id)
  })

  test('rejection leaves the owner and tells the claimant alone', async () => {
    const event = await makeEvent(context.store.db, { owner, name: 'Kept' })
    const { id } = await as(member).submit({ event_id: event.id })
    await queue().reject(id)
    expect(await ownerOf(event)).toBe(owner.id)
    expect(await claimsOf(event)).toEqual([
      expect.objectContaining({ status: 'rejected', rejected_by: admin.id, rejected_at: expect.any(String) }),
    ])
    expect(await notices(member, event.name)).toEqual([
      {
        kind: 'claim_decided',
        message: 'Your claim for Kept was rejected.',
        path: `/conferences/${event.slug}`,
      },
    ])
    expect(await notices(owner, event.name)).toEqual([])
  })

  test('a step that fails says which, and nothing of the decision has happened', async () => {
    const { db } = context.store
    const event = await makeEvent(db, { owner })
    const claim = await claimEvent(db, member, event)
    const failing = async (table: string, verb: 'approve' | 'reject') => {
      await db.execute(sql`
        create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`)
      await db.execute(sql`
        create trigger refuse before update on ${sql.identifier(table)} for each row execute function refuse()`)
      const answer = await refusalMessage(
        verb === 'approve' ? queue().accept(claim.id, { option: owner.id }) : queue().reject(claim.id),
      )
      await db.execute(sql`drop function refuse cascade`)
      return answer
    }
    expect(await failing('all_event_claims', 'reject')).toBe('Failed to update claim: Unknown error occurred')
    expect(await failing('all_events', 'approve')).toBe(
      'Failed to update event ownership: Unknown error occurred',
    )
    expect(await claimsOf(event)).toEqual([claim])
  })

  test('of claims of twenty people approved at once one is approved, the others are rejected and are told', async () => {
    const { db } = context.store
    const event = await makeEvent(db, { name: 'Hot seat' })
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(db)))
    const claims = await Promise.all(people.map((person) => claimEvent(db, person, event)))
    const answers = await Promise.allSettled(claims.map(({ id }) => queue().accept(id)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const statuses = (await claimsOf(event)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['approved', ...Array(19).fill('rejected')])
    const ownerId = await ownerOf(event)
    for (const person of people)
      expect((await notices(person, event.name)).map(({ message }) => message)).toEqual([
        person.id === ownerId
          ? 'Your claim for Hot seat was approved. You are now its owner.'
          : 'Your claim for Hot seat was rejected: the claim of another member was approved.',
      ])
  })

  test('an owner is replaced only by an administrator who names them', async () => {
    const { db } = context.store
    const event = await makeEvent(db, { owner, name: 'Owned Days' })
    const claim = await claimEvent(db, member, event)
    for (const option of [undefined, other.id]) {
      const answer = queue().accept(claim.id, { option })
      await expect(answer).rejects.toMatchObject({ code: 'HAS_OWNER', data: { owner: { id: owner.id } } })
    }
    expect(await ownerOf(event)).toBe(owner.id)
    await queue().accept(claim.id, { option: owner.id })
    expect(await ownerOf(event)).toBe(member.id)
  })
})

test('an administrator lists claims with the conference, its owner, who asks and who decided', async () => {
  const { db } = context.store
  const days = { start_date: '2030-01-01', end_date: '2030-01-02' }
  const event = await makeEvent(db, { name: 'Listed', owner, website: 'https://listed.example', ...days })
  const created_at = '2100-01-01 00:00:00+00'
  const claim = await claimEvent(db, member, event, {
    status: 'rejected',
    decidedBy: admin,
    created_at,
    reason: 'Why not',
  })
  const expectedClaim = {
    kind: 'event_claim',
    ...{ name: 'Listed', path: `/conferences/${event.slug}`, created_at },
    evidence: {
      ...{ ...days, place: 'Bergen, Norway', url: 'https://listed.example' },
      option: owner.id,
    },
  }
  const { decisions } = await queue().list({ state: 'refused' })
  expect(decisions[0]).toMatchObject({
    ...{
      ...expectedClaim,
      id: claim.id,
      is_doubtful: false,
      asked_by: { id: member.id, full_name: 'Max Member' },
    },
    evidence: {
      ...{ ...expectedClaim.evidence, words: 'Why not', warning: null, decided_at: expect.any(String) },
      decided_by: { id: admin.id, full_name: 'Ada Admin', avatar_url: null, is_administrator: true },
    },
  })
  await claimEvent(db, other, event, { created_at })
  expect((await queue().list()).decisions.at(-1)).toMatchObject({
    ...{ ...expectedClaim, is_doubtful: true, asked_by: { id: other.id } },
    evidence: {
      ...{ ...expectedClaim.evidence, decided_at: null, decided_by: null },
      warning: 'Owned by Olga Owner, whom an approval replaces.',
    },
  })
})
