import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { event_claims, events, user_events } from '#features/events/events.tables.ts'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { importEvents } from '#features/listing/csv-import.server.ts'
import { user, user_roles } from '#features/people/people.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, queueOf, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { claimEvent } from '#tests/support/factories/event-claims.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'

// Twenty at once, over and over: exactly what is allowed happens. `npm run prove` runs a hundred rounds of each.

const context = useStore()
const rounds = process.env.HALLWAY_LONG ? 100 : 3
const concurrency = 20

const runTwentyTimes = <Done>(work: (n: number) => Promise<Done>) =>
  Promise.all(Array.from({ length: concurrency }, (_, n) => work(n)))

async function people(count: number, isAdmin = false) {
  const persons = await makePeople(
    context.store.db,
    Array.from({ length: count }, () => ({ isAdmin })),
  )
  return persons.map((person) => ({ ...person, api: callAs(context.store, viewerOf(person, isAdmin)) }))
}

async function repeatRounds(work: () => Promise<void>) {
  for (let round = 0; round < rounds; round++) await work()
}

test('one code makes one account', () =>
  repeatRounds(async () => {
    const { code } = await makeInvitation(context.store.db)
    const outcomes = await runTwentyTimes(async () => {
      const mark = unique()
      const account = { name: mark, email: `${mark}@example.com`, invitationCode: code }
      return context.store.db
        .insert(user)
        .values(account)
        .then(
          () => 'in',
          () => 'refused',
        )
    })
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
  }))

test('a member makes five codes', () =>
  repeatRounds(async () => {
    const [member] = await people(1)
    const refusals = await runTwentyTimes(() => refusalMessage(member!.api.invitations.create({})))
    expect(refusals.filter((sentence) => sentence === undefined)).toHaveLength(5)
    expect(await context.store.db.$count(invitation_codes, eq(invitation_codes.created_by, member!.id))).toBe(
      5,
    )
  }))

test('a claim is decided once, and the owner is who the decision says', () =>
  repeatRounds(async () => {
    const [claimant] = await people(1)
    const admins = await people(2, true)
    const event = await makeEvent(context.store.db)
    const claim = await claimEvent(context.store.db, claimant!, event)
    const outcomes = await runTwentyTimes(async (n) => {
      const queue = queueOf(admins[n % 2]!.api, 'event_claim')
      const decide = n % 3 === 0 ? queue.reject : queue.accept
      const refusedReason = await refusalMessage(decide(claim.id))
      return refusedReason ?? (n % 3 === 0 ? 'rejected' : 'approved')
    })
    const decisions = outcomes.filter((outcome) => /^(approved|rejected)$/.test(outcome))
    expect(decisions).toHaveLength(1)
    const other = outcomes.filter((outcome) => outcome !== decisions[0])
    expect(new Set(other.map((outcome) => outcome.replace(/^.*Claim has/, 'Claim has')))).toEqual(
      new Set([`Claim has already been ${decisions[0]}`]),
    )
    const [after] = await context.store.db.select().from(events).where(eq(events.id, event.id))
    expect(after?.created_by).toBe(decisions[0] === 'approved' ? claimant!.id : null)
    const [storedClaim] = await context.store.db
      .select()
      .from(event_claims)
      .where(eq(event_claims.id, claim.id))
    expect(storedClaim?.status).toBe(decisions[0])
  }))

test('one slug is one conference', () =>
  repeatRounds(async () => {
    const [one, other] = await people(2)
    const name = `Slug ${unique()}`
    const fields = {
      name,
      location_name: 'Riga',
      country_name: 'Latvia',
      start_date: '2031-01-01',
      end_date: '2031-01-01',
    }
    const refusals = await runTwentyTimes((n) =>
      refusalMessage((n % 2 ? one : other)!.api.events.create(fields)),
    )
    expect(refusals.filter((sentence) => sentence === undefined)).toHaveLength(1)
    expect(await context.store.db.$count(events, eq(events.name, name))).toBe(1)
  }))

test('one admin remains of those who remove each other', () =>
  repeatRounds(async () => {
    await context.store.db.execute(sql`truncate user_roles`)
    const admins = await people(concurrency, true)
    const refusals = await runTwentyTimes((n) =>
      refusalMessage(admins[n]!.api.people.removeAdminRole({ user_id: admins[(n + 1) % concurrency]!.id })),
    )
    expect(refusals.filter((sentence) => sentence !== undefined)).toEqual([
      'The last admin cannot be removed',
    ])
    expect(await context.store.db.$count(user_roles)).toBe(1)
  }))

test('somebody attends once', () =>
  repeatRounds(async () => {
    const [member] = await people(1)
    const event = await makeEvent(context.store.db)
    const refusals = await runTwentyTimes(() =>
      refusalMessage(member!.api.attendance.set({ event_id: event.id, is_attending: true })),
    )
    expect(refusals.filter((sentence) => sentence !== undefined)).toEqual([])
    expect(await context.store.db.$count(user_events, eq(user_events.event_id, event.id))).toBe(1)
    expect(await callAs(context.store, null).attendance.total({ event_id: event.id })).toBe(1)
  }))

test('a file that is imported many times at once lists each conference once', () =>
  repeatRounds(async () => {
    const mark = unique()
    const importRows = Array.from({ length: 30 }, (_, n) => ({
      line: n + 2,
      name: `Race ${mark} ${n}`,
      description: null,
      start_date: '2031-01-01',
      end_date: '2031-01-02',
      location_name: 'Riga',
      country_name: 'Latvia',
    }))
    const imports = await runTwentyTimes(() =>
      importEvents(context.store.db, importRows, { fileName: 'race.csv', importedBy: null }),
    )
    expect(imports.reduce((sum, { imported }) => sum + imported, 0)).toBe(30)
    const [countRow] = await rows<{ n: number; different: number }>(
      context.store.db,
      sql`select count(*)::integer as n, count(distinct slug)::integer as different from events where name like ${`Race ${mark} %`}`,
    )
    expect(countRow).toEqual({ n: 30, different: 30 })
  }))
