import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Import, importsOf, sourceFiles } from './imports.ts'

// npm test -- --since REV: which tests a change since then can affect, as JSON for scripts/test.mjs. Landing runs all.

export type Affected = { unit: string[]; database: string[]; journeys: string[] }

const router = 'server/api.ts'
const journeyOfEveryPage = 'tests/e2e/every-page.spec.ts'
/** Decides what is installed, built or run. */
const isOfAll = (file: string) =>
  /^(package\.json|package-lock\.json|tsconfig\.json|[a-z]+\.config\.ts|scripts\/(test|install)\.mjs)$/.test(
    file,
  )
const isJourney = (file: string) => /^tests\/e2e\/.*\.spec\.ts$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
/** Compares lists with the whole of the source: quick, and affected by every change. */
const isTable = (file: string) => /^tests\/[^/]+(?<!\.db)\.test\.ts$/.test(file)
/** A table of the database against what it should be. */
const isOfTables = (file: string) => /^(tests|platform\/database)\/[^/]+\.db\.test\.ts$/.test(file)
const roomOf = (file: string) => file.match(/^src\/features\/([^/]+)\//)?.[1]

/** The rooms that a journey is about, which its first line names: "// Covers: calls, claims". */
export const coveredRooms = (text: string): string[] =>
  text.match(/^\/\/ Covers: (.+)$/m)?.[1]?.split(', ') ?? []

/** What the `changed` files can affect; everything where that is undefined. */
export function affectedBy(
  changed: string[],
  imports: Import[],
  texts: Map<string, string>,
): Affected | undefined {
  if (changed.some(isOfAll)) return
  const targets = Map.groupBy(
    imports.filter(({ isType }) => !isType),
    ({ from }) => from,
  )
  const procedures = nounsOf(texts.get(router) ?? '', targets.get(router) ?? [])
  const isChanged = (file: string) => changed.includes(file)
  const isOfSite = changed.some((file) => /^(src|public)\//.test(file) && !isTest(file))
  const isOfDatabase = changed.some((file) => file.startsWith('migrations/'))
  // A route, and a component that all share, belongs to the rooms that it is made of.
  const parts = changed.flatMap((file) => [
    file,
    ...(roomOf(file) ? [] : (targets.get(file) ?? []).map(({ to }) => to)),
  ])
  const rooms = new Set(parts.filter((file) => file.startsWith('src/') && !isTest(file)).map(roomOf))
  const otherFiles = changed.filter((file) => !texts.has(file) && !/^(src|public)\//.test(file))

  const reachedFrom = (test: string, behindRouter: string[] = []) => {
    const reached = new Set([test])
    for (const file of reached)
      for (const next of file === router ? behindRouter : (targets.get(file) ?? []).map(({ to }) => to))
        reached.add(next)
    return reached
  }
  /** Through the router a test reaches the procedures of the nouns that it names. */
  const namedBy = (test: string) => {
    const inputs = [...reachedFrom(test)].filter((file) => file.startsWith('tests/support/'))
    const quoted = inputs.map((file) => texts.get(file)).join('\n')
    return procedures.flatMap(([noun, files]) =>
      new RegExp(`\\b${noun}\\.`).test(texts.get(test)!) || quoted.includes(`'${noun}.`) ? files : [],
    )
  }
  const isAffected = (test: string) => {
    const text = texts.get(test)!
    if (isTable(test) || (isJourney(test) && coveredRooms(text).some((room) => rooms.has(room)))) return true
    if (isOfSite && (test === journeyOfEveryPage || text.includes('support/site.ts'))) return true
    if (isOfDatabase && isOfTables(test)) return true
    // What is no module is read by its path.
    if (otherFiles.some((file) => text.includes(`'${file.split('/')[0]}/`))) return true
    return [...reachedFrom(test, namedBy(test))].some(isChanged)
  }
  const affected = [...texts.keys()].filter((file) => isTest(file) || isJourney(file)).filter(isAffected)
  return {
    unit: affected.filter((file) => isTest(file) && !file.includes('.db.test.')),
    database: affected.filter((file) => file.includes('.db.test.')),
    journeys: affected.filter(isJourney),
  }
}

/** The files of procedures by the noun under which the router has them. */
function nounsOf(text: string, imports: Import[]): [noun: string, files: string[]][] {
  const fileOf = new Map(
    [...text.matchAll(/import \{ ([^}]+) \} from '#(features\/[^']+)'/g)].flatMap(([, names, file]) =>
      names!.split(', ').map((name) => [name, `src/${file}`] as const),
    ),
  )
  const importedFiles = new Set(imports.map(({ to }) => to))
  return text
    .split(/^ {2}(?=\w+: )/m)
    .slice(1)
    .map((entry) => {
      const names = entry.match(/\w+/g) ?? []
      const files = names
        .map((name) => fileOf.get(name))
        .filter((file) => file !== undefined && importedFiles.has(file))
      return [names[0]!, files as string[]]
    })
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

if (import.meta.main) {
  const [base = ''] = git('merge-base', process.argv[2] ?? 'origin/main', 'HEAD')
  const changed = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '-o', '--exclude-standard'),
  ]
  const files = sourceFiles()
  const texts = new Map(files.map((file) => [path.normalize(file), readFileSync(file, 'utf8')]))
  console.log(JSON.stringify(affectedBy(changed, files.flatMap(importsOf), texts) ?? null))
}
