import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Store } from '#platform/database/db.ts'
import { openEmbedded } from '#platform/database/embedded/embedded.ts'
import { embeddedStore } from '#platform/database/embedded/embedded-store.ts'
import { readTables } from '#tests/support/backup-file.ts'
import { makePeople } from '#tests/support/factories/people.ts'
import { freePort } from '#tests/support/postgres.ts'
import { processEnv } from '#tests/support/site.ts'
import type { Output } from './command.ts'
import { listenForCommands, runInSite } from './control.ts'

// Only the embedded engine is open to one process, so that commands go to the site by its socket.
const engine = inject('engine')
const testOfEmbedded = test.runIf(engine.kind === 'embedded')
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'hallway-control-'))
const dataDir = path.join(folder, 'data')
const inTenDays = new Date(Date.now() + 864_000_000).toISOString().slice(0, 10)
let port: number
let site: ChildProcess | undefined

beforeAll(async () => {
  if (engine.kind !== 'embedded') return
  const database = await openEmbedded(dataDir, { loadDataDir: await openAsBlob(engine.image) })
  await makePeople(embeddedStore(database.pg).db, [
    { email: 'admin@example.com', isAdmin: true },
    { email: 'member@example.com' },
  ])
  await database.close()
  port = await freePort()
  await start()
})

afterAll(async () => {
  await end('SIGTERM')
  rmSync(folder, { recursive: true })
})

testOfEmbedded('an operator invites, names an admin, imports and backs up while the site runs', async () => {
  const page = async () => (await fetch(`http://127.0.0.1:${port}/conferences`)).text()
  expect([(await page()).includes('Socket Days'), (await page()).includes('Socket Days')]).toEqual([
    false,
    false,
  ])

  const invitation = await hallway('invite')
  expect(invitation).toEqual({ code: 0, out: expect.stringMatching(/^[A-Z0-9]{12}\n$/), err: '' })
  for (const out of [
    'member@example.com is an administrator\n',
    'member@example.com is already an administrator\n',
  ])
    expect(await hallway('admin', 'add', 'Member@example.com')).toEqual({ code: 0, out, err: '' })
  writeFileSync(
    path.join(folder, 'new.csv'),
    `name,description,start_date,end_date,location_name,country_name\nSocket Days,,${inTenDays},${inTenDays},Bergen,Norway\nhalf a line\n`,
  )
  expect(await hallway('import', 'new.csv')).toEqual({
    code: 0,
    out: 'Import successful\nImported 1 event\nLine 3: Invalid number of columns\n',
    err: '',
  })
  expect((await page()).includes('Socket Days')).toBe(true)

  const { out } = await hallway('backup', 'kept')
  expect(out).toMatch(/^Backed up \d+ rows of \d+ tables to .*\/kept\n$/)
  const backup = readTables(path.join(folder, 'kept'))
  const codes = backup.invitation_codes!.filter(({ code }) => code === invitation.out.trim())
  expect(codes.map(({ used_at }) => used_at)).toEqual([null])
  const admins = backup.user_roles!.map(({ user_id }) => backup.user!.find(({ id }) => id === user_id)?.email)
  expect(admins.sort()).toEqual(['admin@example.com', 'member@example.com'])
  expect(backup.all_events!.filter(({ name }) => name === 'Socket Days')).toHaveLength(1)
})

testOfEmbedded('what can’t be done says so, with the exit code', async () => {
  const failureOf = (err: string) => ({ code: 1, out: '', err: `${err}\n` })
  const [unknownAccount, existingFile, missingFile, restoreResult, migrateResult, incompleteCommand] =
    await Promise.all([
      hallway('admin', 'add', 'stranger@example.com'),
      hallway('backup', 'data'),
      hallway('import', 'missing.csv'),
      hallway('restore', 'kept'),
      hallway('migrate'),
      hallway('admin'),
    ])
  expect(unknownAccount).toEqual(failureOf('There is no account with the address stranger@example.com'))
  expect(existingFile).toEqual(failureOf(`${dataDir} already exists: choose another file name.`))
  expect(missingFile.err).toMatch(/^Import failed\nFailed to read CSV file: ENOENT: .*missing.csv'\n$/)
  expect(restoreResult).toEqual(
    failureOf('A running site uses this database: stop it, and restore into an empty one.'),
  )
  expect(migrateResult).toEqual({ code: 0, out: 'The database is up to date\n', err: '' })
  expect(incompleteCommand).toEqual(failureOf('After admin comes one of add, remove'))
})

testOfEmbedded(
  'a site that was killed leaves its socket, which is in nobody’s way; one that stops takes it along',
  async () => {
    const socket = path.join(dataDir, 'socket')
    await end('SIGKILL')
    expect(existsSync(socket)).toBe(true)
    expect((await hallway('invite')).code).toBe(0)
    await start()
    expect((await hallway('migrate')).out).toBe('The database is up to date\n')
    expect((statSync(socket).mode & 0o777).toString(8)).toBe('600')
    // Somebody who asks for nothing keeps nobody waiting.
    const idle = connect(socket).on('error', () => {})
    await once(idle, 'connect')
    // As when its terminal is closed.
    await end('SIGHUP')
    expect(existsSync(socket)).toBe(false)
  },
)

testOfEmbedded('a site whose output nobody reads ends when it is told to', async () => {
  await end('SIGTERM')
  await start('pipe', { LOG_LEVEL: 'info' })
  // More lines than the pipe holds.
  const longPath = `http://127.0.0.1:${port}/robots.txt?${'x'.repeat(900)}`
  for (let n = 0; n < 120; n++) await (await fetch(longPath)).text()
  await end('SIGTERM')
  expect(site?.signalCode ?? site?.exitCode).toBe(0)
  expect(existsSync(path.join(dataDir, 'lock.pid'))).toBe(false)
  await start()
})

testOfEmbedded('a mistyped data folder makes no site', async () => {
  const typo = path.join(folder, 'typo')
  expect(await Promise.all([hallwayIn(typo, 'invite'), hallwayIn(typo, 'user', 'list')])).toEqual(
    Array.from({ length: 2 }, () => ({
      code: 1,
      out: '',
      err: `There is no database in ${typo}. \`npm start\` makes one.\n`,
    })),
  )
  expect(existsSync(typo)).toBe(false)
})

testOfEmbedded('a wrong setting is named by a command and by a start, each in one line', async () => {
  const reason = 'A setting is wrong: LOG_LEVEL '
  const settings = { LOG_LEVEL: 'loud' }
  const [ofCommand, ofStart] = await Promise.all([
    run(settings, 'cli.js', 'backup', 'file'),
    run(settings, 'main.js'),
  ])
  expect(ofCommand).toEqual({ code: 78, out: '', err: expect.stringMatching(`^${reason}.*\n$`) })
  expect(ofStart).toEqual({
    code: 78,
    out: '',
    err: expect.stringMatching(`^Hallway can't start: ${reason}.*\n$`),
  })
})

testOfEmbedded('a reader that ends early is no error', async () => {
  const child = spawn(node, ['dist/host/cli.js', 'help'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  child.stdout.destroy()
  const ended = once(child, 'exit')
  expect([await text(child.stderr), (await ended)[0]]).toEqual(['', 0])
})

testOfEmbedded('a data folder may have a long name', async () => {
  const longFolder = path.join(folder, 'long '.repeat(40))
  mkdirSync(longFolder)
  const store = { waitForChanges: async () => {} } as Store
  const stop = await listenForCommands(longFolder, store, (work) => void work(new AbortController().signal))
  const lines: string[] = []
  expect(await runInSite(longFolder, { words: ['nonsense'], folder }, outputInto(lines))).toBe(1)
  expect(lines).toEqual(['There is no command nonsense: hallway help lists them'])
  await stop()
  expect(readdirSync(longFolder)).toEqual([])
})

testOfEmbedded('a site that dies before the command is done leaves no doubt', async () => {
  const dyingServer = createServer((caller) => caller.resume().on('end', () => caller.destroy()))
  mkdirSync(path.join(folder, 'dying'))
  await once(dyingServer.listen(path.join(folder, 'dying/socket')), 'listening')
  const commandResult = runInSite(path.join(folder, 'dying'), { words: ['invite'], folder }, outputInto([]))
  await expect(commandResult).rejects.toThrow('The site stopped before the command finished.')
  dyingServer.close()
})

testOfEmbedded('a backup that only the site can see is no backup', async () => {
  const sitesFolder = path.join(folder, 'site-of-its-own')
  mkdirSync(sitesFolder)
  const server = createServer({ allowHalfOpen: true }, (caller) =>
    caller.resume().on('end', () => caller.end('["print","Backed up"]\n["exit",0]\n')),
  )
  await once(server.listen(path.join(sitesFolder, 'socket')), 'listening')
  const { code, err } = await hallwayIn(sitesFolder, 'backup', 'hidden')
  expect([code, err]).toEqual([1, expect.stringMatching(/^The site wrote hidden where it alone can see it:/)])
  server.close()
})

const outputInto = (lines: string[]): Output => ({
  print: (line) => lines.push(line),
  printError: (line) => lines.push(line),
  progress: () => {},
})

const node = path.join(root, 'node_modules/.bin/node')
const env = { ...processEnv, DATA_DIR: dataDir, LOG_LEVEL: 'error', SAMPLE_DATA: 'off' }

/** Starts the site and waits until it answers. */
async function start(output: 'ignore' | 'pipe' = 'ignore', settings: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(node, ['dist/host/main.js'], {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    env: { ...env, PORT: String(port), ...settings },
  })
  site = child
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(() => child.exitCode !== null || isReady(), { timeout: 240_000, interval: 50 })
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!site || site.exitCode !== null || site.signalCode !== null) return
  const ended = once(site, 'exit')
  site.kill(signal)
  await ended
}

/** Runs the command line in `folder`, as npm would. */
const hallway = (...words: string[]) => hallwayIn(dataDir, ...words)

const hallwayIn = (DATA_DIR: string, ...words: string[]) => run({ DATA_DIR }, 'cli.js', ...words)

async function run(settings: NodeJS.ProcessEnv, script: string, ...words: string[]) {
  const child = spawn(node, [`dist/host/${script}`, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, INIT_CWD: folder, ...settings },
  })
  const ended = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await ended)[0] as number, out, err }
}
