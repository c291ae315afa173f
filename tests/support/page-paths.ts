import { readFileSync } from 'node:fs'

// Every page of the site, from the route tree, and every other path that answers, from the app.

/** What stands in a path for `$slug`, `$number` and so on. */
export type PathValues = {
  slug: string
  number: number
  /** Of a speaker. */
  id: string
  /** Of the person at `/u/$id` and in the administration. */
  personId: string
  topicName: string
  locationName: string
  countryName: string
  /** The slug of another conference. */
  other?: string
}

type PagePath = { pattern: string; path: string; isPublic: boolean; isListed: boolean }

const tree = readFileSync('src/route-tree.gen.ts', 'utf8')

/** The pages of the route tree, with the file of each. */
export function pageRoutes(): { id: string; pattern: string; file: string }[] {
  const imports = [...tree.matchAll(/^import \{ Route as (\w+) \} from '\.\/(.+)'$/gm)]
  const files = new Map(imports.map(([, name, file]) => [name, `src/${file}`]))
  const routes = tree.matchAll(
    /^ +id: '(.+)'\n +path: '.*'\n +fullPath: '(.+)'\n +preLoaderRoute: typeof (\w+)$/gm,
  )
  const pages = [...routes].map(([, id = '', pattern = '', name]) => ({
    id,
    pattern,
    file: files.get(name)!,
  }))
  if (pages.length < 50) throw new Error('tests/support/page-paths.ts no longer reads the route tree')
  return pages
}

/** The path of each page, filled with these values. A parameter that is new needs its value here. */
export function pagePaths(values: PathValues): PagePath[] {
  const parameters: Record<string, string> = {
    ...values,
    number: String(values.number),
    other: values.other ?? 'no-such-conference',
    guide: 'first-conference',
    region: 'europe',
    token: 'no-such-token',
  }
  return pageRoutes().map(({ id, pattern, file }) => {
    const isOfPerson = /^\/(?:u|admin\/users)\//.test(pattern)
    const path = pattern.replace(/\$(\w+)/g, (_, name: string) => {
      const value = parameters[isOfPerson && name === 'id' ? 'personId' : name]
      if (value === undefined)
        throw new Error(`tests/support/page-paths.ts has no value for $${name} of ${pattern}`)
      return encodeURIComponent(value)
    })
    const isPublic = !/^\/(?:_signed-in|admin)/.test(id)
    const isListed = isPublic && !readFileSync(file, 'utf8').includes('isUnlisted: true')
    return { pattern, path, isPublic, isListed }
  })
}

/** What answers with nothing from the database, or needs a key that nobody here has. */
export const otherPaths = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/assets/none.js',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/app-icon-192.png',
  '/app-icon-512.png',
  '/app-icon-maskable.png',
  '/manifest.webmanifest',
  '/sw.js',
  '/offline.html',
  '/events_import_template.csv',
  '/programme_template.csv',
  '/programme-workflow.yml',
  '/robots.txt',
  '/llms.txt',
  '/embed.js',
  '/my/none.ics',
  '/plans/none.ics',
  '/pictures/none.webp',
  '/maps/world.svg',
  '/trends.csv',
  '/data/none.jsonl.gz',
  '/weeks.svg',
  '/sitemap.xml',
  '/sitemap/conferences-1.xml',
]
