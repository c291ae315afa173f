import type { Server } from 'node:http'
import { createServer } from 'vite'
import type { Handler } from '#server/pages/site.ts'
import type { Listener } from '../http/request-log.ts'

/** Vite in this process: pages change in the browser as their files are saved. */
export async function startVite(server: Server) {
  const vite = await createServer({
    // Its web socket is on the site's own origin: the content security policy allows no other.
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
    // A bundled configuration is a new file at each start, which `node --watch` would take for a change.
    configLoader: 'native',
  })
  const environment = vite.environments.ssr as unknown as {
    runner: {
      import: (id: string) => Promise<{ default: Handler }>
    }
  }
  return {
    /** Vite answers what is its own; `listener` the rest. */
    before:
      (listener: Listener): Listener =>
      (request, response, id) =>
        vite.middlewares(request, response, () => listener(request, response, id)),
    load: async () => async () => (await environment.runner.import('/src/server.ts')).default,
    close: () => vite.close(),
  }
}
