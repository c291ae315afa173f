// Plain JavaScript for whatever Node the machine has: it runs before the project's own Node 24 is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const node = path.join(root, 'node_modules', '.bin', 'node')

/**
 * Does `work` unless it was done for the same `inputs` (files and folders) before. Files are hashed by their path within
 * the project: a checkout that was moved or copied with what was installed and built in it is taken as it is.
 */
function once(name, inputs, isDone, work) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const input of inputs) add(input)
  const digest = hash.digest('hex')
  const stamp = path.join(root, '.stamps', name)
  if (isDone() && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  work()
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)

  function add(name) {
    const file = path.join(root, name)
    if (!existsSync(file)) return
    if (statSync(file).isDirectory()) {
      for (const entry of readdirSync(file).sort()) add(path.join(name, entry))
    } else if (!/\.test\.tsx?$|\.gen\.ts$/.test(name)) {
      hash.update(name).update(readFileSync(file))
    }
  }
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/** Installs the packages if package-lock.json is not what was installed. */
export function install() {
  once(
    'install',
    ['package-lock.json', '.npmrc'],
    () => existsSync(node),
    () => {
      console.log('Installing packages (once)...')
      run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    },
  )
}

/** Builds the site if anything that it is made of has changed. */
export function build() {
  const inputs = [
    'src',
    'public',
    'server',
    'platform',
    'sample',
    'migrations',
    'vite.config.ts',
    'scripts/build.ts',
    'scripts/build-host.ts',
    'package-lock.json',
    'tsconfig.json',
  ]
  once(
    'build',
    inputs,
    () => existsSync(path.join(root, 'dist/server/server.js')),
    () => {
      console.log('Building the site (once)...')
      run(node, ['scripts/build.ts'])
    },
  )
}
