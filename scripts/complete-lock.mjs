// A registry that mirrors only some platforms leaves the binaries of the others out of package-lock.json, and `npm ci`
// then refuses the file everywhere. This writes them back, as npm names them: run it after a change of the packages.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'win32',
  'openharmony',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
]
const processors = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

const isInstalled = (from, name) => {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true
    if (!base) return false
  }
}

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (isInstalled(path, name)) continue
    const words = name.split(/[-/]/)
    const os = systems.find((system) => words.includes(system))
    const cpu = processors.find((processor) => words.includes(processor))
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(cpu && { cpu: [cpu] }),
      ...(dev && { dev }),
      optional: true,
      ...(os && { os: [os] }),
    }
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
