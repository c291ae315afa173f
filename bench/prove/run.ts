import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { postgresBin } from '#tests/support/postgres.ts'
import { printTable } from '../support/table.ts'
import { flood } from './flood.ts'
import { isolation } from './isolation.ts'
import { killsInFirstStart, killsWhileWriting, postgresRestarted } from './kills.ts'
import { load } from './load.ts'
import type { Result } from './result.ts'

// Does Hallway keep what it promises under attack, load and failure? See bench/README.md.

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, parts: { type: 'string', default: '' } },
})
const { short } = values
const of = (whole: number, small: number) => (short ? small : whole)

/** Everything that is tried. What needs PostgreSQL is left out, and named, where none is installed. */
const parts: [name: string, needsPostgres: boolean, run: () => Promise<Result | Result[]>][] = [
  [
    'matrix embedded',
    false,
    () => suite('matrix', 'embedded', 'tests/rights.db.test.ts', 'tests/constraints.db.test.ts'),
  ],
  [
    'matrix postgres',
    true,
    () => suite('matrix', 'postgres', 'tests/rights.db.test.ts', 'tests/constraints.db.test.ts'),
  ],
  ['mutants', false, mutants],
  ['isolation embedded', false, () => isolation('embedded', of(20_000, 2000))],
  ['isolation postgres', true, () => isolation('postgres', of(20_000, 2000))],
  ['kills', false, () => killsWhileWriting(of(100, 5))],
  ['first starts', false, () => killsInFirstStart(of(40, 4))],
  ['engine', false, () => suite('power cuts, full disk, second process', 'unit', 'server/embedded.test.ts')],
  ['restarts', true, () => postgresRestarted(of(5, 1))],
  ['races embedded', false, () => suite('races', 'embedded', 'tests/races.db.test.ts')],
  ['races postgres', true, () => suite('races', 'postgres', 'tests/races.db.test.ts')],
  ['input embedded', false, () => suite('bad input', 'embedded', 'tests/bad-input.db.test.ts')],
  ['input postgres', true, () => suite('bad input', 'postgres', 'tests/bad-input.db.test.ts')],
  [
    'guessing embedded',
    false,
    () => suite('guessing', 'embedded', 'server/guessing.db.test.ts', 'server/discretion.db.test.ts'),
  ],
  ['flood embedded', false, () => flood('embedded', of(30, 5))],
  ['flood postgres', true, () => flood('postgres', of(30, 5))],
  ['headers', false, () => suite('headers and content policy', 'unit', 'tests/headers.test.ts')],
  ['load embedded', false, () => load('embedded', of(600, 20))],
  ['load postgres', true, () => load('postgres', of(600, 20))],
  ['dependencies', false, dependencies],
]

const hasPostgres = (await postgresBin()) !== undefined
const results: Result[] = []
const left: string[] = []
for (const [name, needsPostgres, run] of parts.filter(([name]) => name.includes(values.parts))) {
  if (needsPostgres && !hasPostgres) {
    left.push(name)
    continue
  }
  const started = performance.now()
  const found = await run().catch(
    (error: Error): Result => ({
      what: name,
      tried: '',
      held: error.message.split('\n')[0] ?? '',
      figure: '',
      isHeld: false,
    }),
  )
  console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`)
  results.push(...[found].flat())
}
printTable([
  ['what', 'how much was tried', 'how much held', 'figure', ''],
  ...results.map(({ what, tried, held, figure, isHeld }) => [
    what,
    tried,
    held,
    figure,
    isHeld === null ? 'not run' : isHeld ? 'held' : 'BROKEN',
  ]),
])
for (const name of left) console.log(`not run: ${name} (PostgreSQL is not installed)`)
process.exit(results.some(({ isHeld }) => isHeld === false) ? 1 : 0)

/** Test files with the rounds of a long run; their tests are counted. */
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
      '--testTimeout=600000',
      ...files,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...(!short && { HALLWAY_LONG: '1' }) } },
  )
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(
    await readFile(report, 'utf8'),
  )
  for (const { assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') console.error(`failed: ${fullName}\n${failureMessages[0]?.slice(0, 500)}`)
  await rm(folder, { recursive: true, force: true })
  return {
    what: `${what}, ${project === 'unit' ? 'embedded' : project}`,
    tried: `${numTotalTests} tests`,
    held: `${numPassedTests} held, ${numFailedTests} failed`,
    figure: '',
    isHeld: numFailedTests === 0 && numPassedTests > 0,
  }
}

async function mutants(): Promise<Result> {
  if (short)
    return { what: 'mutants of rules', tried: 'not in a short run', held: '', figure: '', isHeld: null }
  const { status, stdout } = spawnSync(process.execPath, ['bench/prove/mutants.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  const caught = stdout.match(/\bcaught\b/g)?.length ?? 0
  const survived = stdout.match(/\bsurvived\b/g)?.length ?? 0
  return {
    what: 'mutants of rules',
    tried: `${caught + survived} mutants`,
    held: `${caught} caught, ${survived} survived`,
    figure: '',
    isHeld: status === 0,
  }
}

/** Known holes of the packages, and what their licences are. */
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
  const listed = [...licences].sort((one, other) => other[1] - one[1]).map(([name, n]) => `${n} ${name}`)
  return {
    what: 'dependencies',
    tried: `${[...licences.values()].reduce((sum, n) => sum + n, 0)} packages`,
    held: total === undefined ? 'npm audit could not be asked' : `${total} known holes`,
    figure: listed.join(', '),
    isHeld: total === undefined ? null : total === 0,
  }
}
