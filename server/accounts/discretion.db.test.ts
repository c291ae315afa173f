import { describe, expect, test } from 'vitest'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'

const context = useStore()
const password = 'a long enough one'
const isLong = process.env.HALLWAY_LONG === '1'

const nobody = () => `${unique()}@example.com`
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What is the same by its nature: ids and moments, and what was asked for. */
const shape = (body: object, email: string) =>
  JSON.stringify(body)
    .replaceAll(email, 'EMAIL')
    .replace(/"[0-9a-f-]{36}"/g, '"ID"')
    .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"MOMENT"')

describe('an answer does not tell whether there is such an account', () => {
  const requests = {
    'sign-in/email': (email: string) => ({ email, password: 'a wrong guess' }),
    'sign-up/email': (email: string, invitationCode: string) => ({
      email,
      password,
      name: 'Nora Newcomer',
      invitationCode,
    }),
    'request-password-reset': (email: string) => ({ email }),
    'send-verification-email': (email: string) => ({ email }),
  }
  type Path = keyof typeof requests

  /** So many answers for people who have an account, and as many for addresses without one. */
  async function answers(path: Path, count: number) {
    const host = accountHost(context.store)
    const people = await makePeople(
      context.store.db,
      Array.from({ length: count }, () => ({ password, verified: path !== 'send-verification-email' })),
    )
    const timed = async (email: string) => {
      const { code } = await makeInvitation(context.store.db)
      const started = performance.now()
      const { status, body } = await host.post(`/api/auth/${path}`, requests[path](email, code))
      return { milliseconds: performance.now() - started, answer: `${status} ${shape(body, email)}` }
    }
    await timed(nobody())
    const there: Awaited<ReturnType<typeof timed>>[] = []
    const missing: typeof there = []
    // Taking turns: what else the machine does slows both alike.
    for (const { email } of people) {
      there.push(await timed(email))
      missing.push(await timed(nobody()))
    }
    return { there, missing }
  }

  test.each(Object.keys(requests) as Path[])('%s, by its text', async (path) => {
    const { there, missing } = await answers(path, 2)
    expect(new Set(there.map(({ answer }) => answer))).toEqual(new Set(missing.map(({ answer }) => answer)))
  })

  test.runIf(isLong).each(Object.keys(requests) as Path[])('%s, by its time', async (path) => {
    const { there, missing } = await answers(path, 15)
    const [one, other] = [there, missing].map((samples) =>
      median(samples.map(({ milliseconds }) => milliseconds)),
    )
    expect(one! / other!).toBeGreaterThan(0.8)
    expect(one! / other!).toBeLessThan(1.25)
  })
})

describe('the log', () => {
  test('has no password, no code and no token, whatever goes wrong', async () => {
    const host = accountHost(context.store)
    const { code } = await makeInvitation(context.store.db)
    const nora = { invitationCode: code, name: 'Nora Newcomer', email: nobody(), password: 'secret of Nora' }
    await context.store.execute(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
      `create trigger fails before insert on account for each row execute function fails()`,
    )
    await host.post('/api/auth/sign-up/email', nora)
    await context.store.execute('drop trigger fails on account')
    await host.post('/api/auth/sign-up/email', nora)
    await host.post('/api/auth/sign-in/email', { email: nora.email, password: nora.password })
    const confirm = await host.mailedPath(nora.email, 'Confirm your email address')
    await host.send(confirm, { method: 'POST' })
    const signedIn = await host.post('/api/auth/sign-in/email', {
      email: nora.email,
      password: nora.password,
    })
    await host.post('/api/auth/request-password-reset', { email: nora.email })
    const reset = await host.mailedPath(nora.email, 'Choose a new password')
    await context.store.execute(
      `create trigger fails before update on account for each row execute function fails()`,
    )
    const token = new URL(reset, 'http://site').searchParams.get('token')!
    await host.post('/api/auth/reset-password', { token, newPassword: 'a new secret' })
    await context.store.execute('drop trigger fails on account')

    const secrets = {
      password: nora.password,
      'new password': 'a new secret',
      code,
      'confirmation token': new URL(confirm, 'http://site').searchParams.get('token')!,
      'reset token': token,
      'session token': String(signedIn.body.token),
      'password hash': '[0-9a-f]{32}:[0-9a-f]{64}',
    }
    const all = host.logged.join('')
    expect(host.logged.length).toBeGreaterThan(1)
    for (const [name, secret] of Object.entries(secrets))
      expect({ name, found: all.match(new RegExp(secret))?.[0] }).toEqual({ name, found: undefined })
  })
})
