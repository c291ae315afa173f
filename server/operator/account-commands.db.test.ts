import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { rows, type Store } from '#platform/database/db.ts'
import { openStore } from '#platform/database/open-store.ts'
import { readEnv } from '#platform/env.ts'
import { version } from '#platform/version.ts'
import { settingsOfDatabase } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { password } from '#tests/support/people-of-all-kinds.ts'
import { freePort } from '#tests/support/postgres.ts'
import { processEnv, type RunningSite, startServer } from '#tests/support/site.ts'
import { type SmtpServer, startSmtp } from '#tests/support/smtp.ts'
import { runCommand } from './commands.ts'

// Every command about accounts, codes and mail, on a site that runs and on one that is stopped.

const engine = inject('engine')
const isLong = process.env.HALLWAY_LONG === '1'
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'hallway-accounts-'))
const servers: { stop(): Promise<unknown> }[] = []

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop().catch(() => {})))
  rmSync(folder, { recursive: true })
})

async function withStore<Result>(settings: NodeJS.ProcessEnv, use: (store: Store) => Promise<Result>) {
  const store = await openStore(readEnv(settings))
  return use(store).finally(() => store.close())
}

/** What a command exits with, and its standard output and error together, as an operator reads them. */
type Outcome = { code: number; said: string }

/** Runs a command line with something to read: in the gate here, for a process takes half a second; else as it is built. */
const hallwayReading = (input: string, settings: NodeJS.ProcessEnv, ...words: string[]): Promise<Outcome> =>
  isLong || engine.kind === 'embedded' ? runBuilt(input, settings, words) : runHere(input, settings, words)

const hallway = (settings: NodeJS.ProcessEnv, ...words: string[]) => hallwayReading('', settings, ...words)

/** As server/operator/cli.ts does on a PostgreSQL server. */
async function runHere(input: string, settings: NodeJS.ProcessEnv, words: string[]): Promise<Outcome> {
  const usualEnv = process.env
  process.env = settings
  let printed = ''
  const print = (line: string) => {
    printed += `${line}\n`
  }
  let store: Store | undefined
  const open = async () => {
    store ??= await openStore(readEnv())
    return store
  }
  const output = { print, printError: print, progress: () => {} }
  try {
    const code = await runCommand(words, folder, { isLive: false, open, input }, output)
    return { code, said: printed.trim() }
  } finally {
    await store?.close()
    process.env = usualEnv
  }
}

async function runBuilt(input: string, settings: NodeJS.ProcessEnv, words: string[]): Promise<Outcome> {
  const child = spawn(path.join(root, 'node_modules/.bin/node'), ['dist/host/cli.js', ...words], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...processEnv, INIT_CWD: folder, ...settings },
  })
  child.stdin.end(input)
  const exit = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await exit)[0] as number, said: (out + err).trim() }
}

const post = (url: string, endpoint: string, body: object) =>
  fetch(`${url}/api/auth/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  })

describe('a wrong SMTP_URL', () => {
  let smtp: SmtpServer
  beforeAll(async () => {
    smtp = await startSmtp()
    servers.push(smtp)
  })

  test('is found and mended with the commands alone, first administrator included', async () => {
    const settings = {
      ...(await settingsOfDatabase(folder, 'migrated')),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'hallway@example.org',
    }
    const hallway = (settings: NodeJS.ProcessEnv, ...words: string[]) => runBuilt('', settings, words)
    const { host } = new URL(settings.SMTP_URL)
    const site = await startServer(settings)
    servers.push(site)
    const { said: code } = await hallway(settings, 'invite')
    const account = { name: 'First Admin', email: 'first@example.org', password: 'a long hallway' }
    expect((await post(site.url, 'sign-up/email', { ...account, invitationCode: code })).status).toBe(200)
    expect((await post(site.url, 'sign-in/email', account)).status).toBe(403)
    expect(await hallway(settings, 'mail', 'test', 'first@example.org')).toEqual({
      code: 1,
      said: `Nothing answers at ${host}: the host or port of SMTP_URL is wrong, or the server is down.`,
    })
    expect(await hallway(settings, 'user', 'list')).toEqual({
      code: 0,
      said: 'first@example.org\tFirst Admin\tnot confirmed',
    })
    expect(await hallway(settings, 'admin', 'add', 'first@example.org')).toEqual({
      code: 0,
      said: 'first@example.org is an administrator, and the address is confirmed',
    })
    expect((await post(site.url, 'sign-in/email', account)).status).toBe(200)
    await site.stop()
    const mended = { ...settings, SMTP_URL: smtp.url }
    expect(await hallway(mended, 'mail', 'test', 'first@example.org')).toEqual({
      code: 0,
      said: `127.0.0.1:${smtp.port} took the mail from hallway@example.org to first@example.org: 250 2.0.0 Taken`,
    })
    expect(smtp.received.at(-1)).toMatchObject({ to: ['first@example.org'], from: 'hallway@example.org' })
  })

  test('is said in one sentence, with the exit code', async () => {
    const settings = { DATA_DIR: path.join(folder, 'none'), MAIL_FROM: 'hallway@example.org' }
    const test = (SMTP_URL: string, to = 'a@example.org') =>
      hallway({ ...settings, SMTP_URL }, 'mail', 'test', to)
    expect(await hallway(settings, 'mail', 'test', 'a@example.org')).toEqual({
      code: 1,
      said: 'SMTP_URL is not set, so this site sends no mail.',
    })
    expect((await test(smtp.url, 'nobody')).said).toBe('nobody is not a mail address.')
    smtp.behaviour = () => 'no such mailbox'
    expect(await test(smtp.url)).toEqual({
      code: 1,
      said: `127.0.0.1:${smtp.port} rejected the recipient a@example.org. The server's answer: 550 5.1.1 No such mailbox`,
    })
    smtp.behaviour = () => 'busy'
    expect((await test(smtp.url)).said).toBe(
      `127.0.0.1:${smtp.port} asks to try again later; waiting mail is retried automatically. The server's answer: 451 4.3.0 Come back later`,
    )
    expect((await test(smtp.url.replace('smtp:', 'smtps:'))).said).toBe(
      `127.0.0.1:${smtp.port} does not accept TLS from the start: use smtp:// instead of smtps:// in SMTP_URL, or another port.`,
    )
    const refusing = await startRefusing()
    expect((await test(`smtp://127.0.0.1:${refusing}`)).said).toBe(
      `127.0.0.1:${refusing} rejected the sender hallway@example.org: change MAIL_FROM. The server's answer: 553 5.7.1 Not yours`,
    )
    const greylisting = await startRefusing('451 4.3.0 try later')
    expect((await test(`smtp://127.0.0.1:${greylisting}`)).said).toBe(
      `127.0.0.1:${greylisting} asks to try again later; waiting mail is retried automatically. The server's answer: 451 4.3.0 try later`,
    )
    const { said } = await test(`smtp://someone:s3cret@127.0.0.1:${refusing}`)
    expect(said).toBe(
      `127.0.0.1:${refusing} rejected the user name or password of SMTP_URL (write % and @ in them as %25 and %40). The server's answer: 535 5.7.8 Wrong`,
    )
    expect(said).not.toContain('s3cret')
  })
})

/** A mail server that refuses every password and every sender. Returns its port. */
async function startRefusing(sender = '553 5.7.1 Not yours'): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const verb = chunk.toString().slice(0, 4)
      const answers: Record<string, string> = {
        EHLO: '250-test\r\n250 AUTH PLAIN',
        AUTH: '535 5.7.8 Wrong',
        MAIL: sender,
      }
      socket.write(`${answers[verb] ?? '221 2.0.0 Bye'}\r\n`)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  servers.push({ stop: async () => server.close() })
  return (server.address() as { port: number }).port
}

// The same commands, without asking the site.
const states = isLong ? ['running', 'stopped'] : ['running']

describe.each(states)('while the site is %s', (state) => {
  let settings: NodeJS.ProcessEnv
  let site: RunningSite | undefined
  const outputOf = async (...words: string[]) => (await hallway(settings, ...words)).said
  const query = async <Row>(statement: string) => {
    // The embedded engine is locked while the site runs.
    if (site && engine.kind === 'embedded') throw new Error('Ask through the site')
    return withStore(settings, (store) => rows<Row>(store.db, sql.raw(statement)))
  }

  beforeAll(async () => {
    settings = {
      ...(await settingsOfDatabase(folder, 'migrated')),
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'hallway@example.org',
    }
    await withStore(settings, async (store) => {
      const { db } = store
      const admin = await makePerson(db, {
        email: 'admin@example.com',
        name: 'Admin',
        password,
        isAdmin: true,
      })
      const root = await makePerson(db, {
        email: 'root@example.com',
        name: 'Root Member',
        password,
        code: 'ROOTCODE',
        invitedBy: admin,
      })
      await makePeople(db, [
        { email: 'guest@example.com', name: 'Guest', invitedBy: root },
        { email: 'new@example.com', name: 'Newcomer', verified: false, password },
        { email: 'leaver@example.com', name: 'Leaver', password },
      ])
      await makeEvent(db, { owner: root, name: 'Rooted Days', slug: 'rooted-days' })
    })
    if (state === 'running') {
      site = await startServer(settings)
      servers.push(site)
    }
  })
  afterAll(async () => {
    await site?.stop()
  })

  // On PostgreSQL the site hears of a command's change a moment after it.
  const isListed = async () => {
    if (site) return (await fetch(`${site.url}/conferences/rooted-days`)).status === 200
    const [row] = await query<{ n: number }>('select count(*)::integer as n from events')
    return row!.n === 1
  }

  test('accounts are listed and shown', async () => {
    expect(await outputOf('user', 'list')).toBe(
      [
        'admin@example.com\tAdmin\tadministrator',
        'guest@example.com\tGuest',
        'leaver@example.com\tLeaver',
        'new@example.com\tNewcomer\tnot confirmed',
        'root@example.com\tRoot Member',
      ].join('\n'),
    )
    expect(await outputOf('user', 'list', 'member')).toBe('root@example.com\tRoot Member')
    expect(await hallway(settings, 'user', 'list', '--suspended')).toEqual({
      code: 0,
      said: 'No account is suspended',
    })
    expect(await outputOf('user', 'list', '--wrong')).toBe(
      'There is no option --wrong\nUsage: hallway user list [--suspended] [WORDS]',
    )
    const account = await outputOf('user', 'show', 'Root@Example.com')
    expect(account).toMatch(/^Address: root@example.com\nName: Root Member\nProfile: http/)
    expect(account).toContain(
      'Administrator: no\nSuspended: no\nInvited by: admin@example.com\nInvited: 1\nConferences: 1\nSpeaker: –\n',
    )
    expect(await hallway(settings, 'user', 'show', 'stranger@example.com')).toEqual({
      code: 1,
      said: 'There is no account with the address stranger@example.com',
    })
  })

  test('an address is confirmed, and a link for a new password works once', async () => {
    const link = (await outputOf('user', 'password', 'new@example.com')).split('\n')
    expect(link[1]).toBe('new@example.com is not confirmed: run user confirm, too')
    expect(await outputOf('user', 'confirm', 'new@example.com')).toBe(
      'new@example.com is confirmed and can sign in',
    )
    const token = new URL(link[0]!).searchParams.get('token')
    if (!site) return
    const change = { newPassword: 'another quiet hallway', token }
    expect((await post(site.url, 'reset-password', change)).status).toBe(200)
    expect((await post(site.url, 'reset-password', change)).status).toBe(400)
    const signIn = { email: 'new@example.com', password: change.newPassword }
    expect((await post(site.url, 'sign-in/email', signIn)).status).toBe(200)
    expect(await outputOf('user', 'sign-out', 'new@example.com')).toBe('Ended 1 session of new@example.com')
  })

  test('a password is set from what is piped in, under the rules of the site', async () => {
    const set = (input: string) =>
      hallwayReading(input, settings, 'user', 'password', 'new@example.com', '--set')
    expect(await set('short\n')).toEqual({ code: 1, said: 'A password has 6 to 128 characters' })
    expect(await set('')).toMatchObject({ code: 1 })
    expect((await set('password123\n')).said).toBe('This password is too common. Please choose another one.')
    expect(await set('a quiet back room\n')).toEqual({
      code: 0,
      said: 'new@example.com can sign in with the new password; all sessions have ended',
    })
    if (!site) return
    const signIn = { email: 'new@example.com', password: 'a quiet back room' }
    expect((await post(site.url, 'sign-in/email', signIn)).status).toBe(200)
    // For an administrator who reads the trail.
    const admin = await post(site.url, 'sign-in/email', { email: 'admin@example.com', password })
    const cookie = admin.headers
      .getSetCookie()
      .map((header) => header.split(';')[0])
      .join('; ')
    const trail = await fetch(`${site.url}/api/v1/admin-actions`, { headers: { cookie } })
    const { actions } = (await trail.json()) as { actions: Record<string, unknown>[] }
    expect(actions[0]).toMatchObject({
      action: 'password_set',
      subject: 'Newcomer',
      is_command: true,
      admin: null,
    })
    expect(JSON.stringify(actions)).not.toContain('quiet back room')
  })

  test('a branch is suspended and restored, and so is what it brought in', async () => {
    expect(await isListed()).toBe(true)
    expect(await outputOf('user', 'suspend', 'root@example.com', '--branch')).toBe('Suspended 2 people')
    expect(await outputOf('user', 'suspend', 'root@example.com')).toBe(
      'root@example.com is already suspended',
    )
    await expect.poll(isListed).toBe(false)
    expect(await outputOf('user', 'list', '--suspended')).toBe(
      'guest@example.com\tGuest\tsuspended\nroot@example.com\tRoot Member\tsuspended',
    )
    if (site) {
      const answer = await post(site.url, 'sign-in/email', { email: 'root@example.com', password })
      expect([answer.status, (await answer.json()).message]).toEqual([
        403,
        'This account is suspended. If you think that is a mistake, please write to the people who run Hallway.',
      ])
    }
    expect(await hallway(settings, 'admin', 'add', 'root@example.com')).toEqual({
      code: 1,
      said: 'root@example.com is suspended: run user restore first',
    })
    expect(await outputOf('user', 'restore', 'root@example.com')).toBe('Restored 2 people')
    expect(await outputOf('user', 'restore', 'root@example.com')).toBe('root@example.com is not suspended')
    await expect.poll(isListed).toBe(true)
  })

  test('the admin role comes and goes, but the last one stays', async () => {
    const isLast = 'admin@example.com is the last administrator: add another one first (admin add)'
    for (const words of [
      ['admin', 'remove'],
      ['user', 'suspend'],
    ])
      expect(await hallway(settings, ...words, 'admin@example.com')).toEqual({ code: 1, said: isLast })
    expect(await hallway(settings, 'user', 'delete', 'admin@example.com', '--yes')).toEqual({
      code: 1,
      said: isLast,
    })
    expect(await outputOf('admin', 'add', 'root@example.com')).toBe('root@example.com is an administrator')
    expect(await outputOf('user', 'suspend', 'root@example.com')).toBe('root@example.com is suspended')
    // A suspended administrator can't act.
    expect(await outputOf('admin', 'remove', 'admin@example.com')).toBe(isLast)
    expect(await outputOf('user', 'restore', 'root@example.com')).toBe('root@example.com is restored')
    expect(await outputOf('admin', 'remove', 'root@example.com')).toBe(
      'root@example.com is no longer an administrator',
    )
    expect(await outputOf('admin', 'remove', 'root@example.com')).toBe(
      'root@example.com is not an administrator',
    )
  })

  test('an account is deleted, after a question', async () => {
    expect(await hallway(settings, 'user', 'delete', 'leaver@example.com')).toEqual({
      code: 1,
      said: "This can't be undone. To delete leaver@example.com for good, add --yes",
    })
    expect(await outputOf('user', 'delete', 'leaver@example.com', '--yes')).toBe(
      'leaver@example.com is deleted',
    )
    expect(await outputOf('user', 'show', 'leaver@example.com')).toBe(
      'There is no account with the address leaver@example.com',
    )
  })

  test('codes are made, listed and revoked', async () => {
    const code = await outputOf('invite')
    const codes = await outputOf('invite', 'list')
    expect(codes).toContain(`${code}\tunused\tmade by the operator`)
    expect(codes).toContain('ROOTCODE\tused by root@example.com\tmade by admin@example.com')
    expect(await outputOf('invite', 'revoke', code.toLowerCase())).toBe(`${code} can no longer be used`)
    expect(await outputOf('invite', 'list')).toContain(`${code}\trevoked`)
    for (const unusable of [code, 'ROOTCODE'])
      expect(await hallway(settings, 'invite', 'revoke', unusable)).toEqual({
        code: 1,
        said: `${unusable} is not an unused invitation code`,
      })
    if (site) {
      const account = { name: 'Late', email: 'late@example.com', password: 'a long hallway' }
      const answer = await post(site.url, 'sign-up/email', { ...account, invitationCode: code })
      expect(answer.status).toBe(400)
    }
  })

  test('an import lists what is listed already only with --new', async () => {
    writeFileSync(
      path.join(folder, 'twice.csv'),
      'name,description,start_date,end_date,location_name,country_name\nTwice Days,,2027-04-01,2027-04-02,Oslo,Norway\n',
    )
    expect(await outputOf('import', 'twice.csv')).toContain('Imported 1 event')
    expect(await outputOf('import', 'twice.csv')).toContain('Already listed')
    expect(await outputOf('import', 'twice.csv', '--new')).toContain('Imported 1 event')
  })

  test('what the commands changed stands in the trail as the command line', async () => {
    writeFileSync(
      path.join(folder, 'events.csv'),
      'name,description,start_date,end_date,location_name,country_name\nTrailed Days,,2027-03-01,2027-03-02,Oslo,Norway\n',
    )
    expect(await outputOf('import', 'events.csv')).toContain('Imported 1 event')
    if (!site) return
    const admin = await post(site.url, 'sign-in/email', { email: 'admin@example.com', password })
    const cookie = admin.headers
      .getSetCookie()
      .map((header) => header.split(';')[0])
      .join('; ')
    const answer = await fetch(`${site.url}/api/v1/admin-actions`, { headers: { cookie } })
    const { actions } = (await answer.json()) as { actions: { action: string; is_command: boolean }[] }
    expect(actions.every((entry) => entry.is_command)).toBe(true)
    expect([...new Set(actions.map(({ action }) => action))].sort()).toEqual([
      'account_deleted',
      'admin_added',
      'admin_removed',
      'code_made',
      'code_revoked',
      'import_begun',
      'member_confirmed',
      'member_restored',
      'member_signed_out',
      'member_suspended',
      'password_link_made',
      'password_set',
    ])
  })

  test('a backup is verified', async () => {
    const file = path.join(folder, `${state}.gz`)
    await outputOf('backup', file)
    expect(await outputOf('verify', file)).toMatch(
      /^\S+ is complete: \d+ rows of \d+ tables, as of \S+Z, made by Hallway \S+ with \d+ migrations\. This Hallway \S+ can restore it\.$/,
    )
    writeFileSync(file, 'nothing')
    expect(await hallway(settings, 'verify', file)).toEqual({
      code: 1,
      said: `${file} is not a backup of Hallway.`,
    })
    expect(await outputOf('version')).toBe(`Hallway ${version}`)
  })
})
