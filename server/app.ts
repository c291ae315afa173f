import type { IncomingMessage } from 'node:http'
import { serveStatic } from '@hono/node-server/serve-static'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { type AnyProcedure, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono, type Context as HonoRequestContext, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { findNewPath } from '#features/administration/old-addresses.server.ts'
import { directoryExportRoutes } from '#features/feeds/directory-export.server.ts'
import { feedRoutes, type Respond } from '#features/feeds/feed-routes.server.ts'
import { privateCalendarRoutes } from '#features/feeds/private-calendars.server.ts'
import { unsubscribeRoutes } from '#features/notifications/unsubscribe.server.ts'
import { accountExportRoutes } from '#features/people/account-export.server.ts'
import { tooLarge } from '#features/pictures/picture.ts'
import { pictureRoutes } from '#features/pictures/picture-files.server.ts'
import { createCardPainter } from '#features/sharing/card-painter.server.ts'
import { embedRoutes } from '#features/sharing/embed-routes.server.ts'
import { shareImageRoutes } from '#features/sharing/share-images.server.ts'
import { sitemapRoutes } from '#features/site/sitemap.server.ts'
import { contactUrl } from '#lib/contact.ts'
import { otherAccount, otherAccountMessage, pageViewerHeader } from '#lib/page-viewer.ts'
import { decodePathPart, isWellEncoded } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { addressChangeRoutes } from './accounts/address-change.ts'
import type { Auth } from './accounts/auth.ts'
import { addressHeader, addressKey } from './accounts/client-address.ts'
import { viewerOf } from './accounts/viewer.ts'
import { router } from './api.ts'
import type { Texts } from './content.ts'
import type { Store } from './database/db.ts'
import { reasonNotReady } from './database/readiness.ts'
import { type NewerMigration, writesRefusedMessage } from './database/schema-version.ts'
import { mailboxRoutes } from './mail/mailbox.ts'
import { type Metrics, metricsRoutes } from './metrics.ts'
import type { FetchSafely } from './outbound/fetch-safely.ts'
import { bodyOf, bodyOnce, type PageCache, type RenderedPage } from './pages/page-cache.ts'
import { pageKey } from './pages/page-key.ts'
import { answerForm } from './pages/posted-forms.ts'
import { closedPolicy, commonHeaders, framedByAnyone, transportSecurity } from './pages/security.ts'
import type { Site } from './pages/site.ts'
import { createTurns, TooManyWaiting } from './pages/turns.ts'
import { publicError } from './procedures/failures.ts'
import type { Host } from './procedures/host.ts'
import type { Context, Viewer } from './procedures/procedure.ts'
import { version } from './version.ts'

export type AppOptions = {
  store: Store
  auth: Auth
  site: Site
  pages: PageCache
  log: Logger
  siteName: string
  siteUrl: string
  today: () => string
  hasMailbox: boolean
  clientAddress: (request: IncomingMessage) => string
  runInBackground: Context['runInBackground']
  fetchSafely: FetchSafely
  sign: Context['sign']
  newerMigration: NewerMigration
  metrics?: Metrics
  metricsToken?: string
  /** The operator's SITE_CONTACT and pages. */
  contact?: string
  texts?: Texts
}

type HonoContext = HonoRequestContext<Host>

const maxBodyBytes = 1024 * 1024
/** Enough for an address, a name and two passwords: Better Auth parses the whole body before any rate limit. */
const maxAccountBodyBytes = 16 * 1024
/** Replaces oRPC's serializer for regular expressions: no procedure takes one, and it would compile whatever is sent. */
const refuseRegExp = {
  type: 5,
  condition: (value: unknown) => value instanceof RegExp,
  serialize: String,
  deserialize: () => {
    throw new TypeError('No procedure takes a regular expression')
  },
}
const isPublicApi = (path: string) => /^\/api\/v1(?:\/|$)/.test(path)
/** GET only reads: oRPC refuses it for a procedure that writes. HEAD is answered as GET. */
const isRead = (method: string) => method === 'GET' || method === 'HEAD'
/** The methods allowed for a path of the API. All but reads must come from this site's origin. */
const methodsOf = (path: string) =>
  isPublicApi(path) ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'POST']
/**
 * Pages of other sites read what is public. With `*` browsers send no cookies and give no page an answer that was made
 * with one; what writes is allowed to none of them.
 */
const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
}

const uploadPaths = new Set(['/api/rpc/imports/start', '/api/v1/imports'])
/** Who may edit the conference is known only when the body is read: any member may send a programme. */
const programmePath =
  /^\/api\/(?:rpc\/programmeSyncs\/(?:preview|createEvent)|v1\/events\/(?:[0-9a-f-]{36}\/syncs|from-programme))$/
/** Two files and what is around them. */
const maxProgrammeBytes = limits.programmeFile + 2 * 1024 * 1024
const picturePaths = new Set(['/api/rpc/pictures/upload', '/api/v1/pictures'])
/** A picture comes with the names and borders of a form around it. */
const maxPictureBodyBytes = limits.pictureFile + 64 * 1024

/** oRPC lets a body or a query replace what the path names; the address of a request would not be what it is about. */
function refuseOtherNames<T>(options: {
  input: unknown
  context: Context
  procedure: { '~orpc': { route: { path?: string } } }
  next: () => Promise<T>
}): Promise<T> {
  const { input, context, procedure, next } = options
  const template = procedure['~orpc'].route.path?.split('/') ?? []
  const parts = context.pathname?.slice('/api/v1'.length).split('/') ?? []
  for (const [index, part] of template.entries()) {
    const name = part.match(/^\{(\w+)\}$/)?.[1]
    if (!name) continue
    const given = (input as Record<string, unknown> | undefined)?.[name]
    if (given !== decodePathPart(parts[index] ?? ''))
      throw new ORPCError('BAD_REQUEST', { message: `${name} in the path and beside it are not the same` })
  }
  return next()
}

/** The whole site as one fetch handler: API, accounts, static files, pages. */
export function createApp(options: AppOptions): Hono<Host> {
  const { store, auth, site, pages, log, today } = options
  const isHttps = options.siteUrl.startsWith('https:')
  const siteOrigin = new URL(options.siteUrl).origin
  const baseContext = () => ({
    ...store.forRequest(),
    today: today(),
    site: { name: options.siteName, url: options.siteUrl },
    contact: options.contact,
    texts: options.texts,
    waitForChanges: store.waitForChanges,
    runInBackground: options.runInBackground,
    fetchSafely: options.fetchSafely,
    sign: options.sign,
  })
  const takeTurn = createTurns()
  const addressOf = (c: HonoContext) =>
    c.env?.incoming ? addressKey(options.clientAddress(c.env.incoming)) : 'unknown'
  const viewerOfRequest = (c: HonoContext) => viewerOf(c.req.raw.headers, auth, store.db)
  const apiContext = async (c: HonoContext): Promise<Context> => ({
    ...baseContext(),
    address: addressOf(c),
    viewer: await viewerOfRequest(c),
    pageViewer: c.req.header(pageViewerHeader),
    shows: () => {},
  })
  /** Who asks for a page. Meanwhile this process reads what has changed, so that their page shows what they wrote by another. */
  const viewerOfPage = async (headers: Headers): Promise<Viewer> => {
    if (!auth.sessionToken(headers.get('cookie'))) return null
    const { db } = store.forRequest()
    const [viewer] = await Promise.all([viewerOf(headers, auth, db), store.waitForChanges()])
    return viewer
  }
  const refuseWrites = async <T>({
    next,
    procedure,
    context: { viewer, pageViewer },
  }: {
    next: () => Promise<T>
    procedure: AnyProcedure
    context: Context
  }) => {
    const { method } = procedure['~orpc'].route
    if (!method || method === 'GET') return next()
    if (await options.newerMigration())
      throw new ORPCError('SERVICE_UNAVAILABLE', { message: writesRefusedMessage })
    if (viewer && pageViewer && pageViewer !== viewer.id)
      throw new ORPCError(otherAccount, { status: 409, message: otherAccountMessage(viewer) })
    return next()
  }
  const withPublicErrors = async <T>({ next }: { next: () => Promise<T> }): Promise<T> => {
    try {
      return await next()
    } catch (error) {
      throw publicError(error, log)
    }
  }
  const rpc = new RPCHandler(router, {
    clientInterceptors: [refuseWrites, withPublicErrors],
    customJsonSerializers: [refuseRegExp],
  })
  const openApi = new OpenAPIHandler(router, {
    clientInterceptors: [refuseWrites, withPublicErrors, refuseOtherNames],
  })

  /** The viewer is checked first, so that a large body is read only from a member, and a very large one from an administrator. */
  async function maxBodySize(c: HonoContext): Promise<number> {
    const { path } = c.req
    if (uploadPaths.has(path) && (await apiContext(c)).viewer?.isAdmin) return limits.importFile
    if (picturePaths.has(path) && (await apiContext(c)).viewer) return maxPictureBodyBytes
    if (programmePath.test(path) && (await apiContext(c)).viewer) return maxProgrammeBytes
    return path.startsWith('/api/auth/') ? maxAccountBodyBytes : maxBodyBytes
  }

  const app = new Hono<Host>()

  app.use(async (c, next) => {
    await next()
    const isFramed = c.res.headers.get('content-security-policy')?.endsWith(framedByAnyone)
    for (const [name, value] of Object.entries(commonHeaders))
      if (!c.res.headers.has(name) && !(isFramed && name === 'x-frame-options'))
        c.res.headers.set(name, value)
    if (isHttps) c.res.headers.set('strict-transport-security', transportSecurity)
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', closedPolicy)
  })
  app.use(compress())
  app.onError((error, c) => {
    if (error instanceof TooManyWaiting) return c.text(error.message, 429, { 'retry-after': '5' })
    const { code, message, data, status } = publicError(error, log)
    return c.json({ code, message, data }, status as 500)
  })

  app.get('/healthz', (c) => c.text(`ok ${version}`))
  app.get('/readyz', async (c) => {
    const newer = await options.newerMigration()
    const reason = newer
      ? `the database was migrated by a newer Hallway (it has ${newer})`
      : await reasonNotReady(store, log)
    return reason ? c.text(reason, 503) : c.text('ok')
  })

  metricsRoutes(app, options.metrics, options.metricsToken)
  app.get('/.well-known/security.txt', (c) =>
    options.contact
      ? c.text(securityText(options.contact, options.siteUrl, today()), 200, {
          'cache-control': 'public, max-age=86400',
        })
      : c.text('Not found', 404),
  )

  app.use('/api/*', async (c, next) => {
    if (isPublicApi(c.req.path)) {
      if (c.req.method === 'OPTIONS') return c.body(null, 204, preflightHeaders)
      if (isRead(c.req.method)) {
        await next()
        c.res.headers.set('access-control-allow-origin', '*')
        return
      }
    }
    const allowedMethods = methodsOf(c.req.path)
    if (allowedMethods.includes(c.req.method)) return next()
    const message = `The method ${c.req.method} is not allowed here`
    return c.json({ code: 'METHOD_NOT_ALLOWED', message }, 405, { allow: allowedMethods.join(', ') })
  })
  const fromThisSite: MiddlewareHandler<Host> = async (c, next) => {
    // Browsers send the origin with each write: the session's cookie alone would let a sibling host write.
    const origin = c.req.header('origin')
    if (
      isRead(c.req.method) ||
      (origin === undefined && c.req.header('sec-fetch-site') !== 'cross-site') ||
      origin === siteOrigin ||
      (origin !== undefined && isSameHost(origin, c.req.header('host')))
    )
      return next()
    return c.json({ code: 'FORBIDDEN', message: 'This request was sent from another site' }, 403)
  }
  app.use('/api/*', fromThisSite)
  app.use('/api/*', async (c, next) => {
    const maxSize = await maxBodySize(c)
    const message =
      maxSize === maxPictureBodyBytes
        ? tooLarge
        : `The request is larger than ${maxSize < maxBodyBytes ? `${maxSize / 1024} kB` : `${maxSize / 1024 / 1024} MB`}`
    // The rest of the body is not read, so the connection can't be reused.
    const onError = () => c.json({ code: 'PAYLOAD_TOO_LARGE', message }, 413, { connection: 'close' })
    return bodyLimit({ maxSize, onError })(c, next)
  })
  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-cache')
  })
  app.on(['GET', 'POST'], '/api/auth/*', async (c) => {
    // Its GET endpoints write too: they extend sessions and confirm addresses.
    if (await options.newerMigration())
      return c.json({ code: 'SERVICE_UNAVAILABLE', message: writesRefusedMessage }, 503)
    const request = new Request(c.req.raw)
    request.headers.set(addressHeader, addressOf(c))
    return auth.handler(request)
  })
  app.get('/api/v1/openapi.json', async (c) => {
    const { apiDocument } = await import('./api-document.ts')
    return c.json(await apiDocument(router, baseContext().site))
  })
  app.get('/api/v1', (c) => c.redirect('/developers', 302))
  app.get('/api/answers', async (c) => {
    const url = URL.parse(c.req.query('href') ?? '', options.siteUrl)
    if (url?.origin !== siteOrigin || !isWellEncoded(url.pathname))
      return c.json({ code: 'BAD_REQUEST', message: 'href is the address of a page of this site' }, 400)
    const address = addressOf(c)
    const viewer = await viewerOfPage(c.req.raw.headers)
    // Not for a page of somebody else, who has signed out in another tab.
    if ((c.req.header(pageViewerHeader) ?? viewer?.id) !== viewer?.id) return c.json({})
    const body = await takeTurn(address, () =>
      site.readAnswers(new Request(url), { ...baseContext(), address, viewer }),
    )
    return c.body(body, 200, { 'content-type': 'application/json' })
  })
  app.use('/api/rpc/*', async (c) => {
    const { response } = await rpc.handle(c.req.raw, {
      prefix: '/api/rpc',
      context: await apiContext(c),
    })
    return response ?? c.json({ code: 'NOT_FOUND', message: 'Unknown procedure' }, 404)
  })
  app.use('/api/*', async (c) => {
    const request = c.req.method === 'HEAD' ? new Request(c.req.raw, { method: 'GET' }) : c.req.raw
    const { response } = await openApi.handle(request, {
      prefix: '/api/v1',
      context: { ...(await apiContext(c)), pathname: new URL(c.req.url).pathname },
    })
    return response ?? c.json({ code: 'NOT_FOUND', message: 'Unknown API path' }, 404)
  })

  sitemapRoutes(app, options)
  const publicSite = baseContext().site
  feedRoutes(app, { site: publicSite, today, respond })
  embedRoutes(app, { site: publicSite, today, respond })
  privateCalendarRoutes(app, { db: store.db, site: publicSite, today, sign: options.sign })
  unsubscribeRoutes(app, { db: store.db, sign: options.sign })
  addressChangeRoutes(app, { db: store.db, mail: auth.mail })
  directoryExportRoutes(app, { db: store.replica, site: publicSite, today, viewerOf: viewerOfRequest })
  accountExportRoutes(app, { db: store.db, site: publicSite, version, viewerOf: viewerOfRequest })
  pictureRoutes(app, store)
  shareImageRoutes(app, { db: store.db, site: publicSite, paint: createCardPainter() })
  if (options.hasMailbox) mailboxRoutes(app, store)

  const cacheForever = 'public, max-age=31536000, immutable'
  app.use(
    '/assets/*',
    serveStatic({
      root: 'dist/client',
      precompressed: true,
      onFound: (_, c) => c.header('cache-control', cacheForever),
    }),
  )
  app.get('/assets/*', (c) => c.text('Not found', 404))
  app.on(
    'GET',
    [
      '/favicon.svg',
      '/favicon.ico',
      '/apple-touch-icon.png',
      '/events_import_template.csv',
      '/programme_template.csv',
    ],
    serveStatic({
      root: 'dist/client',
      precompressed: true,
      onFound: (_, c) => c.header('cache-control', 'public, max-age=86400'),
    }),
  )

  // A form that was sent before, or without, the script of its page.
  app.post('*', fromThisSite, async (c) => {
    const refuse = () => c.text('This form is larger than it may be', 413, { connection: 'close' })
    const answer = () =>
      answerForm(c.req.raw, {
        site,
        auth,
        log,
        newerMigration: options.newerMigration,
        contextOf: async (headers) => ({
          ...baseContext(),
          address: addressOf(c),
          viewer: await viewerOfPage(headers),
        }),
      })
    let response: Response | undefined
    const refusal = await bodyLimit({ maxSize: maxBodyBytes, onError: refuse })(c, async () => {
      response = await answer()
    })
    return response ?? refusal ?? refuse()
  })

  // Password managers know this address.
  app.get('/.well-known/change-password', (c) => c.redirect('/account/settings'))

  app.get('*', async (c) => {
    const { headers } = c.req.raw
    const { pathname, search } = new URL(c.req.url)
    // The router would redirect to the scheme and host that it sees, which differ behind a proxy.
    if (pathname.startsWith('//')) return c.redirect(pathname.replace(/\/+/g, '/') + search, 308)
    const address = addressOf(c)
    // Such an address is of no page: the router refuses to read it.
    if (!isWellEncoded(pathname))
      return sendOnce(await takeTurn(address, () => visitorPage(new URL('/404', c.req.url).href)))
    const viewer = await viewerOfPage(headers)
    const key = pageKey(c.req.url)
    // Whether the link of a mail still works may have changed since the last time.
    const isUncached =
      viewer !== null || pathname === '/auth/reset' || /^\/(?:unsubscribe|address)\//.test(pathname)
    const encoding = headers.get('accept-encoding') ?? undefined
    if (isUncached)
      return sendOnce(
        await takeTurn(address, () => site.render(c.req.raw, { ...baseContext(), address, viewer }, false)),
        encoding,
      )
    const page = await takeTurn(address, () =>
      pages.render(key, () => visitorPage(new URL(c.req.url).origin + key)),
    )
    const body = await bodyOf(page, encoding)
    return new Response(body.bytes.length > 0 ? body.bytes : null, {
      status: page.status,
      headers: body.headers,
    })
  })

  /** The page for every visitor, rendered without the headers of the request. */
  async function visitorPage(url: string) {
    const context = baseContext()
    const renderedPage = await site.render(
      new Request(url),
      // Not from the replica: it may lag behind the change that has just dropped the cached page.
      { ...context, replica: context.db, address: '', viewer: null },
      true,
    )
    renderedPage.headers = {
      ...renderedPage.headers,
      ...cachedHeaders(renderedPage.status),
      vary: 'accept-encoding, cookie',
    }
    return renderedPage
  }

  /** A feed, an exported file or a page for frames, from the page cache: the same for everybody, and readable by pages of other sites. */
  async function respond(c: HonoContext, read: Parameters<Respond>[1]) {
    const page = await pages.render(pageKey(c.req.url), async () => {
      const feed = await read(store.db)
      const newPath = feed ? undefined : await findNewPath(store.db, c.req.path)
      const status = feed ? 200 : newPath ? 301 : newPath === null ? 410 : 404
      const { 'x-frame-options': unframed, ...headers } = cachedHeaders(status)
      return {
        status,
        headers: {
          ...headers,
          ...(!feed?.isFramed && { 'x-frame-options': unframed }),
          ...(feed?.fileName && { 'content-disposition': contentDisposition(feed.fileName) }),
          ...(newPath && { location: newPath }),
          'content-type': feed?.contentType ?? 'text/plain; charset=utf-8',
          'content-security-policy': feed?.policy ?? closedPolicy,
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
          vary: 'accept-encoding',
        },
        html: feed?.body ?? (status === 410 ? 'Removed' : 'Not found'),
        tags: feed?.tags ?? [],
      }
    })
    const { bytes, headers, etag } = await bodyOf(page, c.req.header('accept-encoding'))
    if (page.status === 200 && c.req.header('if-none-match')?.includes(etag))
      return new Response(null, { status: 304, headers: withoutBody(headers) })
    return new Response(bytes, { status: page.status, headers })
  }

  function cachedHeaders(status: number) {
    return {
      ...commonHeaders,
      ...(isHttps && { 'strict-transport-security': transportSecurity }),
      'cache-control': status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store',
    }
  }
  return app
}

/** Shown or saved under a name; readers that know no other letters get those of ASCII. */
function contentDisposition(fileName: string): string {
  const name = fileName.replace(/[\\/:*?"<>|\s]+/g, ' ').trim()
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["\\]/g, '_')
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** A page for one person. */
function sendOnce({ status, headers, html }: RenderedPage, acceptEncoding?: string): Response {
  const { bytes, encoding } = bodyOnce(html, acceptEncoding)
  return new Response(bytes.length > 0 ? bytes : null, {
    status,
    headers: {
      ...headers,
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': String(bytes.length),
      'cache-control': 'private, no-cache',
    },
  })
}

/** RFC 9116. It is made for each day, so it never expires; whoever keeps a copy looks again within half a year. */
function securityText(contact: string, siteUrl: string, today: string): string {
  const expires = new Date(Date.parse(today) + 180 * 86_400_000).toISOString().replace('.000', '')
  return [
    `Contact: ${contactUrl(contact)}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** The headers of an answer that the client's copy is still right: all others, for they replace those of the copy. */
const withoutBody = ({ 'content-length': _, 'content-encoding': __, ...headers }: Record<string, string>) =>
  headers

/** Whether the request comes from a page of the host that it is sent to, whatever name that host is reached by. */
const isSameHost = (origin: string, host: string | undefined) =>
  host !== undefined && URL.parse(origin)?.host === host
