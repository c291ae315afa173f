import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { createLog } from '#platform/log.ts'
import { createApp } from '#server/http/app.ts'
import type { AppOptions } from '#server/http/requests.ts'
import { createPageCache } from '#server/pages/page-cache.ts'

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
}

type PagePath = { pattern: string; path: string; isPublic: boolean }

/** The path of each page, filled with these values. A parameter that is new needs its value here. */
export function pagePaths(values: PathValues): PagePath[] {
  const parameters: Record<string, string> = {
    ...values,
    number: String(values.number),
    guide: 'first-conference',
    region: 'europe',
    token: 'no-such-token',
  }
  const tree = readFileSync('src/route-tree.gen.ts', 'utf8')
  const routes = [...tree.matchAll(/^ +id: '(.+)'\n +path: '.*'\n +fullPath: '(.+)'$/gm)]
  if (routes.length < 50) throw new Error('tests/support/page-paths.ts no longer reads the route tree')
  return routes.map(([, id = '', pattern = '']) => {
    const isOfPerson = /^\/(?:u|admin\/users)\//.test(pattern)
    const path = pattern.replace(/\$(\w+)/g, (_, name: string) => {
      const value = parameters[isOfPerson && name === 'id' ? 'personId' : name]
      if (value === undefined)
        throw new Error(`tests/support/page-paths.ts has no value for $${name} of ${pattern}`)
      return encodeURIComponent(value)
    })
    return { pattern, path, isPublic: !/^\/(?:_signed-in|admin)/.test(id) }
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
  '/robots.txt',
  '/embed.js',
  '/my/none.ics',
  '/plans/none.ics',
  '/pictures/none.webp',
  '/maps/world.svg',
  '/trends.csv',
  '/weeks.svg',
  '/sitemap.xml',
  '/sitemap/conferences-1.xml',
]

/** The routes of the app, without the API and the pages, that none of these paths leads to: empty if a test asks for all. */
export function routesWithout(paths: string[]): string[] {
  const options = {
    log: createLog('silent', { write: () => {} }),
    pages: createPageCache(() => '2026-01-01'),
    siteUrl: 'http://hallway.test',
    auth: {},
    store: {},
  }
  const app: Hono<never> = createApp(options as unknown as AppOptions) as never
  const visited = new Set(
    paths.flatMap((path) => {
      const { pathname } = new URL(path, options.siteUrl)
      return app.router.match('GET', pathname)[0].map(([[, route]]) => route.path)
    }),
  )
  return app.routes
    .filter(({ method, path }) => method === 'GET' && path !== '/*' && !path.startsWith('/api/'))
    .map(({ path }) => path)
    .filter((path) => !visited.has(path))
}
