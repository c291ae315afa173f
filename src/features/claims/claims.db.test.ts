import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { event_claims, events } from '#features/events/events.tables.ts'
import { speaker_claims, speakers } from '#features/speakers/speakers.tables.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { limits } from '#src/limits.ts'
import { callAsPerson, queueOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import type { Decision } from '#tests/support/factories/decisions.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { mailsOf, notificationsOf } from '#tests/support/notices.ts'

// What holds of claims of events and of claims of speaker profiles alike.

const context = useStore()

type Subject = { id: string; name: string }
let admin: Person

beforeAll(async () => {
  admin = await makePerson(context.store.db, { name: 'Ada Admin', isAdmin: true })
})

const member = () => makePerson(context.store.db, { name: 'Max Member' })
const call = (person: Person | null) => callAsPerson(context.store, person, { isAdmin: person === admin })

type Row = { id: string; status: string; created_at: string }
type Kind = {
  kind: 'event' | 'speaker'
  /** Something that can be claimed and that nobody has. */
  makeSubject: () => Promise<Subject>
  /** Inserts a claim. */
  makeClaim: (person: Person, subject: Subject, fields?: Decision & { created_at?: string }) => Promise<Row>
  /** The claims of a subject as they are stored. */
  claimsOf: (subject: Subject) => Promise<Row[]>
  deleteAll: () => Promise<unknown>
  /** Who has what can be claimed. */
  holderOf: (subject: Subject) => Promise<string | null | undefined>
  as: (person: Person | null) => {
    submit: (subject: Pick<Subject, 'id'>) => Promise<Row>
    ownClaim: (subject: Subject) => Promise<Row | null>
  }
  /** The columns that only this kind of claims has. */
  columns: (subject: Subject) => object
  notFound: string
  noticeForAdmins: (subject: Subject) => { message: string; path: string }
}

const kinds: Kind[] = [
  {
    kind: 'event',
    makeSubject: () => makeEvent(context.store.db),
    makeClaim: (person, subject, fields) => claimEvent(context.store.db, person, subject, fields),
    claimsOf: ({ id }) => context.store.db.select().from(event_claims).where(eq(event_claims.event_id, id)),
    deleteAll: () => context.store.db.delete(event_claims),
    holderOf: async ({ id }) =>
      (await context.store.db.select().from(events).where(eq(events.id, id)))[0]?.created_by,
    as: (person) => {
      const { eventClaims } = call(person)
      return {
        submit: ({ id }) => eventClaims.submit({ event_id: id }),
        ownClaim: ({ id }) => eventClaims.mine({ event_id: id }),
      }
    },
    columns: ({ id }) => ({ event_id: id, reason: null }),
    notFound: 'Conference not found',
    noticeForAdmins: ({ name }) => ({ message: `Max Member claims ${name}`, path: '/admin/claims' }),
  },
  {
    kind: 'speaker',
    makeSubject: () => makeSpeaker(context.store.db),
    makeClaim: (person, subject, fields) => claimSpeaker(context.store.db, person, subject, fields),
    claimsOf: ({ id }) =>
      context.store.db.select().from(speaker_claims).where(eq(speaker_claims.speaker_id, id)),
    deleteAll: () => context.store.db.delete(speaker_claims),
    holderOf: async ({ id }) =>
      (await context.store.db.select().from(speakers).where(eq(speakers.id, id)))[0]?.user_id,
    as: (person) => {
      const { speakerClaims } = call(person)
      return {
        submit: ({ id }) => speakerClaims.submit({ speaker_id: id }),
        ownClaim: async ({ id }) => (await speakerClaims.mine({ speaker_id: id })).claim,
      }
    },
    columns: ({ id }) => ({ speaker_id: id, rejection_reason: null }),
    notFound: 'Speaker not found',
    noticeForAdmins: ({ name }) => ({
      message: `Max Member claims the speaker profile of ${name}`,
      path: '/admin/speaker-claims',
    }),
  },
]

describe.each(kinds)('claims of the kind $kind', (kind) => {
  const { as, makeSubject, makeClaim, claimsOf, holderOf } = kind
  const queue = (person: Person | null) => queueOf(call(person), `${kind.kind}_claim`)

  test('a member claims, and sees it as pending; nobody else does', async () => {
    const [person, subject] = [await member(), await makeSubject()]
    const claim = await as(person).submit(subject)
    expect(claim).toEqual({
      id: expect.any(String),
      ...kind.columns(subject),
      status: 'pending',
      created_at: expect.any(String),
      approved_at: null,
      rejected_at: null,
    })
    expect(await as(person).ownClaim(subject)).toEqual(claim)
    expect(await as(await member()).ownClaim(subject)).toBe(null)
    expect(await holderOf(subject)).toBe(null)
  })

  test('a visitor neither claims nor has claims', async () => {
    const subject = await makeSubject()
    const expectedError = { code: 'UNAUTHORIZED', message: 'User not authenticated' }
    await expect(as(null).submit(subject)).rejects.toMatchObject(expectedError)
    await expect(as(null).ownClaim(subject)).rejects.toMatchObject(expectedError)
    expect(await claimsOf(subject)).toEqual([])
  })

  test('what is not there can not be claimed', async () => {
    await expect(as(await member()).submit({ id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: kind.notFound,
    })
  })

  test('the admins are told, in the list and by mail; an admin who claims needs no telling', async () => {
    const [person, subject] = [await member(), await makeSubject()]
    await as(person).submit(subject)
    await as(admin).submit(subject)
    const notice = kind.noticeForAdmins(subject)
    expect(await notificationsOf(context.store.db, admin, subject.name)).toEqual([
      { kind: 'claim_received', ...notice },
    ])
    expect(await mailsOf(context.store.db, admin, subject.name)).toEqual([notice.message])
    expect(await notificationsOf(context.store.db, person, subject.name)).toEqual([])
  })

  test.each([
    ['accept', 'approved'],
    ['accept', 'rejected'],
    ['reject', 'approved'],
    ['reject', 'rejected'],
  ] as const)('one can not %s a claim that was %s', async (verb, status) => {
    const subject = await makeSubject()
    const claim = await makeClaim(await member(), subject, { status, decidedBy: admin })
    await expect(queue(admin)[verb](claim.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Claim has already been ${status}`,
    })
    expect(await claimsOf(subject)).toEqual([claim])
    expect(await holderOf(subject)).toBe(null)
  })

  test.each(['accept', 'reject'] as const)('%s needs a claim', async (verb) => {
    await expect(queue(admin)[verb](crypto.randomUUID())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Claim not found',
    })
  })

  test('only an admin decides, or sees the claims of others', async () => {
    const [claimant, subject] = [await member(), await makeSubject()]
    const claim = await makeClaim(claimant, subject)
    for (const [person, code] of [
      [null, 'UNAUTHORIZED'],
      [claimant, 'FORBIDDEN'],
      [await member(), 'FORBIDDEN'],
    ] as const) {
      for (const answer of [
        queue(person).accept(claim.id),
        queue(person).reject(claim.id),
        queue(person).reopen(claim.id),
      ])
        await expect(answer).rejects.toMatchObject({ code })
      if (person) expect((await queue(person).list()).decisions).toEqual([])
    }
    expect(await claimsOf(subject)).toEqual([claim])
  })

  test('of twenty decisions at once one counts, the others read which', async () => {
    const [claimant, subject] = [await member(), await makeSubject()]
    const claim = await makeClaim(claimant, subject)
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => queue(admin)[index % 2 ? 'accept' : 'reject'](claim.id)),
    )
    const [decided] = await claimsOf(subject)
    const refusals = answers.filter((answer) => answer.status === 'rejected')
    expect(refusals.map(({ reason }) => reason.message)).toEqual(
      Array(19).fill(`Claim has already been ${decided?.status}`),
    )
    expect(await holderOf(subject)).toBe(decided?.status === 'approved' ? claimant.id : null)
    expect(await notificationsOf(context.store.db, claimant, subject.name)).toHaveLength(1)
  })

  test('a claim comes with what helps to decide it: since when the member is one, and what was decided before', async () => {
    const { db } = context.store
    const joined = new Date('2020-02-03T04:05:06Z')
    const claimant = await makePerson(db, { name: 'Clara Claimant', joined })
    await claimEvent(db, claimant, await makeEvent(db), { status: 'approved', decidedBy: admin })
    await claimEvent(db, claimant, await makeEvent(db), { status: 'rejected', decidedBy: admin })
    await claimSpeaker(db, claimant, await makeSpeaker(db), { status: 'rejected', decidedBy: admin })
    const claim = await makeClaim(claimant, await makeSubject(), { created_at: '1999-01-01 00:00:00+00' })
    const [oldest] = (await queue(admin).list()).decisions
    // Their address is not among it.
    expect(oldest).toMatchObject({ id: claim.id })
    expect(oldest?.asked_by).toEqual({
      id: claimant.id,
      full_name: 'Clara Claimant',
      avatar_url: null,
      is_administrator: false,
      member_since: '2020-02-03T04:05:06+00:00',
      accepted: 1,
      rejected: 2,
    })
  })

  test('the list makes as many statements for one claim as for three', async () => {
    const statementsFor = async (rows: number) => {
      await kind.deleteAll()
      for (let row = 0; row < rows; row++) await makeClaim(await member(), await makeSubject())
      const { result, statements } = await watchStatements(() => queue(admin).list())
      expect(result.decisions).toHaveLength(rows)
      return statements.length
    }
    expect(await statementsFor(1)).toBe(await statementsFor(3))
  })

  test('pages follow each other, the oldest first, without a gap and without a repetition, also where times are equal', async () => {
    await kind.deleteAll()
    const subject = await makeSubject()
    const created_at = '2026-01-01 10:00:00.123456+00'
    const claims = []
    for (let index = 0; index < limits.recordsAtOnce + 5; index++)
      claims.push(await makeClaim(await member(), subject, index % 3 ? { created_at } : {}))
    const listedClaims: { id: string }[] = []
    let after: string | undefined
    do {
      const page = await queue(admin).list({ after })
      listedClaims.push(...page.decisions)
      after = page.next ?? undefined
    } while (after)
    const oldestFirst = claims.toSorted((a, b) =>
      `${a.created_at}_${a.id}` < `${b.created_at}_${b.id}` ? -1 : 1,
    )
    expect(listedClaims.map(({ id }) => id)).toEqual(oldestFirst.map(({ id }) => id))
    expect(await call(admin).decisions.counts({})).toContainEqual({
      kind: `${kind.kind}_claim`,
      n: claims.length,
    })
    expect((await queue(admin).list({ state: 'accepted' })).decisions).toEqual([])
  })
})
