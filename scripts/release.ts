import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { externalPackages } from './build-host.ts'

// What an installation runs, without what builds and tests it (docs/operating.md, "First start"): an archive with its own Node
// for the system that it is made on, or, with --folder, the files alone, as the image has them.

const { values } = parseArgs({
  options: { folder: { type: 'string' }, 'without-node': { type: 'boolean', default: false } },
})
const { name, version, type, license, dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
if (!existsSync('dist/host/main.js')) throw new Error('Build the site first: npm run build')

// Packages with native code for musl are others than those for glibc.
const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
const isMusl = process.platform === 'linux' && !report.header?.glibcVersionRuntime
const title = `${name}-${version}-${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`
const folder = values.folder ?? path.join('dist-release', title)

/** The native packages and the fonts: what the build leaves outside of the bundle. Vite is for npm run dev. */
const runTimePackages = [
  ...externalPackages.filter((name) => name !== 'vite'),
  ...Object.keys(dependencies).filter((name) => name.startsWith('@fontsource')),
]

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
// The image is built without those of them that concern no container.
for (const file of [
  'dist',
  'migrations',
  'deploy',
  'docs/operating.md',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
])
  if (existsSync(file)) await copy(file)
for (const each of withDependencies(runTimePackages)) await copy(path.join('node_modules', each))
await writeFile(
  path.join(folder, 'package.json'),
  `${JSON.stringify({ name, version, private: true, type, license }, null, 2)}\n`,
)
if (!values['without-node']) {
  // Where a source installation has it, so that the unit and the command are the same.
  await copy('node_modules/node/bin/node')
  await chmod(path.join(folder, 'node_modules/node/bin/node'), 0o755)
  await mkdir(path.join(folder, 'node_modules/.bin'))
  await symlink('../node/bin/node', path.join(folder, 'node_modules/.bin/node'))
}
if (!values.folder) {
  const archive = `${folder}.tar.gz`
  execFileSync('tar', ['-czf', path.basename(archive), title], {
    cwd: path.dirname(archive),
    stdio: 'inherit',
  })
  console.log(`${archive}: ${Math.round((await stat(archive)).size / 1e6)} MB`)
}

async function copy(file: string) {
  await cp(file, path.join(folder, file), {
    recursive: true,
    dereference: true,
    // Without what is for debuggers and compilers, and with one weight of each font (font-lettering.server.ts).
    filter: (source) =>
      !/\.(map|d\.[cm]?ts)$/.test(source) &&
      !/\/@fontsource[^/]*\/[^/]+\/(.+\.s?css|scss|files\/.+(?<!-(800|wght)-normal\.woff2))$/.test(source),
  })
}

/** The packages and all that they need, as far as they are installed: native ones of other systems are not. */
function withDependencies(names: string[]): string[] {
  const all = new Set<string>()
  const add = (packageName: string) => {
    const file = path.join('node_modules', packageName, 'package.json')
    if (all.has(packageName) || !existsSync(file)) return
    all.add(packageName)
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'))
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed)
  }
  for (const each of names) add(each)
  return [...all].sort()
}
