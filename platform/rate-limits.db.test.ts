import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newestMail } from '#server/mail/mail-worker.ts'
import { accountHost, freshAddress } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { rate_limits } from './rate-limits.tables.ts'

const context = useStore()
const password = 'a long enough one'
type Host = ReturnType<typeof accountHost>

beforeEach(() => context.store.db.execute(sql`delete from rate_limits`))

const guess = (host: Host, email: string, from?: Parameters<Host['post']>[2]) =>
  host.post('/api/auth/sign-in/email', { email, password: 'a wrong guess' }, from)
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
const times = <T>(n: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const soMany = (n: number, status: number) => Array.from({ length: n }, () => status)

describe('guessing a password', () => {
  test('ends for an account after ten tries, from wherever they come, and a restart changes nothing', async () => {
    const { email } = await makePerson(context.store.db, { password })
    const other = await makePerson(context.store.db, { password })
    expect(statuses(await times(10, () => guess(accountHost(context.store), email)))).toEqual(soMany(10, 401))
    const restarted = accountHost(context.store)
    const refused = await restarted.post('/api/auth/sign-in/email', { email: email.toUpperCase(), password })
    expect(refused.status).toBe(429)
    expect(refused.body.message).toBe('Too many attempts. Please wait 15 minutes before trying again.')
    expect((await restarted.post('/api/auth/sign-in/email', { email: other.email, password })).status).toBe(
      200,
    )
  })

  test('signing in rightly is no guessing', async () => {
    const host = accountHost(context.store)
    const { email } = await makePerson(context.store.db, { password })
    for (let n = 0; n < 12; n++)
      expect((await host.post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
  })

  test('of twenty racing tries at one account ten are heard', async () => {
    const host = accountHost(context.store)
    const { email } = await makePerson(context.store.db, { password })
    expect(statuses(await times(20, () => guess(host, email))).sort()).toEqual([
      ...soMany(10, 401),
      ...soMany(10, 429),
    ])
  })

  test('is limited for one address over all accounts, and a forged header does not help', async () => {
    const host = accountHost(context.store)
    const address = freshAddress()
    const forged = (n: number) => ({
      address,
      headers: { 'x-forwarded-for': `8.8.8.${n}`, 'x-hallway-address': `8.8.4.${n}` },
    })
    await context.store.db.execute(
      sql`select take_point(${`sign-in address ${address}`}, 60, 900) from generate_series(1, 58)`,
    )
    const tries = await times(4, (n) => guess(host, `${unique()}@example.com`, forged(n)))
    expect(statuses(tries).sort()).toEqual([401, 401, 429, 429])
    expect((await guess(host, `${unique()}@example.com`)).status).toBe(401)
  })

  test('behind a trusted proxy the address before it counts, whatever stands further left', async () => {
    const host = accountHost(context.store, { trustedProxies: '10.9.0.0/16' })
    const through = (client: string, n: number) => ({
      address: '10.9.0.1',
      headers: { 'x-forwarded-for': `8.8.8.${n}, ${client}, 10.9.0.2` },
    })
    await context.store.db.execute(
      sql`select take_point('sign-in address 203.0.113.7', 60, 900) from generate_series(1, 58)`,
    )
    const tries = await times(4, (n) => guess(host, `${unique()}@example.com`, through('203.0.113.7', n)))
    expect(statuses(tries).sort()).toEqual([401, 401, 429, 429])
    expect((await guess(host, `${unique()}@example.com`, through('203.0.113.8', 1))).status).toBe(401)
  })

  test('is limited over all', async () => {
    const host = accountHost(context.store)
    await context.store.db.execute(
      sql`select take_point('sign-in all', 3000, 900) from generate_series(1, 2999)`,
    )
    expect(statuses([await guess(host, 'a@example.com'), await guess(host, 'b@example.com')])).toEqual([
      401, 429,
    ])
  })
})

describe('guessing a code', () => {
  const ask = (host: Host, code: string, address: string) =>
    host.post('/api/v1/invitations/validate', { code }, { address })

  test('ends for an address after twenty wrong ones, whichever way it asks; right ones do not count', async () => {
    const host = accountHost(context.store)
    const address = freshAddress()
    const { code } = await makeInvitation(context.store.db)
    const nora = { name: 'Nora', email: `${unique()}@example.com`, password }
    const signUp = () =>
      host.post('/api/auth/sign-up/email', { ...nora, invitationCode: 'WRONG999' }, { address })
    for (let n = 0; n < 10; n++) {
      expect((await ask(host, code, address)).body).toBe(true)
      expect((await ask(host, 'WRONG999', address)).body).toBe(false)
      expect((await signUp()).status).toBe(400)
    }
    const refused = await ask(host, code, address)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringMatching(/^Too many attempts\./),
    ])
    expect((await signUp()).status).toBe(429)
    expect((await ask(host, code, freshAddress())).body).toBe(true)
  })

  test('is limited over all, which keeps nobody out who has a right one', async () => {
    const host = accountHost(context.store)
    await context.store.db.execute(sql`select take_point('code all', 1000, 900) from generate_series(1, 999)`)
    expect((await ask(host, 'WRONG999', freshAddress())).body).toBe(false)
    expect((await ask(host, 'WRONG999', freshAddress())).status).toBe(429)
    const { code } = await makeInvitation(context.store.db)
    expect((await ask(host, code, freshAddress())).body).toBe(true)
    const nora = { name: 'Nora', email: `${unique()}@example.com`, password, invitationCode: code }
    expect((await host.post('/api/auth/sign-up/email', nora)).status).toBe(200)
  })
})

// The long run sends all of it; the short one begins close to the limits over all.
const isLong = Boolean(process.env.HALLWAY_LONG)
const sent = isLong ? { codes: 1010, passwords: 3010 } : { codes: 30, passwords: 80 }

describe('one address', () => {
  const fill = (key: string, most: number) =>
    context.store.db.execute(sql`select take_point(${key}, ${most}, 900) from generate_series(1, ${most})`)
  const pointsOf = async (key: string) => {
    const [row] = await context.store.db.select().from(rate_limits).where(eq(rate_limits.key, key))
    return row?.points ?? 0
  }
  /** How many answers had which status. Twenty at once: each wrong password takes 0.3 seconds. */
  const count = async (n: number, work: (index: number) => Promise<{ status: number }>) => {
    const counted: Record<number, number> = {}
    for (let begun = 0; begun < n; begun += 20) {
      const answers = await times(Math.min(20, n - begun), (index) => work(begun + index))
      for (const status of statuses(answers)) counted[status] = (counted[status] ?? 0) + 1
    }
    return counted
  }

  test('that asks for wrong codes for ever closes registration for nobody else', async () => {
    const host = accountHost(context.store)
    const address = freshAddress()
    const before = isLong ? 0 : 979
    await fill('code all', before)
    const wrong = () => host.post('/api/v1/invitations/validate', { code: 'WRONG999' }, { address })
    expect(await count(sent.codes, wrong)).toEqual({ 200: 20, 429: sent.codes - 20 })
    expect(await pointsOf('code all')).toBe(before + 20)

    const { code } = await makeInvitation(context.store.db)
    const nora = { name: 'Nora', email: `${unique()}@example.com`, password, invitationCode: code }
    expect((await host.post('/api/auth/sign-up/email', nora)).status).toBe(200)
  }, 600_000)

  test('that guesses passwords for ever closes sign-in for nobody else, and touches no account once it is refused', async () => {
    const host = accountHost(context.store)
    const address = freshAddress()
    // Each counted one takes its time: the short run has ten of them left.
    const counted = isLong ? 60 : 10
    await fill(`sign-in address ${address}`, 60 - counted)
    await fill('sign-in all', isLong ? 0 : 2989)
    const wrong = (n: number) => guess(host, `nobody-${n}@example.com`, { address })
    expect(await count(sent.passwords, wrong)).toEqual({ 401: counted, 429: sent.passwords - counted })
    expect(await pointsOf('sign-in all')).toBe((isLong ? 0 : 2989) + counted)
    const touched = like(rate_limits.key, 'sign-in account nobody-%')
    expect(await context.store.db.$count(rate_limits, touched)).toBe(counted)

    const { email } = await makePerson(context.store.db, { password })
    expect((await host.post('/api/auth/sign-in/email', { email, password })).status).toBe(200)
  }, 600_000)

  test('that guesses at one account uses up no more than the tries of that account', async () => {
    const host = accountHost(context.store)
    const { email } = await makePerson(context.store.db, { password })
    const address = freshAddress()
    expect(await count(15, () => guess(host, email, { address }))).toEqual({ 401: 10, 429: 5 })
    expect(await pointsOf('sign-in all')).toBe(10)
  })
})

describe('one line at home, or one rented server', () => {
  const count = async (ask: (address: string) => Promise<{ status: number }>, addresses: string[]) => {
    let heard = 0
    for (const address of addresses) if ((await ask(address)).status < 400) heard++
    return heard
  }
  const in56 = Array.from({ length: 250 }, (_, n) => `2001:db8:77:1${n.toString(16).padStart(2, '0')}::1`)
  const in48 = Array.from({ length: 250 }, (_, n) => `2001:db8:78:${n.toString(16)}00::1`)

  test('shuts neither registration nor requests for an invitation', async () => {
    const host = accountHost(context.store)
    const wrong = (address: string) =>
      host.post('/api/v1/invitations/validate', { code: 'WRONG999' }, { address })
    expect(await count(wrong, in56)).toBe(60)
    expect(await count(wrong, in48)).toBe(120)
    const request = (address: string) =>
      host.post(
        '/api/v1/invitation-requests',
        { email: `${unique()}@example.com`, reason: 'I organise a meetup' },
        { address },
      )
    expect(await count(request, in56)).toBe(30)
    expect(await count(request, in48)).toBe(60)
    expect((await request('2001:db8:79::1')).status).toBe(200)
  })

  test('shuts neither sign-in, nor causes more mail', async () => {
    const host = accountHost(context.store)
    const at = async (path: string, body: object, key: string, most: number) => {
      const [address = ''] = in48
      await context.store.db.execute(
        sql`select take_point(${`${key} 2001:db8:78::/48`}, ${most}, 900) from generate_series(1, ${most - 1})`,
      )
      const tries = [
        await host.post(path, body, { address }),
        await host.post(path, body, { address: in48[1] }),
      ]
      return statuses(tries)
    }
    const email = 'nobody@example.com'
    const signIn = { email, password: 'a wrong guess' }
    expect(await at('/api/auth/sign-in/email', signIn, 'sign-in address', 360)).toEqual([401, 429])
    expect(await at('/api/auth/request-password-reset', { email }, 'mail from', 180)).toEqual([200, 429])
  })
})

describe('mail that strangers cause', () => {
  test('is five an hour to one account, silently, and thirty an hour from one address', async () => {
    const host = accountHost(context.store)
    const { email } = await makePerson(context.store.db, { password })
    const answers = await times(7, () => host.post('/api/auth/request-password-reset', { email }))
    expect(statuses(answers)).toEqual(soMany(7, 200))
    // Mail is written after the answer.
    await vi.waitFor(
      async () =>
        expect((await newestMail(context.store.db)).filter(({ to }) => to === email)).toHaveLength(5),
      60_000,
    )

    const address = freshAddress()
    await context.store.db.execute(
      sql`select take_point(${`mail from ${address}`}, 30, 3600) from generate_series(1, 29)`,
    )
    const both = [
      await host.post('/api/auth/request-password-reset', { email }, { address }),
      await host.post('/api/auth/send-verification-email', { email }, { address }),
    ]
    expect(statuses(both)).toEqual([200, 429])
  })
})
