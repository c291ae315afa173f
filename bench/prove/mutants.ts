import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgresBin } from '../../scripts/executables.mjs'
import { printTable } from '../support/table.ts'
import { allMutants, type Mutant } from './mutant-list.ts'

// Do the tests notice when a rule is gone? Each rule in turn is taken out of a copy of the project. See bench/README.md.

/** The sources, on the same packages and with the same build. */
async function copied(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-mutants-'))
  const large = ['node_modules', 'dist', 'data', '.git', 'test-results']
  for (const each of await readdir('.'))
    if (!large.includes(each)) await cp(each, path.join(folder, each), { recursive: true })
  for (const shared of ['node_modules', 'dist'])
    await symlink(path.resolve(shared), path.join(folder, shared))
  return folder
}

// On PostgreSQL the tests take a quarter of the processor time.
const engine = findPostgresBin() ? 'postgres' : 'embedded'

type Test = { status: string; title: string }
type Report = {
  /** Whether every file could be loaded, too. */
  success?: boolean
  numPassedTests?: number
  numFailedTests?: number
  testResults?: { assertionResults: Test[]; message: string }[]
}

async function runTests(
  folder: string,
  tests: string[],
  only = '',
): Promise<Report & { firstFailed: string }> {
  const report = path.join(folder, 'report.json')
  await rm(report, { force: true })
  const projects = ['--project', 'unit', '--project', engine]
  const options = [...projects, '--maxWorkers=1', '--bail=1', '--reporter=json', `--outputFile=${report}`]
  if (only) options.push('--testNamePattern', only)
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...tests], {
    cwd: folder,
    stdio: 'ignore',
  })
  await once(child, 'close')
  const testReport: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'))
  const results = testReport.testResults ?? []
  const failed = results
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  const broken = results.find(({ message }) => message)?.message.split('\n')[0]
  return { ...testReport, firstFailed: failed?.title ?? broken ?? 'no test ran' }
}

/** What became of a mutant, and by which test. A file that can't even be loaded proves nothing. */
async function fateOf(
  { file, source, problem, tests, only }: Mutant,
  folder: string,
): Promise<[string, string]> {
  if (problem) return ['not tried', problem]
  const target = path.join(folder, file)
  await writeFile(target, source)
  const { numPassedTests = 0, numFailedTests = 0, firstFailed } = await runTests(folder, tests, only)
  await cp(file, target)
  if (numFailedTests > 0) return ['caught', firstFailed]
  return numPassedTests > 0 ? ['survived', ''] : ['not tried', firstFailed]
}

const started = performance.now()
const { values, positionals } = parseArgs({
  options: { since: { type: 'string' } },
  allowPositionals: true,
})
const [chosen = ''] = positionals
const changedFiles =
  values.since === undefined
    ? undefined
    : execFileSync('git', ['diff', '--name-only', values.since], { encoding: 'utf8' }).split('\n')
const mutants = (await allMutants()).filter(
  ({ file, what }) => `${file} ${what}`.includes(chosen) && (!changedFiles || changedFiles.includes(file)),
)
if (mutants.length === 0) {
  console.log('No mutant is in a file that was changed.')
  process.exit(0)
}
const folders = [await copied(), await copied()]
try {
  // With every rule in its place all tests pass, or their failures would say nothing.
  const { success, firstFailed } = await runTests(folders[0]!, [
    ...new Set(mutants.flatMap(({ tests }) => tests)),
  ])
  if (!success) throw new Error(`With every rule in its place: ${firstFailed}`)
  const table: string[][] = []
  const queue = [...mutants]
  await Promise.all(
    folders.map(async (folder) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const [fate, by] = await fateOf(mutant, folder)
        console.error(`${mutant.what}: ${fate}`)
        table.push([`${mutant.what} (${path.basename(mutant.file)})`, fate, by.slice(0, 80)])
      }
    }),
  )
  printTable([['the mutant', 'is', 'by'], ...table.sort()])
  console.log(`${mutants.length} mutants in ${Math.round((performance.now() - started) / 1000)} s`)
  process.exitCode = table.every(([, fate]) => fate === 'caught') ? 0 : 1
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
