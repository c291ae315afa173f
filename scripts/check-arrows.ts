import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

// The arrows of the house (docs/architecture.md): who may import whom. A broken one is printed, and the check fails.

const folders = ['src', 'server', 'sample', 'tests', 'bench', 'scripts']
const features = ['people', 'topics', 'auth', 'invitations', 'speakers', 'events', 'programme', 'find']
const aliases: Record<string, string> = {
  '#features/': 'src/features/',
  '#components/': 'src/components/',
  '#lib/': 'src/lib/',
  '#src/': 'src/',
  '#server/': 'server/',
  '#sample/': 'sample/',
  '#tests/': 'tests/',
}

type Import = { from: string; to: string; isType: boolean }

const isServerCode = (file: string) => /\.(tables|api)\.ts$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const featureOf = (file: string) => file.match(/^src\/features\/([^/]+)\//)?.[1]
const layerOf = (file: string) => {
  if (file.startsWith('src/routes/') || file === 'src/router.tsx') return 3
  if (file.startsWith('src/features/')) return 2
  if (file.startsWith('src/components/')) return 1
  return file.startsWith('src/lib/') ? 0 : undefined
}

/** Why an import is not allowed, or undefined. */
function broken({ from, to, isType }: Import): string | undefined {
  if (isTest(from)) return
  const [fromLayer, toLayer] = [layerOf(from), layerOf(to)]
  if (fromLayer !== undefined && toLayer !== undefined && toLayer > fromLayer)
    return 'routes → features → components → lib, never back'
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)]
  if (fromFeature && toFeature && features.indexOf(toFeature) > features.indexOf(fromFeature)) {
    return `a feature imports only features to its left: ${features.join(' · ')}`
  }
  const mayHaveServerCode = /^(server|sample|tests|bench)\//.test(from) || isServerCode(from)
  if (isServerCode(to) && !mayHaveServerCode) return 'tables and procedures are server code'
  if (to.startsWith('server/') && from.startsWith('src/') && !isServerCode(from) && !isType)
    return 'the browser sees only types of the server'
  if (
    from.startsWith('src/components/ui/') &&
    !to.startsWith('src/components/ui/') &&
    to !== 'src/lib/text.ts'
  ) {
    return 'components/ui imports nothing of ours but lib/text'
  }
  if (to.startsWith('tests/') && !/^(tests|sample|bench)\//.test(from))
    return 'only the sample data and the benchmarks import tests/'
  if (path.basename(to).startsWith('index.') && !to.startsWith('src/routes/')) return 'no barrel files'
}

async function importsOf(file: string): Promise<Import[]> {
  const text = await readFile(file, 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)(\s+type)?\b[^'"\n;]*?(?:\{[^}]*\}[^'"\n;]*?)?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  )
  return [...found].flatMap(([, type, named, dynamic]) => {
    const to = resolve(file, named ?? dynamic ?? '')
    return to ? [{ from: file, to, isType: Boolean(type) }] : []
  })
}

function resolve(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.join(path.dirname(file), name)
  const alias = Object.keys(aliases).find((each) => name.startsWith(each))
  return alias && `${aliases[alias]}${name.slice(alias.length)}`
}

const files = (
  await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => path.join(folder, name)),
    ),
  )
)
  .flat()
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))
const all = (await Promise.all(files.map(importsOf))).flat()
const complaints = all.flatMap((each) => {
  const why = broken(each)
  return why ? [`${each.from} imports ${each.to}: ${why}`] : []
})
const longRoutes = await Promise.all(
  files
    .filter((file) => file.startsWith('src/routes/'))
    .map(async (file) => ({ file, lines: (await readFile(file, 'utf8')).split('\n').length - 1 })),
)
complaints.push(
  ...longRoutes
    .filter(({ lines }) => lines > 120)
    .map(({ file, lines }) => `${file} has ${lines} lines: a route has 120 at most`),
)
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exit(1)
}
console.log(`${all.length} imports among ${files.length} files go the right way`)
