// npm test: the whole gate. What could not be run because something is missing is named at the end, and fails the gate
// unless --allow-missing is given.
import { spawnSync } from 'node:child_process'
import { findChromium, findPostgresBin } from './executables.mjs'
import { build, install, node, root } from './install.mjs'

install()
build()
const missing = missingAfterInstall()

const bin = (name, ...args) => [node, [`node_modules/.bin/${name}`, ...args]]
const steps = [
  ['format and lint', bin('biome', 'check', '.', '--error-on-warnings')],
  ['import rules', [node, ['scripts/check-imports.ts']]],
  ['types', bin('tsc', '--noEmit')],
  ['dead code', bin('knip')],
  ['unit', bin('vitest', 'run', '--project', 'unit')],
  ['database, embedded', bin('vitest', 'run', '--project', 'embedded')],
  ['database, PostgreSQL', bin('vitest', 'run', '--project', 'postgres'), 'postgresql'],
  ['journeys in a browser', bin('playwright', 'test'), 'chromium'],
]

let failed = 0
const report = []
for (const [name, [command, args], needs] of steps) {
  if (needs && missing.includes(needs)) {
    report.push(`not run  ${name}: ${needs} was not found`)
    continue
  }
  console.log(`\n--- ${name}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) failed++
  report.push(
    `${status === 0 ? 'passed ' : 'FAILED '}  ${name} (${Math.round((Date.now() - started) / 1000)} s)`,
  )
}
console.log(`\n${report.join('\n')}\n`)
const notRun = report.filter((line) => line.startsWith('not run')).length
const isComplete = notRun === 0 || process.argv.includes('--allow-missing')
if (!isComplete) {
  console.log(
    'A part that was not run fails the gate. Install what is missing (CHROME_PATH names a Chromium or Chrome,',
  )
  console.log('PGBIN the folder of initdb), or leave the part out: npm test -- --allow-missing\n')
}
console.log(
  `${report.filter((line) => line.startsWith('passed')).length} passed, ${failed} failed, ${notRun} skipped`,
)
process.exit(failed > 0 || !isComplete ? 1 : 0)

/**
 * Installs Chromium and a PostgreSQL server where they are missing: with apt as root, Chromium else as Playwright's own.
 * Returns those that are still missing.
 */
function missingAfterInstall() {
  const programs = [
    { name: 'chromium', find: findChromium, setting: 'CHROME_PATH' },
    { name: 'postgresql', find: findPostgresBin, setting: 'PGBIN' },
  ]
  // What a setting names is meant: nothing else is installed in its place.
  const installable = () => programs.filter(({ find, setting }) => !process.env[setting] && !find())
  const attempt = (command, ...args) => {
    console.log(`Installing: ${[command, ...args].join(' ')}`)
    spawnSync(command, args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  if (process.getuid?.() === 0 && installable().length > 0) {
    attempt('apt-get', 'update', '-qq')
    for (const { name } of installable())
      attempt('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name)
  }
  if (installable().some(({ name }) => name === 'chromium'))
    attempt(node, 'node_modules/.bin/playwright', 'install', 'chromium')
  return programs.filter(({ find }) => !find()).map(({ name }) => name)
}
