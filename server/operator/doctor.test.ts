import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { readEnv } from '#platform/env.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { checkDisk, checkMemory, checkModes, checkNode, settingsFiles } from './doctor-machine.ts'
import { assessCertificate, assessClock, assessForwarding, checkCertificate } from './doctor-network.ts'
import { createCheckToken, isCheckToken } from './seen-request.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hallway-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('how a request by SITE_URL arrives', () => {
  const site = 'https://conf.example.org'
  const right = {
    address: '198.51.100.9',
    peer: '127.0.0.1',
    forwardedFor: '198.51.100.9',
    forwardedProto: 'https',
    host: 'conf.example.org',
  }
  const forged = '203.0.113.7'

  test.each<[string, Partial<typeof right>, boolean, string, RegExp]>([
    ['as it should', {}, true, 'ok', /arrives: 198\.51\.100\.9$/],
    ['by a proxy that appends', { forwardedFor: `${forged}, 198.51.100.9` }, true, 'ok', /arrives/],
    [
      'without the header',
      { forwardedFor: undefined, address: '127.0.0.1' },
      true,
      'problem',
      /does not send X-Forwarded-For/,
    ],
    ['with what a client made up', { forwardedFor: forged, address: forged }, true, 'problem', /passes on/],
    [
      'by a proxy that is not named',
      { peer: '::ffff:172.18.0.1', address: '172.18.0.1' },
      false,
      'problem',
      /does not name the proxy/,
    ],
    [
      'from a machine that is a trusted proxy itself',
      { forwardedFor: `${forged}, 127.0.0.1`, address: forged },
      true,
      'ok',
      /this machine is in TRUSTED_PROXIES/,
    ],
  ] as never)('%s', (_, changes, isTrusted, status, message) => {
    const [result] = assessForwarding({ ...right, ...changes }, site, isTrusted)
    expect(result).toMatchObject({ status, message: expect.stringMatching(message) })
    if (status === 'problem') expect(result!.advice).toBeTruthy()
  })

  test('a proxy that is not named is named by its address in the advice', () => {
    const [result] = assessForwarding({ ...right, peer: '::ffff:172.18.0.1' }, site, false)
    expect(result!.advice).toBe('Set TRUSTED_PROXIES=172.18.0.1, or its network.')
  })

  test('another scheme or host is a warning', () => {
    const results = assessForwarding({ ...right, forwardedProto: 'http', host: '127.0.0.1:3000' }, site, true)
    expect(results.map(({ status }) => status)).toEqual(['ok', 'warning', 'warning'])
  })

  test('without a proxy nothing in the headers is believed, which is right', () => {
    const seenRequest = {
      ...right,
      peer: '198.51.100.9',
      forwardedFor: forged,
      forwardedProto: undefined,
      host: 'a.example',
    }
    expect(assessForwarding(seenRequest, 'http://a.example', false).map(({ status }) => status)).toEqual([
      'ok',
      'ok',
    ])
  })

  test('is told to whoever has the secret, for five minutes', () => {
    const [sign, other] = [createSign('a secret'), createSign('another')]
    const token = createCheckToken(sign)
    expect([isCheckToken(sign, token), isCheckToken(other, token)]).toEqual([true, false])
    const old = String(Date.now() - 400_000)
    const signed = `${old}.${sign('doctor', old).toString('base64url')}`
    for (const bad of ['', '.', 'x', old, signed, `${token}x`, `1${token}`])
      expect([bad, isCheckToken(sign, bad)]).toEqual([bad, false])
  })
})

describe('certificates', () => {
  const now = Date.parse('2026-11-24T00:00:00Z')
  const until = (validTo: string, problem?: string) =>
    assessCertificate({ validTo, problem }, 'conf.example.org', now)
  test.each([
    ['Feb  1 00:00:00 2027 GMT', undefined, 'ok', /is valid until 2027-02-01/],
    ['Dec  1 00:00:00 2026 GMT', undefined, 'warning', /ends on 2026-12-01, in 7 days/],
    ['Nov 20 00:00:00 2026 GMT', 'CERT_HAS_EXPIRED', 'problem', /ended on 2026-11-20/],
    ['Feb  1 00:00:00 2027 GMT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'problem', /another name/],
    ['Feb  1 00:00:00 2027 GMT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'problem', /do not trust/],
  ])('%s %s is %s', (validTo, reason, status, message) => {
    expect(until(validTo, reason)).toMatchObject({ status, message: expect.stringMatching(message) })
  })

  test.runIf(spawnSync('openssl', ['version']).status === 0)(
    'one that nobody signed is read and refused',
    async () => {
      const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
      const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...names],
        {
          stdio: 'ignore',
        },
      )
      const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const of = (host: string) => checkCertificate(readEnv({ SITE_URL: `https://${host}:${port}` }))
      expect(await of('localhost')).toMatchObject({
        status: 'problem',
        message: 'Browsers do not trust the certificate of localhost: DEPTH_ZERO_SELF_SIGNED_CERT.',
      })
      server.close()
      await once(server, 'close')
      expect(await of('localhost')).toMatchObject({ status: 'warning', message: /ECONNREFUSED/ })
    },
  )

  test('there is none to look at where people come by http', async () => {
    expect(await checkCertificate(readEnv({ SITE_URL: 'http://conf.example.org' }))).toBe(undefined)
  })
})

test('clocks', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  const at = (seconds: number) => new Date(now - seconds * 1000).toUTCString()
  const results = [
    assessClock(undefined, undefined, now),
    assessClock(300, at(1), now),
    assessClock(-5000, at(0), now),
    assessClock(90_000, undefined, now),
    assessClock(10, at(-3600), now),
  ]
  expect(results.map(({ status, message }) => [status, message])).toEqual([
    ['ok', 'there is no other clock to compare with'],
    ['ok', 'the clock agrees with the database and SITE_URL'],
    ['warning', "This machine's clock is 5 s behind that of the database."],
    ['problem', "This machine's clock is 90 s ahead of that of the database."],
    ['problem', "This machine's clock is 3600 s behind that of SITE_URL."],
  ])
})

test('Node and memory', () => {
  expect([checkNode('24.21.0').status, checkNode('20.1.0').status]).toEqual(['ok', 'problem'])
  const memory = (limit: number, available: number) => ({
    limitBytes: limit * 1024 * 1024,
    availableBytes: available * 1024 * 1024,
    isLimitedByGroup: true,
  })
  expect(checkMemory(memory(512, 300), 'postgres', false).status).toBe('ok')
  expect(checkMemory(memory(512, 300), 'embedded', false)).toMatchObject({
    status: 'warning',
    message: '512 MB are the limit of this process (cgroup), 300 MB available.',
  })
  expect(checkMemory(memory(4096, 50), 'embedded', false).status).toBe('warning')
})

test('a folder without room, or that is not there', async () => {
  expect((await checkDisk('DATA_DIR', folder)).status).toBe('ok')
  expect(await checkDisk('BACKUP_DIR', path.join(folder, 'none'))).toMatchObject({ status: 'warning' })
})

test('secrets that others may read are named', async () => {
  const data = path.join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const [secret, settings] = [path.join(data, 'auth-secret'), path.join(folder, 'hallway.env')]
  for (const file of [secret, settings]) writeFileSync(file, '')
  chmodSync(secret, 0o600)
  chmodSync(settings, 0o640)
  const check = () => checkModes({ DATA_DIR: data }, [settings, path.join(folder, 'none')])
  expect(await check()).toMatchObject({
    status: 'ok',
    message: 'no other user can read the 3 files and folders with secrets',
  })
  chmodSync(secret, 0o640)
  chmodSync(settings, 0o644)
  expect(await check()).toMatchObject({
    status: 'problem',
    message: `Other users of this machine can read files with secrets: ${secret} (640), ${settings} (644).`,
  })
  expect(settingsFiles(['--env-file=/srv/x.env', '--other'])).toEqual([
    '/srv/x.env',
    '.env',
    '/etc/hallway.env',
  ])
})
