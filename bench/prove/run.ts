import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Part, runParts } from '../support/parts.ts'
import { startNginxCache, startVarnish } from '../support/shared-caches.ts'
import type { Engine } from '../support/site.ts'
import { alerts } from './alerts.ts'
import { requestBodies } from './bodies.ts'
import { callReminders, callsOpen } from './calls.ts'
import { digest } from './digest.ts'
import { dumpUnderVisits } from './dump.ts'
import { failover } from './failover.ts'
import { flood, floodFromOneAddress } from './flood.ts'
import { freshness } from './freshness.ts'
import { killsDuringChanges } from './history-kills.ts'
import { killsDuringImport } from './import-kills.ts'
import { isolation } from './isolation.ts'
import { killsInFirstStart, killsWhileWriting, postgresRestarted } from './kills.ts'
import { load } from './load.ts'
import { offline } from './offline.ts'
import { overload } from './overload.ts'
import type { Result } from './result.ts'
import { sharedCache } from './shared-cache.ts'
import { slow } from './slow.ts'

// Does Hallway keep what it promises under attack, load and failure? See bench/README.md.

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    parts: { type: 'string', default: '' },
    since: { type: 'string' },
    'without-suites': { type: 'boolean', default: false },
    'allow-missing': { type: 'boolean', default: false },
  },
})
const { short } = values
const rounds = (full: number, small: number) => (short ? small : full)

const needsPostgres: Part<Result>['needs'] = ['PostgreSQL']

/** Files of `npm test`, with more rounds. */
const suites: Part<Result>[] = [
  {
    name: 'matrix embedded',
    run: () => suite('matrix', 'embedded', 'tests/rights.db.test.ts', 'tests/constraints.db.test.ts'),
  },
  {
    name: 'matrix postgres',
    needs: needsPostgres,
    run: () => suite('matrix', 'postgres', 'tests/rights.db.test.ts', 'tests/constraints.db.test.ts'),
  },
  {
    name: 'engine',
    run: () =>
      suite(
        short ? 'full disk, second process' : 'power cuts, full disk, second process',
        'unit',
        'platform/database/embedded/embedded.test.ts',
      ),
  },
  { name: 'races embedded', run: () => suite('races', 'embedded', 'tests/races.db.test.ts') },
  {
    name: 'races postgres',
    needs: needsPostgres,
    run: () => suite('races', 'postgres', 'tests/races.db.test.ts'),
  },
  { name: 'input embedded', run: () => suite('bad input', 'embedded', 'tests/bad-input.db.test.ts') },
  {
    name: 'input postgres',
    needs: needsPostgres,
    run: () => suite('bad input', 'postgres', 'tests/bad-input.db.test.ts'),
  },
  {
    name: 'guessing embedded',
    run: () =>
      suite(
        'guessing',
        'embedded',
        'platform/rate-limits.db.test.ts',
        'server/accounts/discretion.db.test.ts',
      ),
  },
  {
    name: 'status',
    needs: needsPostgres,
    run: () => suite('old addresses', 'postgres', 'tests/old-addresses.db.test.ts'),
  },
  {
    name: 'mail-bounds embedded',
    run: () => suite('mails to one address', 'embedded', 'tests/mail-bounds.db.test.ts'),
  },
  {
    name: 'mail-bounds postgres',
    needs: needsPostgres,
    run: () => suite('mails to one address', 'postgres', 'tests/mail-bounds.db.test.ts'),
  },
  {
    name: 'calls marks',
    run: () =>
      suite(
        'marks of calls',
        'embedded',
        'tests/secrets.db.test.ts',
        'src/features/calls/call-marks.db.test.ts',
      ),
  },
  {
    name: 'history embedded',
    run: () =>
      suite(
        'changes and merges, undone',
        'embedded',
        'tests/undo-chains.db.test.ts',
        'tests/merges.db.test.ts',
      ),
  },
  {
    name: 'history postgres',
    needs: needsPostgres,
    run: () =>
      suite(
        'changes and merges, undone',
        'postgres',
        'tests/undo-chains.db.test.ts',
        'tests/merges.db.test.ts',
      ),
  },
  {
    name: 'decisions',
    needs: needsPostgres,
    run: () => suite('decisions of four people', 'postgres', 'tests/decisions.db.test.ts'),
  },
  { name: 'tokens embedded', run: () => tokens('embedded') },
  { name: 'tokens postgres', needs: needsPostgres, run: () => tokens('postgres') },
  { name: 'dump embedded', run: () => dumps('embedded') },
  { name: 'dump postgres', needs: needsPostgres, run: () => dumps('postgres') },
  { name: 'headers', run: () => suite('headers and content policy', 'embedded', 'tests/headers.db.test.ts') },
]

const tokens = (engine: Engine) =>
  suite(
    'access tokens and pushes',
    engine,
    'server/accounts/access-tokens.db.test.ts',
    'src/features/programme-import/syncs/push.db.test.ts',
    'tests/rights.db.test.ts',
  )
const dumps = (engine: Engine) =>
  suite(
    'dumps and what models read',
    engine,
    'server/operator/dump.db.test.ts',
    'server/operator/scheduled-backup.db.test.ts',
    'tests/mcp.db.test.ts',
  )

/** What is tried with the real server, and of the project itself. */
const trials: Part<Result>[] = [
  { name: 'mutants', run: mutants },
  { name: 'isolation embedded', run: () => isolation('embedded', rounds(20_000, 2000)) },
  {
    name: 'isolation postgres',
    needs: needsPostgres,
    run: () => isolation('postgres', rounds(20_000, 2000)),
  },
  { name: 'kills', run: () => killsWhileWriting(rounds(100, 5)) },
  { name: 'import kills embedded', run: () => killsDuringImport('embedded', rounds(3, 1)) },
  {
    name: 'import kills postgres',
    needs: needsPostgres,
    run: () => killsDuringImport('postgres', rounds(3, 1)),
  },
  { name: 'tokens kills embedded', run: () => killsDuringImport('embedded', rounds(20, 3), ['push']) },
  {
    name: 'tokens kills postgres',
    needs: needsPostgres,
    run: () => killsDuringImport('postgres', rounds(20, 3), ['push']),
  },
  { name: 'dump visits', needs: needsPostgres, run: () => dumpUnderVisits(rounds(100_000, 5000)) },
  { name: 'history kills embedded', run: () => killsDuringChanges('embedded', rounds(20, 3)) },
  {
    name: 'history kills postgres',
    needs: needsPostgres,
    run: () => killsDuringChanges('postgres', rounds(20, 3)),
  },
  { name: 'first starts', run: () => killsInFirstStart(rounds(40, 4)) },
  { name: 'restarts', needs: needsPostgres, run: () => postgresRestarted(rounds(5, 1)) },
  { name: 'failover', needs: needsPostgres, run: () => failover(rounds(20, 2)) },
  { name: 'alerts', needs: needsPostgres, run: () => alerts(rounds(3, 0)) },
  { name: 'digest', needs: needsPostgres, run: () => digest(rounds(10_000, 500), rounds(20, 2)) },
  { name: 'calls embedded', run: () => callsOpen('embedded', rounds(10_000, 1000), rounds(40, 6)) },
  {
    name: 'calls postgres',
    needs: needsPostgres,
    run: () => callsOpen('postgres', rounds(10_000, 1000), rounds(40, 6)),
  },
  {
    name: 'calls reminders',
    needs: needsPostgres,
    run: () => callReminders(rounds(500, 100), rounds(20, 2)),
  },
  { name: 'freshness', run: () => freshness(rounds(5000, 500), rounds(60, 20)) },
  { name: 'bodies', run: requestBodies },
  { name: 'one address embedded', run: () => floodFromOneAddress('embedded') },
  { name: 'one address postgres', needs: needsPostgres, run: () => floodFromOneAddress('postgres') },
  { name: 'flood embedded', run: () => flood('embedded', rounds(30, 5)) },
  { name: 'flood postgres', needs: needsPostgres, run: () => flood('postgres', rounds(30, 5)) },
  { name: 'cache nginx', needs: ['nginx'], run: () => sharedCache('nginx', startNginxCache, '502') },
  { name: 'cache varnish', needs: ['Varnish'], run: () => sharedCache('Varnish', startVarnish, '503') },
  // So that the reader is still busy when the others are cut off.
  { name: 'slow', run: () => slow(rounds(20_000, 50_000)) },
  { name: 'load embedded', run: () => load('embedded', rounds(600, 20)) },
  { name: 'load postgres', needs: needsPostgres, run: () => load('postgres', rounds(600, 20)) },
  { name: 'overload embedded', run: () => overload('embedded', rounds(60, 10)) },
  { name: 'overload postgres', needs: needsPostgres, run: () => overload('postgres', rounds(60, 10)) },
  { name: 'offline', needs: ['Chromium'], run: () => offline(rounds(50, 3)) },
  { name: 'dependencies', run: dependencies },
]

// The nightly runs the suites itself.
const parts = values['without-suites'] ? trials : [...suites, ...trials]

const columns = { what: 'what', tried: 'how much was tried', held: 'how much held', figure: 'figure' }
await runParts(parts, values.parts, columns, { mayMiss: short || values['allow-missing'] })

/** Runs test files with the number of rounds of a long run, and counts their tests. */
async function suite(what: string, project: string, ...files: string[]): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-prove-'))
  const report = path.join(folder, 'report.json')
  spawnSync(
    process.execPath,
    [
      'node_modules/.bin/vitest',
      'run',
      '--project',
      project,
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...(!short && { HALLWAY_LONG: '1' }) } },
  )
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(
    await readFile(report, 'utf8'),
  )
  const figures: string[] = []
  for (const { assertionResults } of testResults)
    for (const { status, fullName, title, meta, failureMessages } of assertionResults) {
      if (meta?.figure) figures.push(`${title} ${meta.figure}`)
      if (status === 'failed') console.error(`failed: ${fullName}\n${failureMessages[0]?.slice(0, 500)}`)
    }
  await rm(folder, { recursive: true, force: true })
  return {
    what: `${what}, ${project === 'unit' ? 'embedded' : project}`,
    tried: `${numTotalTests} tests`,
    held: `${numPassedTests} held, ${numFailedTests} failed`,
    figure: figures.join('; '),
    isHeld: numFailedTests === 0 && numPassedTests > 0,
  }
}

async function mutants(): Promise<Result> {
  if (short)
    return { what: 'mutants of rules', tried: 'not in a short run', held: '', figure: '', isHeld: null }
  const since = values.since === undefined ? [] : [`--since=${values.since}`]
  const { status, stdout } = spawnSync(process.execPath, ['bench/prove/mutants.ts', ...since], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  const caughtCount = stdout.match(/\bcaught\b/g)?.length ?? 0
  const survivedCount = stdout.match(/\bsurvived\b/g)?.length ?? 0
  return {
    what: 'mutants of rules',
    tried: `${caughtCount + survivedCount} mutants`,
    held: `${caughtCount} caught, ${survivedCount} survived`,
    figure: '',
    isHeld: status === 0,
  }
}

/** Known vulnerabilities of the packages, and their licences. */
async function dependencies(): Promise<Result> {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' })
  const audit = JSON.parse(stdout || '{}')
  const total = audit.metadata?.vulnerabilities?.total
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const licences = new Map<string, number>()
  for (const folder of Object.keys(lock.packages)) {
    const file = path.join(folder, 'package.json')
    if (folder === '' || !existsSync(file)) continue
    const { license } = JSON.parse(await readFile(file, 'utf8'))
    const name = typeof license === 'string' ? license : (license?.type ?? 'not said')
    licences.set(name, (licences.get(name) ?? 0) + 1)
  }
  const licenceList = [...licences].sort((one, other) => other[1] - one[1]).map(([name, n]) => `${n} ${name}`)
  return {
    what: 'dependencies',
    tried: `${[...licences.values()].reduce((sum, n) => sum + n, 0)} packages`,
    held: total === undefined ? 'npm audit could not be asked' : `${total} known vulnerabilities`,
    figure: licenceList.join(', '),
    isHeld: total === undefined ? null : total === 0,
  }
}
