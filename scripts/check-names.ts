import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

// The banned names (docs/names.md): each variable, function or parameter that has one is printed, and the check fails.

const folders = ['src', 'platform', 'server', 'sample', 'tests', 'bench', 'scripts']
const bannedNames = new Set(
  'asked found given gone kept known left listed made meant named others said seen shown stored taken the told waiting wanted whole'.split(
    ' ',
  ),
)
/** A limit is called max. */
const bannedPrefix = /^(?:most|longest|fewest)[A-Z]/
/** The variable of a loop may be `each`: the list is on the same line. */
const bannedParameters = new Set(['each', ...bannedNames])

type Pattern = { type: string; start: number; [key: string]: unknown }

/** The identifiers that a pattern declares. `{ left }` takes its name from a property and is not one of them. */
function declaredNames(pattern: Pattern | null): { name: string; start: number }[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [{ name: pattern.name as string, start: pattern.start }]
    case 'AssignmentPattern':
      return declaredNames(pattern.left as Pattern)
    case 'RestElement':
      return declaredNames(pattern.argument as Pattern)
    case 'ArrayPattern':
      return (pattern.elements as (Pattern | null)[]).flatMap(declaredNames)
    case 'ObjectPattern':
      return (pattern.properties as Pattern[]).flatMap((property) =>
        property.type === 'RestElement'
          ? declaredNames(property)
          : property.shorthand
            ? []
            : declaredNames(property.value as Pattern),
      )
    default:
      return []
  }
}

function complaintsAbout(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const complaints: string[] = []
  const check = (pattern: unknown, banned: Set<string>) => {
    for (const { name, start } of declaredNames(pattern as Pattern))
      if (banned.has(name) || bannedPrefix.test(name))
        complaints.push(`${file}:${source.slice(0, start).split('\n').length}: ${name}`)
  }
  const checkFunction = (node: { params: unknown[]; id?: unknown }) => {
    for (const parameter of node.params) check(parameter, bannedParameters)
    check(node.id, bannedNames)
  }
  const visitor = new Visitor({
    VariableDeclarator({ id }) {
      check(id, bannedNames)
    },
    ArrowFunctionExpression: checkFunction,
    FunctionExpression: checkFunction,
    FunctionDeclaration: checkFunction,
  })
  visitor.visit(parseSync(file, source).program)
  return complaints
}

const files = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))),
  )
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.gen.ts'))
const complaints = files.flatMap(complaintsAbout)
if (complaints.length > 0) {
  console.error(complaints.join('\n'))
  console.error(`${complaints.length} names to replace (docs/names.md)`)
  process.exit(1)
}
console.log(`The names in ${files.length} files follow docs/names.md`)
