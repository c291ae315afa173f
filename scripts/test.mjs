// npm test: the whole gate. npm run nightly (--nightly): the same in full, and what takes long or measures time.
// npm test -- --since REV: what a change since then can affect.
// What could not be run because something is missing is named at the end, and fails the gate unless --allow-missing is given.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  findChromium,
  findFirefox,
  findPostgresBin,
  findWebKit,
  packagedPostgresBin,
} from './executables.mjs'
import { build, install, node, root } from './install.mjs'

const started = Date.now()
install()
build()
const isNightly = process.argv.includes('--nightly')
const missing = missingAfterInstall()
const bin = (name, ...args) => [node, [`node_modules/.bin/${name}`, ...args]]

// What does the same on both engines runs on PostgreSQL in the gate, which takes a quarter of the processor time, and on both
// in the nightly. These do something of their own on the embedded one.
const onEmbeddedToo = [
  'platform/database/changes.db.test.ts',
  'platform/database/failover.db.test.ts',
  'platform/database/joint-reads.db.test.ts',
  'platform/database/schema.db.test.ts',
  'platform/database/versions.db.test.ts',
  'server/operator/control.db.test.ts',
  'server/operator/doctor.db.test.ts',
  'server/operator/first-start.db.test.ts',
  'server/operator/jobs.db.test.ts',
  'server/operator/scheduled-backup.db.test.ts',
  'tests/schema-document.db.test.ts',
  'tests/upgrades.db.test.ts',
]
const affected = affectedSince(wordAfter('--since'))
const isAffected = (file) => !affected || affected.database.includes(file)
const onEmbedded =
  isNightly || missing.includes('postgresql') ? affected?.database : onEmbeddedToo.filter(isAffected)

const journeys = [
  'journeys in a browser',
  testsOf('playwright', ['test', ...(isNightly ? [] : ['--project=wide'])], affected?.journeys),
  'chromium',
]
const onSources = [
  ['format and lint', bin('biome', 'check', '.', '--error-on-warnings')],
  ['import rules', [node, ['scripts/check-imports.ts']]],
  ['names', [node, ['scripts/check-names.ts']]],
  ['types', bin('tsc', '--noEmit', '--checkers', '1')],
  ['dead code', bin('knip')],
]
const inProcess = [
  ['unit', testsOf('vitest', ['run', '--project', 'unit'], affected?.unit)],
  ['database, embedded', testsOf('vitest', ['run', '--project', 'embedded'], onEmbedded)],
]
const onPostgres = [
  `database, ${versionOf(findPostgresBin())}`,
  testsOf('vitest', ['run', '--project', 'postgres'], affected?.database),
  'postgresql',
]
/** The newest that npm has, besides Debian's. The package has no pg_basebackup, which makes the replica of the left out file. */
const onPackagedPostgres = [
  `database, ${versionOf(packagedPostgresBin)}`,
  bin('vitest', 'run', '--project', 'postgres', '--exclude=platform/database/failover.db.test.ts'),
  'postgresql',
  { PGBIN: packagedPostgresBin },
]
const allowMissing = process.argv.filter((word) => word === '--allow-missing')
const inOtherBrowsers = ['firefox', 'webkit'].map((name) => [
  `main journeys in ${name}`,
  bin('vitest', 'run', '--project', name),
  name,
])
const proof = ['proof', [node, ['bench/prove/run.ts', '--without-suites', ...allowMissing]]]

// Each waits at times: the browser for the site, others for the disk or a server that starts. So that no processor does, the
// gate runs three beside each other. The nightly measures, so it runs one after the other.
const lanes = isNightly
  ? [[...onSources, ...inProcess, onPostgres, onPackagedPostgres, journeys, ...inOtherBrowsers, proof]]
  : [[journeys], [...onSources, ...inProcess], [onPostgres]]
const results = await Promise.all(lanes.map(runAll))
const report = results.flat()
const failed = report.filter((line) => line.startsWith('FAILED')).length
console.log(`\n${report.join('\n')}\n`)
console.log(`${Math.round((Date.now() - started) / 1000)} s in all\n`)
const notRun = report.filter((line) => line.startsWith('not run')).length
const isComplete = notRun === 0 || allowMissing.length > 0
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

/** The command that runs these files, or all; undefined if there are none. */
function testsOf(program, words, files) {
  return files?.length === 0 ? undefined : bin(program, ...words, ...(files ?? []))
}

/** The tests that a change since a revision can affect (scripts/affected.ts); undefined for all. */
function affectedSince(revision) {
  if (!revision) return
  const { stdout, stderr, status } = spawnSync(node, ['scripts/affected.ts', revision], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const affectedFiles = JSON.parse(stdout)
  if (!affectedFiles) console.log('What has changed can affect everything.')
  return affectedFiles ?? undefined
}

function wordAfter(option) {
  const index = process.argv.indexOf(option)
  return index < 0 ? undefined : (process.argv[index + 1] ?? 'origin/main')
}

/** Runs steps one after the other. Returns a line for each. */
async function runAll(steps) {
  const lines = []
  for (const [name, command, needs, settings] of steps.filter(([, command]) => command)) {
    if (needs && missing.includes(needs)) {
      lines.push(`not run  ${name}: ${needs} was not found`)
      continue
    }
    console.log(`--- ${name}: begun`)
    const begun = Date.now()
    const { status, output } = await run(command, settings)
    const seconds = Math.round((Date.now() - begun) / 1000)
    // The lines of tests/support/flaky-reporter.ts.
    const flaky = output.match(/^flaky: /gm)?.length ?? 0
    console.log(`\n--- ${name}\n${output}`)
    // The names once more at the end: who keeps only the end of a log sees which tests failed.
    const failures =
      status === 0 ? [] : stripVTControlCharacters(output).match(/^ *(FAIL {2}|\d+\) \[|flaky: ).*/gm)
    lines.push(
      `${status === 0 ? 'passed ' : 'FAILED '}  ${name} (${seconds} s${needs === 'chromium' ? `, ${flaky} flaky` : ''})`,
      ...new Set(failures?.map((line) => `         ${line.trim()}`)),
    )
  }
  return lines
}

/** Runs a command and gathers what it says, so that two at once are not mixed. */
function run([command, args], settings) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Each of the hundreds of processes would compile the same modules.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
      ...(isNightly && { HALLWAY_LONG: '1' }),
      ...settings,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return new Promise((ended, failed) => {
    child.once('error', failed)
    child.once('close', (status) => ended({ status, output }))
  })
}

/** "PostgreSQL 15.20", of the server in a folder. */
function versionOf(folder) {
  const answer =
    folder && spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout
  return `PostgreSQL ${answer?.match(/\d+\.\d+/)?.[0] ?? ''}`.trim()
}

/**
 * Installs the browsers and a PostgreSQL server where they are missing: with apt as root, Chromium else as Playwright's
 * own. As root Debian's PostgreSQL gets its newest minor release, in which a migration may fail. Returns those that are
 * still missing.
 */
function missingAfterInstall() {
  const programs = [
    {
      name: 'chromium',
      // Not every system has the first.
      packages: ['chromium-headless-shell', 'chromium'],
      find: findChromium,
      setting: 'CHROME_PATH',
    },
    { name: 'postgresql', packages: ['postgresql'], find: findPostgresBin, setting: 'PGBIN' },
    // With which the commands of /developers are tried.
    { name: 'curl', packages: ['curl'], find: () => existsSync('/usr/bin/curl') },
  ]
  if (isNightly)
    programs.push(
      { name: 'firefox', packages: ['firefox-esr'], find: findFirefox, setting: 'FIREFOX_PATH' },
      { name: 'webkit', packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit, setting: 'WEBKIT_PATH' },
    )
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
  const install = (...words) =>
    attempt(
      'apt-get',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      '-o',
      'DPkg::Lock::Timeout=300',
      ...words,
    )
  const [, branch] =
    (!process.env.PGBIN && findPostgresBin()?.match(/^\/usr\/lib\/postgresql\/(\d+)\//)) || []
  if (process.getuid?.() === 0 && (branch || installable().length > 0)) {
    attempt('apt-get', 'update', '-qq')
    for (const { packages, find } of installable()) for (const name of packages) if (!find()) install(name)
    if (branch) install('--only-upgrade', `postgresql-${branch}`)
  }
  if (installable().some(({ name }) => name === 'chromium'))
    attempt(node, 'node_modules/.bin/playwright', 'install', 'chromium')
  return programs.filter(({ find }) => !find()).map(({ name }) => name)
}
