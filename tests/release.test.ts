import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { freePort } from './support/postgres.ts'
import { startSmtp } from './support/smtp.ts'

// What `npm run release` makes runs where nothing of the project is, as docs/operating.md installs it.

const isLong = process.env.HALLWAY_LONG === '1'
const folder = mkdtempSync(path.join(tmpdir(), 'hallway-release-'))
let site: ChildProcess | undefined
afterAll(async () => {
  site?.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** Root's tests run the site as nobody, an ordinary user. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

test.runIf(isLong)('the archive is all that an installation needs', async () => {
  const output = execFileSync('node_modules/.bin/node', ['scripts/release.ts'], { encoding: 'utf8' })
  const archive = output.match(/^(dist-release\/.*\.tar\.gz): \d+ MB\n$/)![1]!
  // Twice the size is a package too many.
  expect(statSync(archive).size).toBeLessThan(110e6)
  chmodSync(folder, 0o755)
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--no-same-owner'])
  const home = path.join(folder, readdirSync(folder)[0]!)
  expect(path.basename(archive)).toBe(`${path.basename(home)}.tar.gz`)
  const links = execFileSync('find', [home, '-type', 'l'], { encoding: 'utf8' }).trim().split('\n')
  expect(links.every((link) => existsSync(link))).toBe(true)

  const data = path.join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (user.uid) chownSync(data, user.uid, user.gid)
  const smtp = await startSmtp()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settingsFile = path.join(folder, 'hallway.env')
  writeFileSync(
    settingsFile,
    `NODE_ENV=production\nSITE_URL=${url}\nPORT=${port}\nDATA_DIR=${data}\nMAIL_FROM=hallway@example.org\nSMTP_URL=${smtp.url}\nLOG_LEVEL=error\n`,
  )
  // As the unit of systemd does.
  const unit = readFileSync(path.join(home, 'deploy/hallway.service'), 'utf8')
  const [program = '', ...words] = unit
    .match(/^ExecStart=(.+)$/m)![1]!
    .replace('/opt/hallway', home)
    .split(' ')
  site = spawn(program, [`--env-file=${settingsFile}`, ...words], {
    cwd: home,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  const ended = once(site, 'exit')
  let printed = ''
  site.stdout!.setEncoding('utf8').on('data', (part) => {
    printed += part
  })
  await expect.poll(() => printed, { timeout: 120_000 }).toContain('whoever registers with the code')
  expect(await (await fetch(`${url}/healthz`)).text()).toContain('ok')

  const code = printed.match(/with the code (\S+)/)![1]
  const account = { email: 'first@example.org', password: 'a quiet hallway', name: 'First Admin' }
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ ...account, invitationCode: code }),
  })
  expect(answer.status).toBe(200)
  await expect.poll(() => smtp.received.map(({ to }) => to)).toContainEqual([account.email])

  // The commands, by a link as docs/operating.md makes it, in a folder of the operator's.
  const command = path.join(folder, 'hallway')
  execFileSync('ln', ['-s', path.join(home, 'deploy/hallway'), command])
  const hallway = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: data,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HALLWAY_ENV_FILE: settingsFile },
      ...user,
    })
    return { status, output: stdout + stderr }
  }
  writeFileSync(
    path.join(folder, 'events.csv'),
    'name,description,start_date,end_date,location_name,country_name\nArchive Days,,2099-03-01,2099-03-02,Oslo,Norway\n',
  )
  expect(hallway('import', '../events.csv')).toMatchObject({ status: 0 })
  expect(hallway('invite')).toEqual({ status: 0, output: expect.stringMatching(/^[A-Z0-9]{8,}\n$/) })
  expect(hallway('backup', 'site.backup')).toMatchObject({ status: 0 })
  expect(hallway('verify', 'site.backup')).toMatchObject({ status: 0 })
  expect(hallway('backup', '--help').output).toContain('Usage: hallway backup FILE')

  // Native code, and the fonts that it reads.
  const { items } = await (await fetch(`${url}/conferences/feed.json`)).json()
  const page = await (await fetch(items[0].url)).text()
  const image = await fetch(new URL(page.match(/content="([^"]+\.png)"/)![1]!))
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  const picture = spawnSync(
    program,
    [
      '-e',
      "import('sharp').then(({ default: sharp }) => sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).webp().toBuffer()).then((bytes) => console.log(bytes.length))",
    ],
    { cwd: home, encoding: 'utf8', ...user },
  )
  expect(Number(picture.stdout)).toBeGreaterThan(20)

  site.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(hallway('user', 'list')).toEqual({ status: 0, output: expect.stringContaining('first@example.org') })
  // Nothing is written beside the code.
  expect(execFileSync('find', [home, '-newer', settingsFile, '-type', 'f'], { encoding: 'utf8' })).toBe('')
  await smtp.stop()
})

test('systemd is told, where it asks', async () => {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'systemd-notify'), '#!/bin/sh\necho "$@ $NOTIFY_SOCKET" >>"$0.said"\n', {
    mode: 0o755,
  })
  const notice = (NOTIFY_SOCKET?: string, PATH = `${bin}:${process.env.PATH}`) => {
    const child = spawn(
      'node_modules/.bin/node',
      [
        '-e',
        "import('./server/operator/readiness-notice.ts').then(({ noticeReadiness }) => noticeReadiness())",
      ],
      { env: { PATH, ...(NOTIFY_SOCKET && { NOTIFY_SOCKET }) }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    return Promise.all([text(child.stderr), once(child, 'exit')]).then(([error, [code]]) => ({ error, code }))
  }
  expect(await notice()).toEqual({ error: '', code: 0 })
  expect(existsSync(path.join(bin, 'systemd-notify.said'))).toBe(false)
  expect(await notice('/run/notify')).toEqual({ error: '', code: 0 })
  expect(readFileSync(path.join(bin, 'systemd-notify.said'), 'utf8')).toBe('--ready /run/notify\n')
})
