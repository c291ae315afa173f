import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { speaker_claims, speakers } from '#features/speakers/speakers.tables.ts'
import { callAsPerson, queueOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { mailsOf, notificationsOf } from '#tests/support/notices.ts'

const context = useStore()

let admin: Person
let member: Person
let other: Person

beforeAll(async () => {
  admin = await makePerson(context.store.db, { name: 'Ada Admin', isAdmin: true })
})
beforeEach(async () => {
  member = await makePerson(context.store.db, { name: 'Max Member' })
  other = await makePerson(context.store.db, { name: 'Otto Other' })
})

const as = (person: Person | null) =>
  callAsPerson(context.store, person, { isAdmin: person === admin }).speakerClaims
const queue = () => queueOf(callAsPerson(context.store, admin, { isAdmin: true }), 'speaker_claim')

const claimsOf = (person: Person) =>
  context.store.db.select().from(speaker_claims).where(eq(speaker_claims.user_id, person.id))
const accountOf = async (speaker: { id: string }) =>
  (await context.store.db.select().from(speakers).where(eq(speakers.id, speaker.id)))[0]?.user_id
const notices = (person: Person, name: string) => notificationsOf(context.store.db, person, name)

const onlyOne = { code: 'CONFLICT', message: 'You can only claim one speaker profile' }

describe('submitting', () => {
  test('a second claim is refused, of the same profile or of another', async () => {
    const speaker = await makeSpeaker(context.store.db, { name: 'First' })
    const another = await makeSpeaker(context.store.db)
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
    const ownSpeaker = await makeSpeaker(context.store.db, { name: 'Max on Stage', user_id: member.id })
    const speaker = await makeSpeaker(context.store.db)
    await expect(as(member).submit({ speaker_id: speaker.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You already have a speaker profile linked to your account: Max on Stage',
    })
    expect(await claimsOf(member)).toEqual([])
    expect(await as(member).mine({ speaker_id: speaker.id })).toEqual({
      claim: null,
      linked: { id: ownSpeaker.id, name: 'Max on Stage' },
      claimed: null,
    })
  })

  test("who has a speaker profile and who has claimed one is nobody else's concern", async () => {
    await makeSpeaker(context.store.db, { user_id: other.id })
    await claimSpeaker(
      context.store.db,
      await makePerson(context.store.db),
      await makeSpeaker(context.store.db),
    )
    const speaker = await makeSpeaker(context.store.db)
    const nothing = { claim: null, linked: null, claimed: null }
    expect(await as(member).mine({ speaker_id: speaker.id })).toEqual(nothing)
  })

  test('a profile that belongs to somebody can not be claimed', async () => {
    const speaker = await makeSpeaker(context.store.db, { user_id: other.id })
    await expect(as(member).submit({ speaker_id: speaker.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This speaker profile is already linked to another account',
    })
  })

  test('after a rejection one may claim again, the same profile or another', async () => {
    const speaker = await makeSpeaker(context.store.db)
    await claimSpeaker(context.store.db, member, speaker, {
      status: 'rejected',
      rejection_reason: 'Who?',
      // The embedded engine's clock has milliseconds: two claims of the same one would be in no order.
      created_at: '2025-01-01T00:00:00Z',
    })
    const secondClaim = await as(member).submit({ speaker_id: speaker.id })
    expect((await as(member).mine({ speaker_id: speaker.id })).claim).toEqual(secondClaim)
  })

  test('the latest claim is the one that is shown', async () => {
    const speaker = await makeSpeaker(context.store.db)
    await claimSpeaker(context.store.db, member, speaker, {
      status: 'rejected',
      created_at: '2024-01-01T00:00:00Z',
    })
    await claimSpeaker(context.store.db, member, speaker, {
      status: 'rejected',
      rejection_reason: 'Still no',
      created_at: '2025-01-01T00:00:00Z',
    })
    expect((await as(member).mine({ speaker_id: speaker.id })).claim?.rejection_reason).toBe('Still no')
  })

  test('of twenty claims at once, of as many profiles, one counts', async () => {
    const profiles = await Promise.all(Array.from({ length: 20 }, () => makeSpeaker(context.store.db)))
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
    const speaker = await makeSpeaker(context.store.db, { name: 'Approved Person' })
    const { id } = await as(member).submit({ speaker_id: speaker.id })
    await queue().accept(id)
    expect(await accountOf(speaker)).toBe(member.id)
    expect(await claimsOf(member)).toEqual([
      expect.objectContaining({ status: 'approved', approved_by: admin.id, approved_at: expect.any(String) }),
    ])
    expect(await notices(member, speaker.name)).toEqual([
      {
        kind: 'claim_decided',
        message: 'Your claim to the speaker profile of Approved Person was approved.',
        path: `/speakers/${speaker.id}`,
      },
    ])
  })

  test('an approval that is taken back leaves the profile to nobody, and the claim waits again', async () => {
    const speaker = await makeSpeaker(context.store.db, { name: 'Undone' })
    const { id } = await as(member).submit({ speaker_id: speaker.id })
    await queue().accept(id)
    expect(await accountOf(speaker)).toBe(member.id)
    await queue().reopen(id)
    expect(await accountOf(speaker)).toBe(null)
    expect(await claimsOf(member)).toMatchObject([{ status: 'pending', approved_by: null }])
    expect((await notices(member, 'Undone')).at(-1)?.message).toBe(
      'The approval of your claim to the speaker profile of Undone was withdrawn. Your claim is pending again.',
    )
    await expect(queue().reopen(id)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('a rejection that is taken back waits again, unless the member has another claim by now', async () => {
    const { db } = context.store
    const person = await makePerson(db)
    const submit = async () => as(person).submit({ speaker_id: (await makeSpeaker(db)).id })
    const { id } = await submit()
    const reject = () => queue().reject(id, { words: 'No' })
    await reject()
    await queue().reopen(id)
    expect(await claimsOf(person)).toMatchObject([
      { status: 'pending', rejected_at: null, rejection_reason: null },
    ])
    await reject()
    await submit()
    await expect(queue().reopen(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This member has another claim now',
    })
  })

  test('rejection carries its reason to the claimant', async () => {
    const speaker = await makeSpeaker(context.store.db, { name: 'Rejected Person' })
    const { id } = await as(member).submit({ speaker_id: speaker.id })
    await queue().reject(id, { words: '  Not you.\nSorry. ' })
    expect(await accountOf(speaker)).toBe(null)
    expect(await claimsOf(member)).toEqual([
      expect.objectContaining({
        status: 'rejected',
        rejected_by: admin.id,
        rejection_reason: 'Not you.\nSorry.',
      }),
    ])
    const message = 'Your claim to the speaker profile of Rejected Person was rejected: Not you.\nSorry.'
    expect((await notices(member, speaker.name)).map((notice) => notice.message)).toEqual([message])
    // Each line is a paragraph of the mail.
    expect(await mailsOf(context.store.db, member, speaker.name)).toEqual([message.split('\n')[0]])
  })

  test.each([undefined, '', ' '])('rejection needs no reason: %j', async (words) => {
    const speaker = await makeSpeaker(context.store.db)
    const { id } = await as(member).submit({ speaker_id: speaker.id })
    await queue().reject(id, { words })
    expect((await claimsOf(member))[0]?.rejection_reason).toBe(null)
  })

  test('nobody gets a second profile by approval', async () => {
    const speaker = await makeSpeaker(context.store.db)
    const claim = await claimSpeaker(context.store.db, member, speaker)
    await makeSpeaker(context.store.db, { user_id: member.id })
    await expect(queue().accept(claim.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This user already has a speaker profile',
    })
    expect(await accountOf(speaker)).toBe(null)
    expect(await claimsOf(member)).toEqual([claim])
  })

  test('an approval rejects the other pending claims of the profile', async () => {
    const speaker = await makeSpeaker(context.store.db, { name: 'Twice Claimed' })
    const claim = await claimSpeaker(context.store.db, member, speaker)
    await claimSpeaker(context.store.db, other, speaker)
    await queue().accept(claim.id)
    const reason = 'The claim of another member was approved.'
    expect(await claimsOf(other)).toMatchObject([
      { status: 'rejected', rejected_by: admin.id, rejection_reason: reason },
    ])
    expect((await notices(other, speaker.name)).map(({ message }) => message)).toEqual([
      `Your claim to the speaker profile of Twice Claimed was rejected: ${reason}`,
    ])
  })

  test('a profile that was given to somebody stays theirs', async () => {
    const speaker = await makeSpeaker(context.store.db, { user_id: other.id })
    const claim = await claimSpeaker(context.store.db, member, speaker)
    await expect(queue().accept(claim.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This speaker profile is already linked to another account',
    })
    expect(await accountOf(speaker)).toBe(other.id)
    await queue().reject(claim.id)
    expect((await claimsOf(member))[0]?.status).toBe('rejected')
  })

  test('of twenty people who claim one profile, approved at once, one gets it', async () => {
    const { db } = context.store
    const speaker = await makeSpeaker(db)
    const people = await Promise.all(Array.from({ length: 20 }, () => makePerson(db)))
    const claims = await Promise.all(people.map((person) => claimSpeaker(db, person, speaker)))
    const answers = await Promise.allSettled(claims.map(({ id }) => queue().accept(id)))
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(
      Array(19).fill('Claim has already been rejected'),
    )
    const approved = await db
      .select()
      .from(speaker_claims)
      .where(sql`speaker_id = ${speaker.id} and status = 'approved'`)
    expect(approved.map(({ user_id }) => user_id)).toEqual([await accountOf(speaker)])
  })
})

test('an admin lists claims with the speaker, who asks and who decided', async () => {
  const { db } = context.store
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
  const { decisions } = await queue().list({ state: 'refused' })
  expect(decisions).toMatchObject([
    {
      ...{ id: rejected.id, name: 'Listed Person', path: `/speakers/${speaker.id}`, created_at },
      asked_by: { id: member.id, full_name: 'Max Member', accepted: 0, rejected: 1 },
      evidence: {
        ...{ text: 'Speaks.', picture: null, note: 'No', decided_at: expect.any(String) },
        decided_by: { id: admin.id, full_name: 'Ada Admin', avatar_url: null, is_administrator: true },
      },
    },
  ])
  expect(decisions[0]?.evidence.records).toHaveLength(2)
})
