import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSign } from '#server/accounts/secrets.ts'
import { checkDisk, checkModes, checkNode, settingsFiles } from './doctor-machine.ts'
import { assessForwarding } from './doctor-network.ts'
import { createCheckToken, isCheckToken } from './seen-request.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hallway-doctor-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('how a request by SITE_URL arrives', () => {
  const site = 'https://conf.example.org'
  const right = { address: '198.51.100.9', peer: '127.0.0.1', forwardedFor: '198.51.100.9' }

  test.each<[string, Partial<typeof right>, boolean, string, RegExp]>([
    ['as it should', {}, true, 'ok', /arrives: 198\.51\.100\.9$/],
    ['by a proxy that appends', { forwardedFor: '203.0.113.7, 198.51.100.9' }, true, 'ok', /arrives/],
    ['without the header', { forwardedFor: undefined }, true, 'problem', /does not send X-Forwarded-For/],
    ['by a proxy that is not named', { peer: '172.18.0.1' }, false, 'problem', /does not name the proxy/],
  ] as never)('%s', (_, changes, isTrusted, status, message) => {
    const result = assessForwarding({ ...right, ...changes }, site, isTrusted)
    expect(result).toMatchObject({ status, message: expect.stringMatching(message) })
    if (status === 'problem') expect(result.advice).toBeTruthy()
  })

  test('a proxy that is not named is named by its address in the advice', () => {
    const { advice } = assessForwarding({ ...right, peer: '::ffff:172.18.0.1' }, site, false)
    expect(advice).toBe('Set TRUSTED_PROXIES=172.18.0.1, or its network.')
  })

  test('without a proxy nothing in the headers is believed, which is right', () => {
    const request = { ...right, peer: '198.51.100.9', forwardedFor: undefined }
    expect(assessForwarding(request, 'http://a.example', false).status).toBe('ok')
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

test('another version of Node is a problem', () => {
  expect([checkNode('24.21.0').status, checkNode('20.1.0').status]).toEqual(['ok', 'problem'])
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
