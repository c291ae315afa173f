import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { exportOf } from '#features/people/account-export.server.ts'
import { address_changes, user, verification } from '#features/people/people.tables.ts'
import { runCommand } from '#server/operator/commands.ts'
import { runNightlyJobs } from '#server/operator/jobs.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { totpCode } from '#tests/support/totp.ts'

const context = useStore()
const password = 'a long enough one'
type Host = ReturnType<typeof accountHost>
let host: Host
let person: Person
let cookie: string
let newEmail: string

beforeEach(async () => {
  await context.store.execute('delete from rate_limits')
  host = accountHost(context.store)
  person = await makePerson(context.store.db, { password })
  cookie = (await host.post('/api/auth/sign-in/email', { email: person.email, password })).cookie
  newEmail = `new-${unique()}@example.com`.toLowerCase()
})

const ask = (email = newEmail, more: object = {}) =>
  host.post('/api/auth/change-address', { newEmail: email, password, ...more }, { headers: { cookie } })
const mailsTo = (email: string) =>
  context.store.db.select().from(mail_outbox).where(eq(mail_outbox.to_address, email))
const linkTo = async (email: string) =>
  (await mailsTo(email)).map(({ text }) => text.match(/\/address\/\S+/)?.[0]).findLast(Boolean)!
const open = (link: string) => host.send(link, { method: 'POST' })
const addressOf = async ({ id }: { id: string }) =>
  (await context.store.db.select({ email: user.email }).from(user).where(eq(user.id, id)))[0]?.email
const stateOf = async (link: string) =>
  (await host.post('/api/v1/account/address-confirmation', { token: link.split('/').at(-1) })).body

describe('a new mail address', () => {
  test('takes the place of the old one when both mailboxes have confirmed, in any order, and no sooner', async () => {
    await context.store.db.insert(verification).values({
      identifier: `reset-password:${unique()}`,
      value: person.id,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    await context.store.db.insert(mail_outbox).values([
      {
        to_address: person.email,
        user_id: person.id,
        kind: 'event_changed',
        subject: 'Waits',
        text: '',
        html: '',
      },
    ])
    expect(await ask(newEmail.toUpperCase())).toMatchObject({ status: 200, body: { status: true } })
    const [oldLink, newLink] = [await linkTo(person.email), await linkTo(newEmail)]
    expect(await stateOf(newLink)).toEqual({ new_email: newEmail, is_confirmed: false, is_complete: false })
    // To open the page changes nothing; the button does.
    expect(await open(newLink)).toMatchObject({ status: 303, location: newLink })
    await open(newLink)
    expect(await addressOf(person)).toBe(person.email)
    expect(await stateOf(newLink)).toMatchObject({ is_confirmed: true, is_complete: false })
    expect(await stateOf(oldLink)).toMatchObject({ is_confirmed: false })
    await open(oldLink)
    expect(await addressOf(person)).toBe(newEmail)
    expect(await stateOf(oldLink)).toMatchObject({ is_complete: true })

    expect((await host.viewer(cookie))?.id).toBe(person.id)
    const signIn = (email: string) => host.post('/api/auth/sign-in/email', { email, password })
    expect((await signIn(person.email)).status).toBe(401)
    expect((await signIn(newEmail)).status).toBe(200)
    expect(await context.store.db.$count(verification, eq(verification.value, person.id))).toBe(0)
    expect((await mailsTo(newEmail)).map(({ subject }) => subject)).toContain('Waits')
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
      'The address of your account has changed',
    ])
    // Used links do nothing.
    await open(oldLink)
    expect(await addressOf(person)).toBe(newEmail)
  })

  test('takes the password, counts wrong ones, and is not the address that is there already', async () => {
    expect((await ask(newEmail, { password: 'wrong' })).body).toEqual({
      code: 'INVALID_PASSWORD',
      message: 'Current password is incorrect',
    })
    expect((await ask(person.email)).body).toMatchObject({ code: 'INVALID_EMAIL' })
    expect((await ask('no address')).status).toBe(400)
    expect((await host.post('/api/auth/change-address', { newEmail, password })).status).toBe(401)
    expect(await mailsTo(newEmail)).toEqual([])
    for (let n = 0; n < 10; n++) await ask(newEmail, { password: 'wrong' })
    expect((await ask()).status).toBe(429)
  })

  test('takes a code of the app where there is one, once', async () => {
    const { body } = await host.post('/api/auth/two-factor/enable', { password }, { headers: { cookie } })
    const key = new URL(body.totpURI as string).searchParams.get('secret')!
    const confirmed = await host.post(
      '/api/auth/two-factor/verify-totp',
      { code: totpCode(key, -1) },
      { headers: { cookie } },
    )
    cookie = confirmed.cookie
    expect((await ask()).body).toMatchObject({ code: 'INVALID_CODE' })
    expect((await ask(newEmail, { code: '000000' })).body).toMatchObject({ code: 'INVALID_CODE' })
    const code = totpCode(key)
    expect((await ask(newEmail, { code })).status).toBe(200)
    expect((await ask(newEmail, { code })).body).toMatchObject({ code: 'INVALID_CODE' })
  })

  test('that has an account looks the same to whoever asks, and its owner is told', async () => {
    const other = await makePerson(context.store.db)
    const readAnswer = async (email: string) => {
      const answer = await ask(email)
      const pieces: string[] = []
      for await (const piece of exportOf(context.store.db, person, {
        site: { name: 'Hallway', url: 'http://hallway.test' },
        version: '1',
      }))
        pieces.push(piece)
      const { body } = await host.get('/api/v1/account/address-change', { headers: { cookie } })
      const { rows } = JSON.parse(pieces.join(''))
      const counts = Object.fromEntries(
        Object.entries(rows as Record<string, unknown[]>).map(([name, list]) => [name, list.length]),
      )
      await context.store.db.delete(mail_outbox).where(eq(mail_outbox.named_user_id, person.id))
      await context.store.db.delete(mail_outbox).where(eq(mail_outbox.user_id, person.id))
      return { status: answer.status, body: answer.body, counts, waiting: { ...body, new_email: '' } }
    }
    const free = await readAnswer(newEmail)
    const subjects: string[] = []
    const ofOther = async () => subjects.push(...(await mailsTo(other.email)).map(({ text }) => text))
    const answer = await ask(other.email)
    expect(answer.status).toBe(200)
    await ofOther()
    expect(subjects).toEqual([expect.stringContaining('it already belongs to another account')])
    expect(subjects[0]).not.toContain('/address/')
    await context.store.db.delete(mail_outbox).where(eq(mail_outbox.named_user_id, person.id))
    await context.store.db.delete(mail_outbox).where(eq(mail_outbox.user_id, person.id))
    expect(await readAnswer(other.email)).toEqual(free)
    await open(await linkTo(person.email)).catch(() => {})
    expect(await addressOf(other)).toBe(other.email)
  })

  test('that somebody else has registered meanwhile is not taken from them', async () => {
    await ask()
    const [oldLink, newLink] = [await linkTo(person.email), await linkTo(newEmail)]
    await open(oldLink)
    const other = await makePerson(context.store.db, { email: newEmail })
    expect((await open(newLink)).status).toBe(303)
    expect([await addressOf(person), await addressOf(other)]).toEqual([person.email, newEmail])
  })

  test('can be withdrawn, asked for anew, and ends with its day', async () => {
    await ask()
    const link = await linkTo(person.email)
    await host.send('/api/v1/account/address-change', { method: 'DELETE' }, { headers: { cookie } })
    expect((await stateOf(link)).code).toBe('NOT_FOUND')
    await open(link)
    await ask()
    await context.store.execute(`update address_changes set expires_at = now() - interval '1 second'`)
    const expired = await linkTo(person.email)
    await open(expired)
    await open(await linkTo(newEmail))
    expect(await addressOf(person)).toBe(person.email)
    await runNightlyJobs(context.store)
    expect(await context.store.db.$count(address_changes)).toBe(0)
    for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })
})

test('the operator changes an address whose mailbox is lost, and the old one is told', async () => {
  await ask()
  const other = await makePerson(context.store.db)
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const run = (...words: string[]) =>
    runCommand(
      ['user', 'email', ...words],
      '',
      { isLive: true, open: async () => context.store },
      { print, printError: print, progress: () => {} },
    )
  expect(await run(person.email, other.email)).toBe(1)
  expect(await run(person.email, 'no address')).toBe(1)
  expect(await run(person.email, newEmail.toUpperCase())).toBe(0)
  expect(lines).toEqual([
    `${other.email} already belongs to another account`,
    'no address is not a mail address',
    `${person.email} is now ${newEmail}`,
  ])
  expect(await addressOf(person)).toBe(newEmail)
  expect(await context.store.db.$count(address_changes, eq(address_changes.user_id, person.id))).toBe(0)
  expect((await mailsTo(person.email)).at(-1)?.subject).toBe('The address of your account has changed')
})
