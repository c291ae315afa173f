import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Import, importsOf, sourceFiles } from './imports.ts'

// The import rules (docs/architecture.md): who may import whom. Each import that breaks one is printed, and the check fails.

/** In the order of the map, which is the rule. */
const features = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^ {3}\| `([\w-]+)` +\|/gm)].map(
  ([, name]) => name!,
)
const isServerCode = (file: string) => /\.(tables|api|server)\.ts$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const featureOf = (file: string) => file.match(/^src\/features\/([^/]+)\//)?.[1]
const layers = ['src/lib/', 'src/components/', 'src/features/', 'src/routes/']
const layerOf = (file: string) =>
  file === 'src/router.tsx' ? 3 : layers.findIndex((layer) => file.startsWith(layer))

/** Why an import is not allowed, or undefined. */
function refusal({ from, to, isType }: Import): string | undefined {
  if (isTest(from)) return
  if (layerOf(from) >= 0 && layerOf(to) > layerOf(from))
    return 'routes → features → components → lib, never back'
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)]
  if (fromFeature && !features.includes(fromFeature))
    return 'the map in docs/architecture.md does not have this feature'
  if (fromFeature && toFeature && features.indexOf(toFeature) > features.indexOf(fromFeature))
    return 'a feature imports only features above it (docs/architecture.md)'
  if (isServerCode(to) && !/^(server|sample|tests|bench)\//.test(from) && !isServerCode(from))
    return 'tables, procedures and .server.ts files are server code'
  if (to.startsWith('server/') && from.startsWith('src/')) {
    if (!isServerCode(from) && !isType) return 'the browser sees only types of the server'
    if (fromFeature && !isType) return 'nothing that server/ composes imports server/'
  }
  if (
    from.startsWith('platform/') &&
    !/^(platform|src\/lib)\//.test(to) &&
    !['src/limits.ts', 'package.json'].includes(to)
  )
    return 'platform imports nothing of ours but lib and limits'
  if (
    from.startsWith('src/components/ui/') &&
    !to.startsWith('src/components/ui/') &&
    to !== 'src/lib/text.ts'
  )
    return 'components/ui imports nothing of ours but lib/text'
  if (to.startsWith('tests/') && !/^(tests|sample|bench)\//.test(from))
    return 'only the sample data and the benchmarks import tests/'
  if (path.basename(to).startsWith('index.') && !to.startsWith('src/routes/')) return 'no barrel files'
}

/** Every circle of imports, types included, each once, as the files on its way. */
function findCycles(imports: Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const visit = (file: string, trail: string[]) => {
    state.set(file, 'open')
    for (const { to } of targets.get(file) ?? []) {
      if (state.get(to) === 'open') cycles.push([...trail.slice(trail.indexOf(to)), to])
      else if (!state.has(to)) visit(to, [...trail, to])
    }
    state.set(file, 'done')
  }
  for (const file of targets.keys()) if (!state.has(file)) visit(file, [file])
  return cycles
}

const files = sourceFiles()
const imports = files.flatMap(importsOf)
const complaints = imports.flatMap((importedFile) => {
  const reason = refusal(importedFile)
  return reason ? [`${importedFile.from} imports ${importedFile.to}: ${reason}`] : []
})
complaints.push(...findCycles(imports).map((cycle) => `imports in a circle: ${cycle.join(' → ')}`))
for (const file of files.filter((candidate) => candidate.startsWith('src/routes/'))) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1
  if (lines > 120) complaints.push(`${file} has ${lines} lines: a route has 120 at most`)
}
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  process.exit(1)
}
console.log(`${imports.length} imports among ${files.length} files follow the rules`)
