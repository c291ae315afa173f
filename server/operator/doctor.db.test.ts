import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server, request as sendRequest } from 'node:http'
import { isIPv4 } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { settingsOfDatabase } from '#tests/support/database.ts'
import { freePort } from '#tests/support/postgres.ts'
import { processEnv, type RunningSite, startServer } from '#tests/support/site.ts'
import { type SmtpServer, startSmtp } from '#tests/support/smtp.ts'

// `hallway doctor` as it is built, of a site behind a proxy that runs and is stopped.

const engine = inject('engine')
/** The same on both engines: in the gate on the one alone that a new site has. */
const testOnce = test.runIf(engine.kind === 'embedded' || process.env.HALLWAY_LONG === '1')
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'hallway-doctor-'))
const backups = path.join(folder, 'backups')
/** An address of this machine at which a site is no private one. */
const address = Object.values(networkInterfaces())
  .flat()
  .find(
    (networkInterface) => networkInterface && isIPv4(networkInterface.address) && !networkInterface.internal,
  )?.address

const secrets = ['the-password-of-mail', 'the-token-of-metrics']
/** How the proxy treats X-Forwarded-For. */
let forwarding: 'overwrites' | 'drops' | 'redirects' | 'fails' = 'overwrites'
let proxy: Server
let smtp: SmtpServer
let site: RunningSite
let settings: NodeJS.ProcessEnv
let secretFile: string

beforeAll(async () => {
  smtp = await startSmtp()
  proxy = createServer((request, response) => {
    if (forwarding === 'redirects')
      return response.writeHead(301, { location: 'https://other.example/x?secret' }).end()
    if (forwarding === 'fails') return response.writeHead(502).end('Bad gateway')
    const { 'x-forwarded-for': _, ...headers } = request.headers
    const forwardedFor = forwarding === 'drops' ? undefined : request.socket.remoteAddress
    sendRequest(
      site.url + request.url,
      {
        method: request.method,
        headers: { ...headers, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) },
      },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
      .on('error', () => response.writeHead(502).end())
      .end()
  }).listen(0, address)
  await once(proxy, 'listening')
  const { port } = proxy.address() as { port: number }
  settings = {
    ...(await settingsOfDatabase(folder, 'migrated')),
    BACKUP_DIR: backups,
    SITE_URL: `http://${address}:${port}`,
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: `smtp://hallway:${secrets[0]}@127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'hallway@example.org',
    METRICS_TOKEN: secrets[1],
  }
  secretFile = path.join(settings.DATA_DIR!, 'auth-secret')
  site = await startServer(settings)
  settings.PORT = new URL(site.url).port
  secrets.push(readFileSync(secretFile, 'utf8'))
  const hasBackup = () => existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.backup'))
  await vi.waitUntil(hasBackup, { timeout: 60_000 })
})
afterAll(async () => {
  await site?.stop()
  await smtp.stop()
  proxy.close()
  rmSync(folder, { recursive: true })
})

type Finding = { check: string; status: string; message: string; advice?: string }

/** Runs the built command, and sees to it that it prints no secret. */
async function doctor(changes: NodeJS.ProcessEnv = {}, ...options: string[]) {
  const child = spawn(
    path.join(root, 'node_modules/.bin/node'),
    ['dist/host/cli.js', 'doctor', '--json', ...options],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...processEnv, ...settings, ...changes },
    },
  )
  const ended = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  for (const secret of secrets) expect(out + err).not.toContain(secret)
  const { findings }: { findings: Finding[] } = JSON.parse(out)
  for (const { status, advice } of findings) if (status !== 'ok') expect(advice).toMatch(/\.$/)
  return {
    code: (await ended)[0] as number,
    err,
    problems: findings.filter(({ status }) => status === 'problem'),
    of: (check: string) => findings.filter((finding) => finding.check === check),
  }
}

const withPattern = (status: string, message: RegExp) =>
  expect.objectContaining({ status, message: expect.stringMatching(message) })

describe.runIf(address)('while the site runs', () => {
  test('all is well', async () => {
    const { code, err, problems, of } = await doctor()
    expect({ code, err, problems }).toEqual({ code: 0, err: '', problems: [] })
    expect(of('database')).toEqual([
      withPattern('ok', engine.kind === 'embedded' ? /^embedded .* ms$/ : /^PostgreSQL .* ms$/),
      withPattern('ok', /has all \d+ migrations/),
    ])
    expect(of('site')).toEqual([withPattern('ok', /is ready/)])
    expect(of('proxy')).toEqual([withPattern('ok', new RegExp(`^the client's address arrives: ${address}$`))])
    expect(of('mail')).toEqual([withPattern('ok', /nothing was sent/), withPattern('ok', /^0 mails wait/)])
    expect(of('backup')).toEqual([
      withPattern('ok', /^hallway-.*\.backup .* is complete and can be restored$/),
    ])
    expect(of('secrets')).toEqual([withPattern('ok', /no other user/)])
    // HTTP by an address of this machine alone.
    expect(of('settings')).toEqual([withPattern('warning', /NODE_ENV is not production/)])
    expect(smtp.received).toEqual([])
  })

  testOnce('one line for each, with what to do, is for people', async () => {
    const child = spawn(path.join(root, 'node_modules/.bin/node'), ['dist/host/cli.js', 'doctor'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...processEnv, ...settings },
    })
    const lines = (await text(child.stdout)).trim().split('\n')
    expect(lines.length).toBeGreaterThan(8)
    for (const line of lines) expect(line).toMatch(/^(?:ok|warning|problem) +[a-z]+ +\S/)
  })

  testOnce.each([
    ['drops', 'problem', /^The proxy at .* does not send X-Forwarded-For/],
    ['redirects', 'problem', /^SITE_URL is redirected to https:\/\/other\.example\.$/],
    ['fails', 'problem', /^The proxy of SITE_URL answers 502: it does not reach the site\.$/],
  ] as const)('a proxy that %s is a problem', async (kind, status, message) => {
    forwarding = kind
    const { code, err, of } = await doctor()
    forwarding = 'overwrites'
    expect(of('proxy')[0]).toEqual(withPattern(status, message))
    expect([code, err]).toEqual([1, '1 problem\n'])
  })

  test('who has no secret gets the version from /healthz, and nothing else', async () => {
    for (const token of ['x', `${Date.now()}.x`]) {
      const answer = await fetch(`${site.url}/healthz`, { headers: { 'x-hallway-check': token } })
      expect(await answer.text()).toMatch(/^ok \d+\.\d+\.\d+$/)
    }
  })

  testOnce(
    'a mail is sent to the address that is given, and a server that is away is a problem',
    async () => {
      expect((await doctor({}, '--mail', 'operator@example.org')).of('mail')[0]).toEqual(
        withPattern('ok', /took the mail .* to operator@example\.org/),
      )
      expect(smtp.received.map(({ to }) => to)).toEqual([['operator@example.org']])
      await smtp.stop()
      const { code, of } = await doctor()
      smtp = await startSmtp(smtp.port)
      expect([code, of('mail')[0]]).toEqual([1, withPattern('problem', /^Nothing answers at 127\.0\.0\.1/)])
    },
  )

  testOnce('a backup that is damaged, old or missing is a problem', async () => {
    const [name] = readdirSync(backups)
    const file = path.join(backups, name!)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, 5000))
    const damaged = await doctor()
    writeFileSync(file, bytes)
    const old = path.join(backups, 'hallway-2020-01-01T040000Z.backup')
    renameSync(file, old)
    const outdated = await doctor()
    renameSync(old, path.join(folder, 'elsewhere'))
    const missing = await doctor()
    renameSync(path.join(folder, 'elsewhere'), file)
    expect([damaged, outdated, missing].map(({ code, of }) => [code, of('backup')[0]])).toEqual([
      [1, withPattern('problem', /can't be restored: .*truncated or damaged/)],
      [1, withPattern('problem', /but it should be a day old at most/)],
      [1, withPattern('problem', /no backup in BACKUP_DIR yet/)],
    ])
  })

  testOnce('a secret that others may read is a problem', async () => {
    chmodSync(secretFile, 0o644)
    const { code, of } = await doctor()
    chmodSync(secretFile, 0o600)
    expect([code, of('secrets')[0]]).toEqual([1, withPattern('problem', /auth-secret \(644\)/)])
  })

  test.runIf(engine.kind === 'postgres')('a database or a replica that is none is said', async () => {
    const nowhere = `postgres://hallway:${secrets[0]}@127.0.0.1:${await freePort()}/hallway`
    const { code, of } = await doctor({ DATABASE_URL: nowhere })
    expect([code, of('database')]).toEqual([1, [withPattern('problem', /ECONNREFUSED/)]])
    const itself = await doctor({ DATABASE_REPLICA_URL: settings.DATABASE_URL })
    expect(itself.of('replica')).toEqual([withPattern('warning', /accepts writes/)])
    const away = await doctor({ DATABASE_REPLICA_URL: nowhere })
    expect(away.of('replica')).toEqual([withPattern('warning', /can't be read: .*ECONNREFUSED/)])
    const empty = await doctor({ DATABASE_URL: (await settingsOfDatabase(folder, 'empty')).DATABASE_URL })
    expect(empty.of('database')).toEqual([withPattern('ok', /ms$/), withPattern('warning', /is empty/)])
  })
})

describe.runIf(address)('while the site is stopped', () => {
  beforeAll(() => site.stop())

  testOnce('the rest is looked at all the same', async () => {
    const { code, problems, of } = await doctor()
    expect({ code, problems }).toEqual({ code: 0, problems: [] })
    expect(of('site')).toEqual([withPattern('warning', /^No site answers at 127\.0\.0\.1:/)])
    expect(of('database')[1]).toEqual(withPattern('ok', /has all \d+ migrations/))
    expect(of('backup')).toEqual([withPattern('ok', /can be restored/)])
  })

  testOnce('wrong settings are a problem of their own, without their values', async () => {
    const { code, err, problems } = await doctor({
      LOG_LEVEL: 'loud',
      DATABASE_URL: `mysql://${secrets[0]}@x`,
    })
    expect([code, err]).toEqual([1, '1 problem\n'])
    expect(problems).toEqual([withPattern('problem', /DATABASE_URL .*LOG_LEVEL|LOG_LEVEL .*DATABASE_URL/)])
  })

  test('where there is no database none is made', async () => {
    const nowhere = path.join(folder, 'none')
    const { of } = await doctor({ DATA_DIR: nowhere, DATABASE_URL: '' })
    expect(of('database')).toEqual([withPattern('warning', /There is no database in .* yet/)])
    expect(existsSync(nowhere)).toBe(false)
  })
})
