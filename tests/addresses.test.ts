import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { routesWithout } from './support/app-routes.ts'
import { pageRoutes } from './support/page-paths.ts'
import { procedures } from './support/people-of-all-kinds.ts'

// docs/addresses.txt: a table of contents of everything that answers. Written by `npm run unit -- tests/addresses -u`.

type Row = [address: string, file: string, callers: string, purpose: string]

async function readSources(pattern: string) {
  const sources: [file: string, text: string][] = []
  for await (const file of glob(pattern))
    if (!/\.test\./.test(file)) sources.push([file, readFileSync(file, 'utf8')])
  return sources.sort()
}

const pages = (): Row[] =>
  pageRoutes().map(({ id, pattern, file }) => {
    const callers = id.startsWith('/_signed-in')
      ? 'members'
      : id.startsWith('/admin')
        ? 'administrators'
        : 'anybody'
    const title = /\btitle: (?:[^'"`\n]*\? )?(['"`])(.+?)\1/.exec(readFileSync(file, 'utf8'))?.[2]
    return [pattern, file, callers, title ?? '']
  })

async function calls(): Promise<Row[]> {
  const sources = await readSources('{src,server}/**/*.api.ts')
  sources.push(['server/api.ts', readFileSync('server/api.ts', 'utf8')])
  return procedures().map(([name, { '~orpc': procedure }]) => {
    const { method = 'POST', path, summary = '' } = procedure.route
    const file = sources.find(([, text]) => text.includes(`'${summary}'`))?.[0] ?? ''
    return [`${method} /api/v1${path} (${name})`, file, procedure.meta.callers ?? 'anybody', summary]
  })
}

async function files(): Promise<Row[]> {
  const sources = await readSources('{src/features,server}/**/*.ts')
  const withRoutes = sources.filter(([, text]) => text.includes('app.get('))
  // Of the three kinds that it makes in one line.
  const feedRoutes = withRoutes.find(([name]) => name.endsWith('/feed-routes.server.ts'))
  return [...new Set(routesWithout([]))].map((path) => {
    const start = path.split(/[{:]/)[0]!
    const file = withRoutes.find(([, text]) => text.includes(`'${path.replaceAll('\\', '\\\\')}'`))
    const isBegun = ([, text]: [string, string]) =>
      start.lastIndexOf('/') > 0 && (text.includes(`('${start}`) || text.includes(`(\`${start}`))
    return [
      path.replace(/\{.*?\}(?=$|\/)/g, ''),
      (file ?? withRoutes.find(isBegun) ?? feedRoutes)?.[0] ?? '',
      'anybody',
      '',
    ]
  })
}

test('docs/addresses.txt names every page, procedure and file, with where it is and who may', async () => {
  const lines = (rows: Row[]) =>
    rows
      .map((row) => row.join('  ').trimEnd())
      .sort()
      .join('\n')
  const parts = [
    'Everything that answers: address, file, who may call it at all, what for. Written by tests/addresses.test.ts.',
    `Pages\n\n${lines(pages())}`,
    `Procedures\n\n${lines(await calls())}`,
    `Feeds and files\n\n${lines(await files())}`,
  ]
  await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot('../docs/addresses.txt')
})
