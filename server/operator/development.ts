import type { Server } from 'node:http'
import { createServer } from 'vite'

/** Vite in this process: pages change in the browser as their files are saved. */
export async function startVite(server: Server) {
  const vite = await createServer({
    // Its web socket is on the site's own address: the content policy lets a page connect to no other.
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
    // Bundled, the configuration is a new file at each start: `node --watch` would take it for a change.
    configLoader: 'native',
  })
  const environment = vite.environments.ssr as unknown as {
    runner: {
      import: (id: string) => Promise<{ default: { fetch: (request: Request) => Promise<Response> } }>
    }
  }
  return {
    middleware: vite.middlewares,
    load: async () => async () => (await environment.runner.import('/src/server.ts')).default,
    close: () => vite.close(),
  }
}
