import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { watchStatements } from '#server/database/statements.ts'
import { mail_outbox } from '#server/mail/mail.tables.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { refusal, viewerOf } from '#tests/support/refusals.ts'
import { event_claims, events } from './events.tables.ts'

const the = useStore()

type Person = Awaited<ReturnType<typeof makePerson>>
let owner: Person
let member: Person
let other: Person
let admin: Person

beforeAll(async () => {
  const { db } = the.store
  owner = await makePerson(db, { name: 'Olga Owner' })
  member = await makePerson(db, { name: 'Max Member' })
  other = await makePerson(db, { name: 'Otto Other' })
  admin = await makePerson(db, { name: 'Ada Admin', isAdmin: true })
})

const as = (person: Person | null) =>
  callAs(
    the.store,
    person && {
      id: person.id,
      name: person.name,
      email: person.email,
      isAdmin: person === admin,
      avatar_url: null,
    },
  ).eventClaims

const claimsOf = (event: { id: string }) =>
  the.store.db.select().from(event_claims).where(eq(event_claims.event_id, event.id))
const ownerOf = async (event: { id: string }) =>
  (await the.store.db.select().from(events).where(eq(events.id, event.id)))[0]?.created_by
const told = async (person: Person, name: string) =>
  (
    await the.store.db
      .select()
      .from(notifications)
      .where(sql`user_id = ${person.id} and message like ${`%${name}%`}`)
      .orderBy(notifications.created_at)
  ).map(({ kind, message, path }) => ({ kind, message, path }))
const mailed = async (person: Person, name: string) =>
  (
    await the.store.db
      .select()
      .from(mail_outbox)
      .where(sql`to_address = ${person.email} and subject like ${`%${name}%`}`)
  ).map(({ subject }) => subject)

const pendingSentence = 'You already have a pending claim for this event.'

test('a member submits twenty claims a day, of conferences and speaker profiles together', async () => {
  const busy = await makePerson(the.store.db)
  await the.store.db.execute(
    sql`select take_point(${`claims ${busy.id}`}, 20, 86400) from generate_series(1, 19)`,
  )
  const [one, two] = [await makeEvent(the.store.db), await makeEvent(the.store.db)]
  const speaker = await makeSpeaker(the.store.db)
  const refused = 'Too many claims today. Please go on tomorrow.'
  const { eventClaims, speakerClaims } = callAs(the.store, viewerOf(busy))
  expect(await refusal(eventClaims.submit({ event_id: one.id }))).toBe(undefined)
  expect(await refusal(eventClaims.submit({ event_id: two.id }))).toEqual(refused)
  expect(await refusal(speakerClaims.submit({ speaker_id: speaker.id }))).toEqual(refused)
  expect([await claimsOf(two), await told(admin, two.name)]).toEqual([[], []])
})

describe('submitting', () => {
  test('a member claims an event, with a reason, and sees it as pending', async () => {
    const event = await makeEvent(the.store.db, { owner })
    const claim = await as(member).submit({ event_id: event.id, reason: '  I founded\0 it. \n' })
    expect(claim).toEqual({
      id: expect.any(String),
      event_id: event.id,
      status: 'pending',
      reason: 'I founded it.',
      created_at: expect.any(String),
      approved_at: null,
      rejected_at: null,
    })
    expect(await as(member).mine({ event_id: event.id })).toEqual(claim)
    expect(await as(other).mine({ event_id: event.id })).toBe(null)
  })

  test.each([undefined, null, '', ' \n '])(
    'no reason is none, whatever stands for it: %j',
    async (reason) => {
      const event = await makeEvent(the.store.db)
      expect((await as(member).submit({ event_id: event.id, reason })).reason).toBe(null)
    },
  )

  test('a reason has at most 1000 characters', async () => {
    const event = await makeEvent(the.store.db)
    await expect(as(member).submit({ event_id: event.id, reason: 'x'.repeat(1001) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect(await claimsOf(event)).toEqual([])
    const longest = ` ${'x'.repeat(1000)} `
    expect((await as(member).submit({ event_id: event.id, reason: longest })).reason).toHaveLength(1000)
  })

  test('a second claim is refused while the first is pending', async () => {
    const event = await makeEvent(the.store.db)
    const first = await as(member).submit({ event_id: event.id, reason: 'First' })
    await expect(as(member).submit({ event_id: event.id, reason: 'Second' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: pendingSentence,
    })
    expect(await as(member).mine({ event_id: event.id })).toEqual(first)
  })

  test('two people may claim the same event', async () => {
    const event = await makeEvent(the.store.db)
    await as(member).submit({ event_id: event.id })
    await as(other).submit({ event_id: event.id })
    expect((await claimsOf(event)).map(({ user_id }) => user_id).sort()).toEqual([member.id, other.id].sort())
  })

  test('an admin claims like anybody', async () => {
    const event = await makeEvent(the.store.db, { owner })
    expect((await as(admin).submit({ event_id: event.id })).status).toBe('pending')
  })

  test('the owner has nothing to claim', async () => {
    const event = await makeEvent(the.store.db, { owner })
    await expect(as(owner).submit({ event_id: event.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await claimsOf(event)).toEqual([])
  })

  test('a visitor neither claims nor has claims', async () => {
    const event = await makeEvent(the.store.db)
    const refused = { code: 'UNAUTHORIZED', message: 'User not authenticated' }
    await expect(as(null).submit({ event_id: event.id })).rejects.toMatchObject(refused)
    await expect(as(null).mine({ event_id: event.id })).rejects.toMatchObject(refused)
    expect(await claimsOf(event)).toEqual([])
  })

  test('an event that is not there can not be claimed', async () => {
    await expect(as(member).submit({ event_id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Conference not found',
    })
  })

  test('the admins are told, in the list and by mail; the admin who claims needs no telling', async () => {
    const event = await makeEvent(the.store.db, { name: 'Told of claims' })
    await as(member).submit({ event_id: event.id })
    await as(admin).submit({ event_id: event.id })
    const message = 'Max Member claims Told of claims'
    expect(await told(admin, event.name)).toEqual([
      { kind: 'claim_received', message, path: '/admin/claims' },
    ])
    expect(await mailed(admin, event.name)).toEqual([message])
    expect(await told(other, event.name)).toEqual([])
  })

  test.each(['rejected', 'approved'] as const)(
    'after a %s claim the same row is pending again',
    async (status) => {
      const event = await makeEvent(the.store.db)
      const created_at = '2020-01-01T00:00:00Z'
      const first = await claimEvent(the.store.db, member, event, { status, decidedBy: admin, created_at })
      const again = await as(member).submit({ event_id: event.id, reason: 'Once more' })
      expect(again.id).toBe(first.id)
      expect(again.created_at > first.created_at).toBe(true)
      expect(await claimsOf(event)).toEqual([
        {
          ...first,
          status: 'pending',
          reason: 'Once more',
          created_at: again.created_at,
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
    const event = await makeEvent(the.store.db, { name: `Twenty after ${before}` })
    if (before === 'rejected') await claimEvent(the.store.db, member, event, { status: before })
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => as(member).submit({ event_id: event.id })),
    )
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(Array(19).fill(pendingSentence))
    expect((await claimsOf(event)).map(({ status }) => status)).toEqual(['pending'])
    expect(await told(admin, event.name)).toHaveLength(1)
  })
})

describe('deciding', () => {
  test('approval makes the claimant the owner and tells everybody concerned', async () => {
    const { db } = the.store
    const event = await makeEvent(db, { owner, name: 'Handed over' })
    await attend(db, other, event)
    await attend(db, member, event)
    const { id } = await as(member).submit({ event_id: event.id })
    await as(admin).approve({ claim_id: id })
    expect(await ownerOf(event)).toBe(member.id)
    expect(await claimsOf(event)).toEqual([
      expect.objectContaining({ status: 'approved', approved_by: admin.id, approved_at: expect.any(String) }),
    ])
    const path = `/conferences/${event.slug}`
    const change = { kind: 'event_changed', message: 'Handed over has a new owner: Max Member.', path }
    const decision = 'Your claim for Handed over was approved: you are its owner now.'
    expect(await told(member, event.name)).toEqual([{ kind: 'claim_decided', message: decision, path }])
    expect(await told(owner, event.name)).toEqual([change])
    expect(await told(other, event.name)).toEqual([change])
    expect(await mailed(member, event.name)).toEqual([decision])
    expect(await mailed(owner, event.name)).toEqual([change.message])
    await expect(as(member).submit({ event_id: event.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('who was made the owner meanwhile may still have the claim approved, and nobody hears of a change', async () => {
    const event = await makeEvent(the.store.db, { owner: member, name: 'Mine already' })
    await attend(the.store.db, other, event)
    const claim = await claimEvent(the.store.db, member, event)
    await as(admin).approve({ claim_id: claim.id })
    expect(await ownerOf(event)).toBe(member.id)
    expect(await told(other, event.name)).toEqual([])
  })

  test('rejection leaves the owner and tells the claimant alone', async () => {
    const event = await makeEvent(the.store.db, { owner, name: 'Kept' })
    const { id } = await as(member).submit({ event_id: event.id })
    await as(admin).reject({ claim_id: id })
    expect(await ownerOf(event)).toBe(owner.id)
    expect(await claimsOf(event)).toEqual([
      expect.objectContaining({ status: 'rejected', rejected_by: admin.id, rejected_at: expect.any(String) }),
    ])
    expect(await told(member, event.name)).toEqual([
      {
        kind: 'claim_decided',
        message: 'Your claim for Kept was rejected.',
        path: `/conferences/${event.slug}`,
      },
    ])
    expect(await told(owner, event.name)).toEqual([])
  })

  test.each([
    ['approve', 'approved'],
    ['approve', 'rejected'],
    ['reject', 'approved'],
    ['reject', 'rejected'],
  ] as const)('one can not %s a claim that was %s', async (verb, status) => {
    const event = await makeEvent(the.store.db, { owner })
    const claim = await claimEvent(the.store.db, member, event, { status, decidedBy: admin })
    await expect(as(admin)[verb]({ claim_id: claim.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Claim has already been ${status}`,
    })
    expect(await claimsOf(event)).toEqual([claim])
    expect(await ownerOf(event)).toBe(owner.id)
  })

  test.each(['approve', 'reject'] as const)('%s needs a claim', async (verb) => {
    await expect(as(admin)[verb]({ claim_id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Claim not found',
    })
  })

  test('only an admin decides, or sees the claims of others', async () => {
    const event = await makeEvent(the.store.db, { owner })
    const claim = await claimEvent(the.store.db, member, event)
    for (const person of [member, other, owner]) {
      for (const call of [
        as(person).approve({ claim_id: claim.id }),
        as(person).reject({ claim_id: claim.id }),
        as(person).list({}),
        as(person).total({}),
      ]) {
        await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' })
      }
    }
    for (const call of [
      as(null).approve({ claim_id: claim.id }),
      as(null).reject({ claim_id: claim.id }),
      as(null).list({}),
      as(null).total({}),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    }
    expect(await claimsOf(event)).toEqual([claim])
  })

  test('a step that fails says which, and nothing of the decision has happened', async () => {
    const { db } = the.store
    const event = await makeEvent(db, { owner })
    const claim = await claimEvent(db, member, event)
    const failing = async (table: string, verb: 'approve' | 'reject') => {
      await db.execute(sql`
        create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$`)
      await db.execute(sql`
        create trigger refuse before update on ${sql.identifier(table)} for each row execute function refuse()`)
      const answer = await refusal(as(admin)[verb]({ claim_id: claim.id }))
      await db.execute(sql`drop function refuse cascade`)
      return answer
    }
    expect(await failing('event_claims', 'reject')).toBe('Failed to update claim: Unknown error occurred')
    expect(await failing('events', 'approve')).toBe(
      'Failed to update event ownership: Unknown error occurred',
    )
    expect(await claimsOf(event)).toEqual([claim])
  })

  test('of twenty decisions at once one counts, the others read which', async () => {
    const event = await makeEvent(the.store.db, { owner, name: 'Contended' })
    const claim = await claimEvent(the.store.db, member, event)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        as(admin)[index % 2 ? 'approve' : 'reject']({ claim_id: claim.id }),
      ),
    )
    const [decided] = await claimsOf(event)
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(
      Array(19).fill(`Claim has already been ${decided?.status}`),
    )
    expect(await ownerOf(event)).toBe(decided?.status === 'approved' ? member.id : owner.id)
    expect(await told(member, event.name)).toHaveLength(1)
  })

  test('claims of twenty people approved at once leave one owner, and the owners agree with the notifications', async () => {
    const { db } = the.store
    const event = await makeEvent(db, { owner, name: 'Hot seat' })
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(db)))
    const claims = await Promise.all(people.map((person) => claimEvent(db, person, event)))
    await Promise.all(claims.map(({ id }) => as(admin).approve({ claim_id: id })))
    expect((await claimsOf(event)).every(({ status }) => status === 'approved')).toBe(true)
    expect(people.map(({ id }) => id)).toContain(await ownerOf(event))
    expect(await told(owner, event.name)).toHaveLength(1)
  })
})

describe('the list for admins', () => {
  test('claims by status, newest first, with the event, who asks and who decided', async () => {
    const { db } = the.store
    const event = await makeEvent(db, {
      name: 'Listed',
      owner,
      website: 'https://listed.example',
      start_date: '2030-01-01',
      end_date: '2030-01-02',
    })
    const created_at = '2100-01-01 00:00:00+00'
    const claim = await claimEvent(db, member, event, {
      status: 'rejected',
      decidedBy: admin,
      created_at,
      reason: 'Why not',
    })
    const { claims } = await as(admin).list({ status: 'rejected' })
    expect(claims[0]).toEqual({
      id: claim.id,
      event_id: event.id,
      status: 'rejected',
      reason: 'Why not',
      created_at,
      approved_at: null,
      rejected_at: claim.rejected_at,
      event: {
        id: event.id,
        name: 'Listed',
        slug: event.slug,
        start_date: '2030-01-01',
        end_date: '2030-01-02',
        location_name: 'Bergen',
        country_name: 'Norway',
        website: 'https://listed.example',
        owner: { id: owner.id, full_name: 'Olga Owner', avatar_url: null },
      },
      requester: expect.objectContaining({ id: member.id, full_name: 'Max Member', avatar_url: null }),
      decided_by: { id: admin.id, full_name: 'Ada Admin', avatar_url: null },
    })
    await claimEvent(db, other, event, { created_at })
    expect((await as(admin).list({})).claims[0]).toMatchObject({ status: 'pending', decided_by: null })
  })

  test('a claim comes with what helps to decide it: since when, what else is theirs, what was decided before', async () => {
    const { db } = the.store
    const joined = new Date('2020-02-03T04:05:06Z')
    const claimant = await makePerson(db, { name: 'Clara Claimant', joined })
    const own = []
    for (const day of ['01', '04', '02', '03'])
      own.push(await makeEvent(db, { owner: claimant, start_date: `2029-01-${day}`, name: `Day ${day}` }))
    await claimEvent(db, claimant, own[0]!, { status: 'approved', decidedBy: admin })
    await claimEvent(db, claimant, await makeEvent(db), { status: 'rejected', decidedBy: admin })
    await claimSpeaker(db, claimant, await makeSpeaker(db), { status: 'rejected', decidedBy: admin })
    await claimEvent(db, claimant, await makeEvent(db), { created_at: '2101-01-01 00:00:00+00' })
    const { claims } = await as(admin).list({})
    const latest = [own[1]!, own[3]!, own[2]!]
    expect(claims[0]?.requester).toEqual({
      id: claimant.id,
      full_name: 'Clara Claimant',
      avatar_url: null,
      member_since: '2020-02-03T04:05:06+00:00',
      event_count: 4,
      events: latest.map(({ id, name, slug }) => ({ id, name, slug })),
      approved: 1,
      rejected: 2,
    })
    expect(claims[0]?.event.owner).toBe(null)
    const { email } = claimant
    expect(JSON.stringify(claims).includes(email)).toBe(false)
  })

  test('as many statements for one claim as for three', async () => {
    const { db } = the.store
    const statementsFor = async (rows: number) => {
      await db.delete(event_claims)
      for (let row = 0; row < rows; row++)
        await claimEvent(db, member, await makeEvent(db, { owner: member }))
      const { result, statements } = await watchStatements(() => as(admin).list({}))
      expect(result.claims).toHaveLength(rows)
      return statements.length
    }
    expect(await statementsFor(1)).toBe(await statementsFor(3))
  })

  test('pages follow each other without a gap and without a repetition, also where times are equal', async () => {
    const { db } = the.store
    await db.delete(event_claims)
    const created_at = '2026-01-01 10:00:00.123456+00'
    for (let index = 0; index < 45; index++) {
      const event = await makeEvent(db)
      await claimEvent(db, member, event, index % 3 ? { created_at } : {})
    }
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await as(admin).list({ after })
      seen.push(...page.claims.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(seen).toHaveLength(45)
    expect(new Set(seen).size).toBe(45)
    expect(await as(admin).total({})).toBe(45)
    expect(await as(admin).total({ status: 'approved' })).toBe(0)
  })
})
