import { createServer } from 'vite'

/** Vite in this process: pages change in the browser as their files are saved. */
export async function startVite() {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
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
