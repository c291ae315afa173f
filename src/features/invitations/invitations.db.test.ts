import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { runNightlyJobs } from '#server/operator/jobs.ts'
import { callAs, fieldErrors, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeInvitation, makeInvitations } from '#tests/support/factories/invitations.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { holdCode } from './invitation-codes.server.ts'
import { invitation_codes } from './invitations.tables.ts'

const context = useStore()
const today = '2026-11-20'

async function member(isAdmin = false) {
  const person = await makePerson(context.store.db, { isAdmin })
  return { ...person, api: callAs(context.store, viewerOf(person, isAdmin), today) }
}
const auditOf = (code: string) =>
  rows<{ action: string; user_id: string | null }>(
    context.store.db,
    sql`select action, user_id from invitation_code_audit where metadata ->> 'code' = ${code} order by id`,
  )

describe('creating a code', () => {
  test('a chosen one is trimmed and upper-cased, and its creation is on record', async () => {
    const { id, api } = await member()
    expect((await api.invitations.create({ code: ' tidal2026 ' })).code).toBe('TIDAL2026')
    expect(await auditOf('TIDAL2026')).toEqual([{ action: 'created', user_id: id }])
    expect(await callAs(context.store, null).invitations.validate({ code: 'tidal2026' })).toBe(true)
  })

  test('without a choice one is made, and one can be made to be chosen', async () => {
    const { api } = await member()
    expect((await api.invitations.create({ code: '' })).code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/)
    const code = await api.invitations.generate()
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{12}$/)
    expect((await api.invitations.create({ code })).code).toBe(code)
    expect((await api.invitations.list({})).codes).toHaveLength(2)
  })

  test.each([
    ['ABC', 'Code must be between 4 and 20 characters'],
    ['A'.repeat(21), 'Code must be between 4 and 20 characters'],
    ['TIDAL-26', 'Code can only contain uppercase letters and numbers'],
    ['TÍDAL26', 'Code can only contain uppercase letters and numbers'],
  ])('%j is refused', async (code, sentence) => {
    const { api } = await member()
    expect(await fieldErrors(api.invitations.create({ code }))).toEqual({ code: sentence })
  })

  test('four and twenty signs are enough and not too many', async () => {
    const { api } = await member()
    expect((await api.invitations.create({ code: 'ab12' })).code).toBe('AB12')
    expect((await api.invitations.create({ code: 'x'.repeat(20) })).code).toBe('X'.repeat(20))
  })

  test('a code that is taken is refused, and asking counts as guessing', async () => {
    const { api } = await member(true)
    const { code } = await makeInvitation(context.store.db)
    await context.store.db.execute(sql`delete from rate_limits`)
    for (let n = 1; n <= 20; n++) {
      expect(await refusalMessage(api.invitations.create({ code }))).toBe(
        'This code is taken. Please choose another one.',
      )
    }
    expect(await refusalMessage(api.invitations.create({ code }))).toMatch(
      /^Too many attempts\. Please wait \d+ /,
    )
    await context.store.db.execute(sql`delete from rate_limits`)
  })

  test('a visitor can neither create nor see codes', async () => {
    const visitor = callAs(context.store, null)
    for (const call of [
      visitor.invitations.create({}),
      visitor.invitations.generate(),
      visitor.invitations.list({}),
    ])
      expect(await refusalMessage(call)).toBe('User not authenticated')
  })
})

describe('a member has five codes', () => {
  test('the sixth is refused', async () => {
    const { api } = await member()
    for (let n = 5; n > 0; n--) {
      expect((await api.invitations.list({})).left).toBe(n)
      await api.invitations.create({})
    }
    expect((await api.invitations.list({})).left).toBe(0)
    expect(await refusalMessage(api.invitations.create({}))).toBe(
      'You have created all of your 5 invitation codes.',
    )
  })

  test('of twenty racing creations five remain', async () => {
    const { id, api } = await member()
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => refusalMessage(api.invitations.create({}))),
    )
    expect(refused.filter((sentence) => sentence === undefined)).toHaveLength(5)
    expect(await context.store.db.$count(invitation_codes, eq(invitation_codes.created_by, id))).toBe(5)
  })

  test('one that expired or was revoked without being used is not counted, a used one is', async () => {
    const { id, api } = await member()
    const { db } = context.store
    for (let n = 0; n < 3; n++) await api.invitations.create({})
    const codes = await db.select().from(invitation_codes).where(eq(invitation_codes.created_by, id))
    const [expired, revoked, used] = codes.map(({ code }) => code)
    await db.execute(sql`update invitation_codes set expires_at = now() where code = ${expired!}`)
    await db.execute(sql`update invitation_codes set is_active = false where code = ${revoked!}`)
    await db.execute(sql`update invitation_codes set used_at = now() where code = ${used!}`)
    expect(await api.invitations.list({})).toMatchObject({ left: 4, limit: 5 })
  })

  test('an administrator may allow more', async () => {
    const { id, api } = await member()
    const admin = await member(true)
    await admin.api.people.setExtraInvitations({ user_id: id, extra: 2 })
    expect(await api.invitations.list({})).toMatchObject({ left: 7, limit: 7 })
    for (let n = 0; n < 7; n++) await api.invitations.create({})
    expect(await refusalMessage(api.invitations.create({}))).toBe(
      'You have created all of your 7 invitation codes.',
    )
    const { actions } = await admin.api.adminActions.list({})
    expect(actions[0]).toMatchObject({
      action: 'extra_invitations_changed',
      before: { extra_invitations: 0 },
      after: { extra_invitations: 2 },
    })
  })

  test('one that was tried with an address that has an account is held for an hour', async () => {
    const { api } = await member()
    const { code } = await api.invitations.create({})
    await holdCode(context.store.db, code)
    expect((await api.invitations.list({})).codes[0]).toMatchObject({ state: 'held', used_at: null })
    await context.store.db.execute(
      sql`update invitation_codes set tried_at = now() - interval '1 hour' where code = ${code}`,
    )
    expect((await api.invitations.list({})).codes[0]).toMatchObject({
      state: 'active',
      tried_at: expect.any(String),
    })
  })

  test('an administrator has no limit', async () => {
    const { api } = await member(true)
    for (let n = 0; n < 7; n++) await api.invitations.create({})
    expect((await api.invitations.list({})).left).toBe(null)
  })
})

describe('the last day of a code', () => {
  test('the code works to its end in UTC', async () => {
    const { api } = await member()
    const { id } = await api.invitations.create({ expires_at: today })
    const [row] = await rows<{ end: string }>(
      context.store.db,
      sql`select to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as end from invitation_codes where id = ${id}::uuid`,
    )
    expect(row?.end).toBe('2026-11-21 00:00')
    expect((await api.invitations.list({})).codes[0]?.last_day).toBe(today)
  })

  test('yesterday is refused, and so is what is no day', async () => {
    const { api } = await member()
    expect(await refusalMessage(api.invitations.create({ expires_at: '2026-11-19' }))).toBe(
      'The last day must be today or later',
    )
    expect(await fieldErrors(api.invitations.create({ expires_at: '2026-02-30' }))).toEqual({
      expires_at: 'Please enter a valid date',
    })
  })
})

describe('the list', () => {
  test('says Used, Expired or Active at once, and who came by it', async () => {
    const { id, api } = await member()
    const moment = (n: number) => `2026-11-0${n} 12:00:00.123456+00`
    const past = { created_by: id, expires_at: '2026-01-01 00:00:00+00' }
    await makeInvitations(context.store.db, [
      { code: `A${unique()}`.toUpperCase(), created_by: id, created_at: moment(1) },
      { code: `B${unique()}`.toUpperCase(), ...past, created_at: moment(2) },
    ])
    const code = `C${unique()}`.toUpperCase()
    const guest = await makePerson(context.store.db, { name: 'Gus Guest', code, invitedBy: { id } })
    await context.store.db
      .update(invitation_codes)
      .set({ created_at: moment(3), expires_at: '2026-01-01 00:00:00+00' })
      .where(eq(invitation_codes.code, code))
    const { codes } = await api.invitations.list({})
    expect(
      codes.map(({ code, state, used_by, created_by }) => [code[0], state, used_by, created_by?.id]),
    ).toEqual([
      ['C', 'used', { id: guest.id, full_name: 'Gus Guest' }, id],
      ['B', 'expired', null, id],
      ['A', 'active', null, id],
    ])
  })

  test('a member sees their own codes alone, an administrator all of them', async () => {
    const one = await member()
    const other = await member()
    const admin = await member(true)
    const { code } = await one.api.invitations.create({})
    await other.api.invitations.create({})
    expect((await one.api.invitations.list({})).codes.map((code) => code.code)).toEqual([code])
    const all = await admin.api.invitations.list({})
    expect(all.codes).toHaveLength(20)
    expect(all.codes.map((code) => code.created_by?.id).slice(0, 2)).toEqual([other.id, one.id])
  })

  test('goes on page by page, each code once, in the same number of statements', async () => {
    const { id, api } = await member()
    await makeInvitations(
      context.store.db,
      Array.from({ length: 45 }, () => ({ created_by: id, created_at: '2026-11-01 12:00:00.123456+00' })),
    )
    const pagedCodes: string[] = []
    const counts: number[] = []
    let after: string | undefined
    do {
      const { result, statements } = await watchStatements(() => api.invitations.list({ after }))
      pagedCodes.push(...result.codes.map(({ code }) => code))
      counts.push(statements.length)
      after = result.next ?? undefined
    } while (after)
    expect(new Set(pagedCodes).size).toBe(45)
    expect(pagedCodes).toHaveLength(45)
    expect(counts).toEqual([2, 2, 2])
  })
})

describe('every night', () => {
  test('a code that expired unused is written down, once', async () => {
    const { id, api } = await member()
    const expired = await makeInvitation(context.store.db, {
      created_by: id,
      expires_at: '2026-01-01 00:00:00+00',
    })
    const { code: active } = await api.invitations.create({})
    const used = unique().toUpperCase()
    const guest = await makePerson(context.store.db, { code: used, invitedBy: { id } })
    await context.store.db
      .update(invitation_codes)
      .set({ expires_at: '2026-01-01 00:00:00+00' })
      .where(eq(invitation_codes.code, used))
    await runNightlyJobs(context.store)
    await runNightlyJobs(context.store)
    expect(await auditOf(expired.code)).toEqual([
      { action: 'created', user_id: id },
      { action: 'expired', user_id: id },
    ])
    expect(await auditOf(active)).toEqual([{ action: 'created', user_id: id }])
    expect(await auditOf(used)).toEqual([
      { action: 'created', user_id: id },
      { action: 'used', user_id: guest.id },
    ])
  })
})

describe('the audit log', () => {
  test('holds the newest hundred entries, newest first', async () => {
    const admin = await member(true)
    await makeInvitations(
      context.store.db,
      Array.from({ length: 110 }, (_, index) => ({ code: `AUDIT${index}`, created_by: admin.id })),
    )
    const log = await admin.api.invitations.audit()
    expect(log).toHaveLength(100)
    expect(log[0]).toEqual({
      id: expect.any(Number),
      action: 'created',
      code: 'AUDIT109',
      user_id: admin.id,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/),
    })
    expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).sort((one, other) => other - one))
  })
})
