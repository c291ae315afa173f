// npm test: the whole gate. Installs what it needs; what could not be had is named at the end as not run.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { build, install, node, root } from './install.mjs'

install()
build()
const missing = debianPackages()

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
    report.push(`not run  ${name}: ${needs} is not installed and could not be`)
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
console.log(
  `${report.filter((line) => line.startsWith('passed')).length} passed, ${failed} failed, ${report.filter((line) => line.startsWith('not run')).length} skipped`,
)
process.exit(failed > 0 ? 1 : 0)

/** Installs Chromium and a PostgreSQL server with apt where it may. Returns the packages that are still missing. */
function debianPackages() {
  const has = {
    chromium: () => existsSync('/usr/bin/chromium'),
    postgresql: () =>
      existsSync('/usr/lib/postgresql') &&
      readdirSync('/usr/lib/postgresql').some((version) =>
        existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
      ),
  }
  const wanted = () => Object.keys(has).filter((name) => !has[name]())
  if (wanted().length > 0 && process.getuid?.() === 0) {
    console.log(`Installing ${wanted().join(' and ')} (once)...`)
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', ...wanted())
  }
  return wanted()
}
