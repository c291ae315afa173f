import type { Hono } from 'hono'
import { createLog } from '#platform/log.ts'
import { createApp } from '#server/http/app.ts'
import type { AppOptions } from '#server/http/requests.ts'
import { createPageCache } from '#server/pages/page-cache.ts'

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
