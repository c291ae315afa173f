import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { runNightlyJobs } from '#server/operator/jobs.ts'
import { serverLimits } from '#src/limits.ts'
import { callAs, callAsPerson, queueOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { invitation_codes, invitation_requests } from './invitations.tables.ts'

const context = useStore()
let admin: Person
const visitor = () => callAs(context.store, null)
const asAdmin = () => callAsPerson(context.store, admin, { isAdmin: true })
const queue = () => queueOf(asAdmin(), 'invitation')
const openRequests = async () => (await queue().list()).decisions
const reason = 'I organise a meetup'

beforeAll(async () => {
  admin = await makePerson(context.store.db, { isAdmin: true })
})
beforeEach(async () => {
  await context.store.db.delete(invitation_requests)
  await context.store.db.execute(sql`delete from rate_limits`)
})

describe('a visitor without a code', () => {
  test('asks for one, and administrators see it, the oldest first', async () => {
    await visitor().invitationRequests.ask({ email: ' One@Example.com ', reason })
    await visitor().invitationRequests.ask({ email: 'two@example.com', reason })
    expect((await openRequests()).map(({ name }) => name)).toEqual(['one@example.com', 'two@example.com'])
  })

  test('who asks again replaces the words, and is answered the same', async () => {
    const first = await visitor().invitationRequests.ask({ email: 'one@example.com', reason })
    const second = await visitor().invitationRequests.ask({ email: 'one@example.com', reason: 'And I speak' })
    expect(second).toEqual(first)
    expect((await openRequests()).map(({ evidence }) => evidence.words)).toEqual(['And I speak'])
  })

  test('is answered the same where the address has an account', async () => {
    expect(await visitor().invitationRequests.ask({ email: admin.email, reason })).toBeUndefined()
  })

  test('ten times a day from one address', async () => {
    for (let n = 0; n < 10; n++) await visitor().invitationRequests.ask({ email: `${n}@example.com`, reason })
    await expect(
      visitor().invitationRequests.ask({ email: 'more@example.com', reason }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('not while the queue is full', async () => {
    await context.store.db.execute(sql`
      insert into invitation_requests (email, reason)
      select n || '@example.com', 'x' from generate_series(1, ${serverLimits.invitationRequests}::integer) as n`)
    await expect(
      visitor().invitationRequests.ask({ email: 'late@example.com', reason }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('is forgotten after 90 days, or 7 days after the answer', async () => {
    await context.store.db.execute(sql`
      insert into invitation_requests (email, reason, created_at)
      values ('old@example.com', 'x', now() - interval '91 days'), ('new@example.com', 'x', now())`)
    await context.store.db.execute(sql`
      insert into invitation_requests (email, reason, answered_at)
      values ('answered@example.com', 'x', now() - interval '8 days')`)
    await runNightlyJobs(context.store)
    expect(
      await context.store.db.select({ email: invitation_requests.email }).from(invitation_requests),
    ).toEqual([{ email: 'new@example.com' }])
  })
})

describe('an administrator', () => {
  test('accepts: a code goes to the address with a link, and the request is gone', async () => {
    await visitor().invitationRequests.ask({ email: 'guest@example.com', reason })
    const [request] = await openRequests()
    await queue().accept(request!.id)
    const [mail] = await context.store.db
      .select()
      .from(mail_outbox)
      .where(eq(mail_outbox.to_address, 'guest@example.com'))
    const [code] = await context.store.db
      .select({ code: invitation_codes.code })
      .from(invitation_codes)
      .where(eq(invitation_codes.created_by, admin.id))
    expect(mail!.text).toContain(`/auth?code=${code!.code}`)
    await expect(queue().accept(request!.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await openRequests()).toEqual([])
  })

  test.each([true, false])(
    'takes an answer back (a code was sent: %s): it waits again, and the code is worthless',
    async (isAccepted) => {
      const email = `undone-${isAccepted}@example.com`
      await visitor().invitationRequests.ask({ email, reason })
      const decisions = asAdmin().decisions
      const namesIn = async (state: 'open' | 'accepted' | 'refused') =>
        (await decisions.list({ kind: 'invitation', state })).decisions.map(({ name }) => name)
      const { id } = (await decisions.list({ kind: 'invitation' })).decisions[0]!
      await decisions.decide({ kind: 'invitation', id, is_accepted: isAccepted })
      expect([await namesIn('open'), await namesIn(isAccepted ? 'accepted' : 'refused')]).toEqual([
        [],
        [email],
      ])
      const { db } = context.store
      const [request] = await db.select().from(invitation_requests).where(eq(invitation_requests.id, id))
      await decisions.reopen({ kind: 'invitation', id })
      expect(await namesIn('open')).toEqual([email])
      expect(await db.$count(mail_outbox, eq(mail_outbox.to_address, email))).toBe(0)
      if (isAccepted) expect(await visitor().invitations.validate({ code: request!.code! })).toBe(false)
      // It is not answered any more.
      await expect(decisions.reopen({ kind: 'invitation', id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  test('does not take back a code that was used', async () => {
    await visitor().invitationRequests.ask({ email: 'used@example.com', reason })
    const { decisions } = asAdmin()
    const { id } = (await decisions.list({ kind: 'invitation' })).decisions[0]!
    await decisions.decide({ kind: 'invitation', id, is_accepted: true })
    await context.store.db.execute(sql`
      update invitation_codes set used_at = now() where code = (select code from invitation_requests where id = ${id}::uuid)`)
    await expect(decisions.reopen({ kind: 'invitation', id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('whoever was answered asks again, and waits again', async () => {
    const email = 'again@example.com'
    for (const n of [1, 2]) {
      await visitor().invitationRequests.ask({ email, reason: `${n}` })
      const requests = await openRequests()
      expect(requests).toMatchObject([{ name: email, evidence: { words: `${n}` } }])
      await queue().reject(requests[0]!.id)
    }
  })

  test('deletes a request without an answer', async () => {
    await visitor().invitationRequests.ask({ email: 'spam@example.com', reason })
    const [request] = await openRequests()
    await queue().reject(request!.id)
    expect(await openRequests()).toEqual([])
    expect(await context.store.db.$count(mail_outbox, eq(mail_outbox.to_address, 'spam@example.com'))).toBe(0)
  })
})
