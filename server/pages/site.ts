import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { createRouterClient, type RouterClient } from '@orpc/server'
import type { Logger } from 'pino'
import { router } from '#server/api.ts'
import { publicError } from '#server/procedures/failures.ts'
import type { Context } from '#server/procedures/procedure.ts'
import type { Rendered } from './page-cache.ts'
import { hashScripts, pagePolicy } from './security.ts'
import { forVisitors } from './visitor-scripts.ts'

type Page = { context: Context; nonce: string; failed: number | undefined; html: string | undefined }
type Handler = { fetch: (request: Request) => Promise<Response> }

export type Site = Awaited<ReturnType<typeof createSite>>

/** Renders pages with the built site, or with whatever `load` gives (the development server's). */
export async function createSite(log: Logger, isHttps: boolean, load = loadBuilt) {
  const pages = new AsyncLocalStorage<Page>()
  const page = () => {
    const current = pages.getStore()
    if (!current) throw new Error('A page asked for its data outside of its request')
    return current
  }
  const client = createRouterClient(router, {
    context: () => page().context,
    interceptors: [
      async ({ next, procedure }) => {
        try {
          return await next()
        } catch (error) {
          const failure = publicError(error, log)
          if (failure.status >= 500 && !procedure['~orpc'].meta.isOptional) page().failed = failure.status
          throw failure
        }
      },
    ],
  }) as RouterClient<typeof router>
  globalThis.hallwayHost = {
    client,
    nonce: () => page().nonce,
    rendered: (html) => {
      page().html = html
    },
  }
  const handler = await load()

  /** The whole answer to a request for a page. With `keep` its scripts are named by hash, so that the bytes fit everybody. */
  async function render(request: Request, context: Omit<Context, 'shows'>, keep: boolean): Promise<Rendered> {
    const tags = new Set<string>()
    const nonce = randomBytes(16).toString('base64url')
    const current: Page = {
      context: {
        ...context,
        shows: (...each) => {
          for (const tag of each) tags.add(tag)
        },
      },
      nonce,
      failed: undefined,
      html: undefined,
    }
    const response = await pages.run(current, async () => (await handler()).fetch(request))
    const text = current.html ?? (await response.text())
    // Signing in is done by script: there it must not wait.
    const { pathname } = new URL(request.url)
    const isDeferred = keep && !pathname.startsWith('/auth')
    const { html, sources } = keep
      ? hashScripts(isDeferred ? forVisitors(text, nonce, pathname) : text, nonce)
      : { html: text, sources: [`nonce-${nonce}`] }
    return {
      status: current.failed ?? response.status,
      headers: {
        ...Object.fromEntries(response.headers),
        'content-security-policy': pagePolicy(sources, isHttps),
      },
      html,
      tags: [...tags],
    }
  }
  return { render, client }
}

async function loadBuilt() {
  const built: { default: Handler } = await import(pathToFileURL('dist/server/server.js').href)
  return async () => built.default
}
