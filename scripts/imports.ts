import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

// Who imports whom, for the import rules (check-imports.ts) and for what a change can affect (affected.ts).

const folders = ['src', 'platform', 'server', 'sample', 'tests', 'bench', 'scripts']
const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

export type Import = { from: string; to: string; isType: boolean }

/** All files of TypeScript that are written by hand. */
export const sourceFiles = (): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts'))

export function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const exports = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ name: moduleRequest.value, isType }] : [],
    ),
  )
  const statements = staticImports.map(({ moduleRequest, entries }) => ({
    name: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }))
  // A path in quotes or backquotes; one that is computed leads to no file of ours that is known here.
  const calls = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    name: source.slice(start + 1, end - 1),
    isType: false,
  }))
  return [...statements, ...exports, ...calls].flatMap(({ name, isType }) => {
    const to = resolve(file, name)
    return to ? [{ from: file, to, isType }] : []
  })
}

function resolve(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.join(path.dirname(file), name)
  const alias = Object.keys(aliases).find((prefix) => name.startsWith(prefix.slice(0, -1)))
  return alias && path.join(aliases[alias]!.slice(0, -1), name.slice(alias.length - 1))
}
