import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { watchStatements } from '#server/database/statements.ts'
import { mail_outbox } from '#server/mail/mail.tables.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { speaker_claims, speakers } from './speakers.tables.ts'

const the = useStore()

type Person = Awaited<ReturnType<typeof makePerson>>
let admin: Person
let member: Person
let other: Person

beforeAll(async () => {
  admin = await makePerson(the.store.db, { name: 'Ada Admin', isAdmin: true })
})
beforeEach(async () => {
  member = await makePerson(the.store.db, { name: 'Max Member' })
  other = await makePerson(the.store.db, { name: 'Otto Other' })
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
  ).speakerClaims

const claimsOf = (person: Person) =>
  the.store.db.select().from(speaker_claims).where(eq(speaker_claims.user_id, person.id))
const accountOf = async (speaker: { id: string }) =>
  (await the.store.db.select().from(speakers).where(eq(speakers.id, speaker.id)))[0]?.user_id
const told = async (person: Person, name: string) =>
  (
    await the.store.db
      .select()
      .from(notifications)
      .where(sql`user_id = ${person.id} and message like ${`%${name}%`}`)
  ).map(({ kind, message, path }) => ({ kind, message, path }))

const onlyOne = { code: 'CONFLICT', message: 'You can only claim one speaker profile' }

describe('submitting', () => {
  test('a member claims a speaker profile, and sees it as pending', async () => {
    const speaker = await makeSpeaker(the.store.db)
    const claim = await as(member).submit({ speaker_id: speaker.id })
    expect(claim).toEqual({
      id: expect.any(String),
      speaker_id: speaker.id,
      status: 'pending',
      rejection_reason: null,
      created_at: expect.any(String),
      approved_at: null,
      rejected_at: null,
    })
    expect(await as(member).mine({ speaker_id: speaker.id })).toEqual({ claim, linked: null, claimed: null })
    expect(await as(other).mine({ speaker_id: speaker.id })).toEqual({
      claim: null,
      linked: null,
      claimed: null,
    })
  })

  test('a second claim is refused, of the same profile or of another', async () => {
    const speaker = await makeSpeaker(the.store.db, { name: 'First' })
    const another = await makeSpeaker(the.store.db)
    const claim = await as(member).submit({ speaker_id: speaker.id })
    await expect(as(member).submit({ speaker_id: speaker.id })).rejects.toMatchObject(onlyOne)
    await expect(as(member).submit({ speaker_id: another.id })).rejects.toMatchObject(onlyOne)
    expect((await claimsOf(member)).map(({ id }) => id)).toEqual([claim.id])
    expect(await as(member).mine({ speaker_id: another.id })).toEqual({
      claim: null,
      linked: null,
      claimed: { id: speaker.id, name: 'First' },
    })
  })

  test('who has a speaker profile can not claim another', async () => {
    const mine = await makeSpeaker(the.store.db, { name: 'Max on Stage', user_id: member.id })
    const speaker = await makeSpeaker(the.store.db)
    await expect(as(member).submit({ speaker_id: speaker.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You already have a speaker profile linked to your account: Max on Stage',
    })
    expect(await claimsOf(member)).toEqual([])
    expect(await as(member).mine({ speaker_id: speaker.id })).toEqual({
      claim: null,
      linked: { id: mine.id, name: 'Max on Stage' },
      claimed: null,
    })
  })

  test("who has a speaker profile and who has claimed one is nobody else's concern", async () => {
    await makeSpeaker(the.store.db, { user_id: other.id })
    await claimSpeaker(the.store.db, await makePerson(the.store.db), await makeSpeaker(the.store.db))
    const speaker = await makeSpeaker(the.store.db)
    const nothing = { claim: null, linked: null, claimed: null }
    expect(await as(member).mine({ speaker_id: speaker.id })).toEqual(nothing)
  })

  test('a profile that belongs to somebody can not be claimed', async () => {
    const speaker = await makeSpeaker(the.store.db, { user_id: other.id })
    await expect(as(member).submit({ speaker_id: speaker.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This speaker profile belongs to another account already',
    })
  })

  test('after a rejection one may claim again, the same profile or another', async () => {
    const speaker = await makeSpeaker(the.store.db)
    await claimSpeaker(the.store.db, member, speaker, { status: 'rejected', rejection_reason: 'Who?' })
    const again = await as(member).submit({ speaker_id: speaker.id })
    expect((await as(member).mine({ speaker_id: speaker.id })).claim).toEqual(again)
  })

  test('the latest claim is the one that is shown', async () => {
    const speaker = await makeSpeaker(the.store.db)
    await claimSpeaker(the.store.db, member, speaker, {
      status: 'rejected',
      created_at: '2024-01-01T00:00:00Z',
    })
    await claimSpeaker(the.store.db, member, speaker, {
      status: 'rejected',
      rejection_reason: 'Still no',
      created_at: '2025-01-01T00:00:00Z',
    })
    expect((await as(member).mine({ speaker_id: speaker.id })).claim?.rejection_reason).toBe('Still no')
  })

  test('a visitor neither claims nor has claims', async () => {
    const speaker = await makeSpeaker(the.store.db)
    const refused = { code: 'UNAUTHORIZED', message: 'User not authenticated' }
    await expect(as(null).submit({ speaker_id: speaker.id })).rejects.toMatchObject(refused)
    await expect(as(null).mine({ speaker_id: speaker.id })).rejects.toMatchObject(refused)
  })

  test('a speaker that is not there can not be claimed', async () => {
    await expect(as(member).submit({ speaker_id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Speaker not found',
    })
  })

  test('the admins are told', async () => {
    const speaker = await makeSpeaker(the.store.db, { name: 'Famous Person' })
    await as(member).submit({ speaker_id: speaker.id })
    expect(await told(admin, speaker.name)).toEqual([
      {
        kind: 'claim_received',
        message: 'Max Member claims the speaker profile of Famous Person',
        path: '/admin/speaker-claims',
      },
    ])
  })

  test('of twenty claims at once, of as many profiles, one counts', async () => {
    const profiles = await Promise.all(Array.from({ length: 20 }, () => makeSpeaker(the.store.db)))
    const answers = await Promise.allSettled(
      profiles.map((speaker) => as(member).submit({ speaker_id: speaker.id })),
    )
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(Array(19).fill(onlyOne.message))
    expect(await claimsOf(member)).toHaveLength(1)
  })
})

describe('deciding', () => {
  test('approval links the profile to the claimant, and tells them', async () => {
    const speaker = await makeSpeaker(the.store.db, { name: 'Approved Person' })
    const { id } = await as(member).submit({ speaker_id: speaker.id })
    await as(admin).approve({ claim_id: id })
    expect(await accountOf(speaker)).toBe(member.id)
    expect(await claimsOf(member)).toEqual([
      expect.objectContaining({ status: 'approved', approved_by: admin.id, approved_at: expect.any(String) }),
    ])
    expect(await told(member, speaker.name)).toEqual([
      {
        kind: 'claim_decided',
        message: 'Your claim of the speaker profile of Approved Person was approved.',
        path: `/speakers/${speaker.id}`,
      },
    ])
  })

  test('rejection carries its reason to the claimant', async () => {
    const speaker = await makeSpeaker(the.store.db, { name: 'Rejected Person' })
    const { id } = await as(member).submit({ speaker_id: speaker.id })
    await as(admin).reject({ claim_id: id, reason: '  Not you.\nSorry. ' })
    expect(await accountOf(speaker)).toBe(null)
    expect(await claimsOf(member)).toEqual([
      expect.objectContaining({
        status: 'rejected',
        rejected_by: admin.id,
        rejection_reason: 'Not you.\nSorry.',
      }),
    ])
    const message = 'Your claim of the speaker profile of Rejected Person was rejected: Not you.\nSorry.'
    expect((await told(member, speaker.name)).map((notice) => notice.message)).toEqual([message])
    const [mail] = await the.store.db
      .select()
      .from(mail_outbox)
      .where(eq(mail_outbox.to_address, member.email))
    expect(mail?.subject).toBe(message.replace('\n', ' '))
  })

  test.each([undefined, null, ' '])('rejection needs no reason: %j', async (reason) => {
    const speaker = await makeSpeaker(the.store.db)
    const { id } = await as(member).submit({ speaker_id: speaker.id })
    await as(admin).reject({ claim_id: id, reason })
    expect((await claimsOf(member))[0]?.rejection_reason).toBe(null)
  })

  test('nobody gets a second profile by approval', async () => {
    const speaker = await makeSpeaker(the.store.db)
    const claim = await claimSpeaker(the.store.db, member, speaker)
    await makeSpeaker(the.store.db, { user_id: member.id })
    await expect(as(admin).approve({ claim_id: claim.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This user already has a speaker profile',
    })
    expect(await accountOf(speaker)).toBe(null)
    expect(await claimsOf(member)).toEqual([claim])
  })

  test('a profile that was given to somebody stays theirs', async () => {
    const speaker = await makeSpeaker(the.store.db, { user_id: other.id })
    const claim = await claimSpeaker(the.store.db, member, speaker)
    await expect(as(admin).approve({ claim_id: claim.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This speaker profile belongs to another account already',
    })
    expect(await accountOf(speaker)).toBe(other.id)
    await as(admin).reject({ claim_id: claim.id })
    expect((await claimsOf(member))[0]?.status).toBe('rejected')
  })

  test.each([
    ['approve', 'approved'],
    ['approve', 'rejected'],
    ['reject', 'approved'],
    ['reject', 'rejected'],
  ] as const)('one can not %s a claim that was %s', async (verb, status) => {
    const speaker = await makeSpeaker(the.store.db)
    const claim = await claimSpeaker(the.store.db, member, speaker, { status, decidedBy: admin })
    await expect(as(admin)[verb]({ claim_id: claim.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Claim has already been ${status}`,
    })
    expect(await claimsOf(member)).toEqual([claim])
  })

  test.each(['approve', 'reject'] as const)('%s needs a claim', async (verb) => {
    await expect(as(admin)[verb]({ claim_id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Claim not found',
    })
  })

  test('only an admin decides, or sees the claims of others', async () => {
    const speaker = await makeSpeaker(the.store.db)
    const claim = await claimSpeaker(the.store.db, member, speaker)
    for (const [person, code] of [
      [null, 'UNAUTHORIZED'],
      [member, 'FORBIDDEN'],
      [other, 'FORBIDDEN'],
    ] as const) {
      for (const call of [
        as(person).approve({ claim_id: claim.id }),
        as(person).reject({ claim_id: claim.id }),
        as(person).list({}),
        as(person).total({}),
      ]) {
        await expect(call).rejects.toMatchObject({ code })
      }
    }
    expect(await claimsOf(member)).toEqual([claim])
  })

  test('of twenty decisions at once one counts, the others read which', async () => {
    const speaker = await makeSpeaker(the.store.db, { name: 'Contended Person' })
    const claim = await claimSpeaker(the.store.db, member, speaker)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        as(admin)[index % 2 ? 'approve' : 'reject']({ claim_id: claim.id }),
      ),
    )
    const [decided] = await claimsOf(member)
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(
      Array(19).fill(`Claim has already been ${decided?.status}`),
    )
    expect(await accountOf(speaker)).toBe(decided?.status === 'approved' ? member.id : null)
    expect(await told(member, speaker.name)).toHaveLength(1)
  })

  test('of twenty people who claim one profile, approved at once, one gets it', async () => {
    const { db } = the.store
    const speaker = await makeSpeaker(db)
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(db)))
    const claims = await Promise.all(people.map((person) => claimSpeaker(db, person, speaker)))
    const answers = await Promise.allSettled(claims.map(({ id }) => as(admin).approve({ claim_id: id })))
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(
      Array(19).fill('This speaker profile belongs to another account already'),
    )
    const approved = await db
      .select()
      .from(speaker_claims)
      .where(sql`speaker_id = ${speaker.id} and status = 'approved'`)
    expect(approved.map(({ user_id }) => user_id)).toEqual([await accountOf(speaker)])
  })
})

test('an admin lists claims with the speaker, who asks and who decided, page by page', async () => {
  const { db } = the.store
  await db.delete(speaker_claims)
  const created_at = '2026-01-01 10:00:00.123456+00'
  const speaker = await makeSpeaker(db, { name: 'Listed Person', bio: 'Speaks.' })
  const event = await makeEvent(db, { owner: member })
  await makeTalks(db, [
    { event, speakers: [speaker] },
    { event, speakers: [speaker] },
  ])
  const rejected = await claimSpeaker(db, member, speaker, {
    status: 'rejected',
    decidedBy: admin,
    created_at,
    rejection_reason: 'No',
  })
  expect(await as(admin).list({ status: 'rejected' })).toEqual({
    claims: [
      {
        id: rejected.id,
        speaker_id: speaker.id,
        status: 'rejected',
        rejection_reason: 'No',
        created_at,
        approved_at: null,
        rejected_at: rejected.rejected_at,
        speaker: {
          id: speaker.id,
          name: 'Listed Person',
          bio: 'Speaks.',
          image_url: null,
          location_name: null,
          country_name: null,
          talk_count: 2,
        },
        claimant: {
          id: member.id,
          full_name: 'Max Member',
          avatar_url: null,
          member_since: expect.any(String),
          event_count: 1,
          events: [{ id: event.id, name: event.name, slug: event.slug }],
          approved: 0,
          rejected: 1,
        },
        decided_by: { id: admin.id, full_name: 'Ada Admin', avatar_url: null },
      },
    ],
    next: null,
  })
  for (let index = 0; index < 45; index++)
    await claimSpeaker(db, await makePerson(db), speaker, index % 3 ? { created_at } : {})
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
})

test('the list makes as many statements for one claim as for three', async () => {
  const { db } = the.store
  const statementsFor = async (rows: number) => {
    await db.delete(speaker_claims)
    for (let row = 0; row < rows; row++) await claimSpeaker(db, await makePerson(db), await makeSpeaker(db))
    const { result, statements } = await watchStatements(() => as(admin).list({}))
    expect(result.claims).toHaveLength(rows)
    return statements.length
  }
  expect(await statementsFor(1)).toBe(await statementsFor(3))
})
