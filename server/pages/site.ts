import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createRouterClient, type RouterClient } from '@orpc/server'
import type { Logger } from 'pino'
import type { PostedForm } from '#lib/posted-form.ts'
import { publicError } from '#platform/procedures/failures.ts'
import type { Context, KeptContext } from '#platform/procedures/procedure.ts'
import { router } from '#server/api.ts'
import type { AnswerCache } from './answer-cache.ts'
import { earlyScripts } from './early-actions.ts'
import type { RenderedPage } from './page-cache.ts'
import { hashScripts, pagePolicy } from './security.ts'
import { asSheet, sheetOf } from './sheets.ts'
import { deferClientScript, scriptsBeforeTouch } from './visitor-scripts.ts'

type Page = {
  context: Context
  nonce: string
  posted?: PostedForm
  earlyScripts: string[]
  failureStatus?: number
  isGone?: boolean
  isForAnswers?: boolean
  hasToken?: boolean
  body?: string
  files?: string[]
  sheet?: ReturnType<typeof sheetOf>
}
/** What the built site is: src/server.ts. */
export type Handler = { fetch: (request: Request) => Promise<Response>; listedPages: string[] }

export type Site = Awaited<ReturnType<typeof createSite>>

const pages = new AsyncLocalStorage<Page>()
const currentPage = () => {
  const current = pages.getStore()
  if (!current) throw new Error('A page asked for its data outside of its request')
  return current
}

/**
 * Renders pages with the built site, or with the handler that `load` returns (the development server's). Without `answers`
 * everything is read again for each page.
 */
export async function createSite(log: Logger, isHttps: boolean, answers?: AnswerCache, load = loadBuilt) {
  const client = createClient(log, answers)
  globalThis.hallwayHost = {
    client,
    nonce: () => currentPage().nonce,
    posted: () => currentPage().posted,
    earlyScripts: () => currentPage().earlyScripts,
    sheet: () => currentPage().sheet?.kind,
    isForAnswers: () => currentPage().isForAnswers === true,
    isForMember: () => currentPage().context.viewer !== null,
    beforeRender: createPauses(),
    loads: (files) => {
      currentPage().files = files
    },
    rendered: (body, hasToken) => {
      Object.assign(currentPage(), { body, hasToken })
    },
  }
  const handler = await load()
  const listedPages = async () => (await handler()).listedPages

  async function run(page: Page, request: Request) {
    const response = await pages.run(page, async () => (await handler()).fetch(request))
    const { body } = page
    // A connection to the database keeps the page within which it was opened.
    page.body = undefined
    return { response, body }
  }

  /** Renders a page. With `isForCache` its scripts are allowed by hash instead of a nonce, so that the bytes suit every visitor. */
  async function render(
    request: Request,
    context: Omit<Context, 'shows'>,
    isForCache: boolean,
    posted?: PostedForm,
  ): Promise<RenderedPage> {
    const tags = new Set<string>()
    const nonce = randomUUID()
    const sheet = isForCache && !posted ? sheetOf(request) : undefined
    const { pathname } = new URL(request.url)
    // The forms for signing in need the script, so there it is not deferred.
    const isDeferred = isForCache && !pathname.startsWith('/auth')
    const shows = (...shownTags: string[]) => {
      for (const tag of shownTags) tags.add(tag)
    }
    const page: Page = {
      context: { ...context, shows },
      nonce,
      posted,
      sheet,
      earlyScripts: isDeferred ? scriptsBeforeTouch : isForCache ? [] : earlyScripts(pathname, posted?.path),
    }
    const { response, body } = await run(page, sheet?.request ?? request)
    const { files = [] } = page
    const bareHtml = body ?? (await response.text())
    const parts = isForCache ? bareHtml.split(` nonce="${nonce}"`) : [bareHtml]
    if (isDeferred) deferClientScript(parts, files, pathname, await listedPages())
    else linkPreloads(parts, files)
    const sources = isForCache ? hashScripts(parts, nonce) : [`nonce-${nonce}`]
    const renderedPage = {
      status:
        (response.status >= 500 && page.failureStatus) ||
        (response.status === 404 && page.isGone ? 410 : response.status),
      headers: {
        ...Object.fromEntries(response.headers),
        'content-security-policy': pagePolicy(sources, isHttps, pathname),
      },
      html: encode(parts),
      // A page without one of its parts is rendered again for the next request.
      tags: page.failureStatus ? [] : [...tags],
      hasToken: page.hasToken,
    }
    return sheet ? asSheet(renderedPage, sheet) : renderedPage
  }
  /** What the loaders of a page have read, as JSON: what the page itself brings along for its script. */
  async function readAnswers(request: Request, context: Omit<Context, 'shows'>): Promise<string> {
    const shows = () => {}
    const page = { context: { ...context, shows }, nonce: '', earlyScripts: [], isForAnswers: true }
    const { body } = await run(page, request)
    // A page that redirects has none.
    return body ?? '{}'
  }
  return { render, readAnswers, client, listedPages }
}

/** What the loaders of a page call the procedures with. */
const createClient = (log: Logger, answers: AnswerCache | undefined) =>
  createRouterClient(router, {
    context: () => currentPage().context,
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          const failure = publicError(error, log)
          if (failure.status >= 500) currentPage().failureStatus = failure.status
          if (failure.code === 'GONE') currentPage().isGone = true
          throw failure
        }
      },
      ({ next, ...options }) => {
        const { path, input, procedure, context } = options
        const { isSameFor } = procedure['~orpc'].meta
        if (!answers || !isSameFor || (isSameFor === 'visitors' && context.viewer)) return next()
        const { db, today, site, contact, texts, dumps, shows } = context
        const key = `${today} ${path.join('.')} ${JSON.stringify(input)}`
        // Not from the replica: it may lag behind the change that has just dropped the answer.
        const sharedContext: KeptContext = { db, replica: db, today, site, contact, texts, dumps, shows }
        return answers.answer(key, shows, (shows) =>
          next({ ...options, context: { ...sharedContext, viewer: null, shows } as Context }),
        )
      },
    ],
  }) as RouterClient<typeof router>

/** Adds links to the files of the script at the end of the head. The page comes in parts. */
function linkPreloads(parts: string[], files: string[]) {
  const links = files.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`).join('')
  const index = parts.findIndex((part) => part.includes('</head>'))
  const part = parts[index] ?? ''
  const end = part.indexOf('</head>')
  if (end >= 0) parts.splice(index, 1, part.slice(0, end) + links, part.slice(end))
}

/** A page's text is large and of two bytes a character: to join it first would take twice as much again. */
function encode(parts: string[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  let end = 0
  for (const part of parts) end += bytes.write(part, end)
  return bytes
}

/** After so many milliseconds of pages the event loop goes round so often. */
const stretchMs = 20
const rounds = 16

/**
 * Makes what waits until a page may be rendered. The data of many come at the same moment: without a pause now and then, what
 * else has come would wait for all of them, and Node accepts one new connection in each round of the event loop. Decision 64
 * has what other figures cost.
 */
function createPauses() {
  let previous = Promise.resolve()
  let pausedAt = 0
  const pauseWhenDue = async () => {
    if (performance.now() - pausedAt < stretchMs) return
    for (let round = 0; round < rounds; round++) await setImmediate()
    pausedAt = performance.now()
  }
  return () => {
    previous = previous.then(pauseWhenDue)
    return previous
  }
}

async function loadBuilt() {
  const build: { default: Handler } = await import(pathToFileURL('dist/server/server.js').href)
  return async () => build.default
}
