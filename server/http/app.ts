import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { directoryExportRoutes } from '#features/feeds/directory-export.server.ts'
import { feedRoutes } from '#features/feeds/feed-routes.server.ts'
import { privateCalendarRoutes } from '#features/feeds/private-calendars.server.ts'
import { unsubscribeRoutes } from '#features/notifications/unsubscribe.server.ts'
import { offlineRoutes } from '#features/offline/offline-routes.server.ts'
import { accountExportRoutes } from '#features/people/account-export.server.ts'
import { pictureRoutes } from '#features/pictures/picture-files.server.ts'
import { mapRoutes } from '#features/places/map-routes.server.ts'
import { createCardPainter } from '#features/sharing/card-painter.server.ts'
import { embedRoutes } from '#features/sharing/embed-routes.server.ts'
import { posterRoutes } from '#features/sharing/poster-routes.server.ts'
import { shareImageRoutes } from '#features/sharing/share-images.server.ts'
import { sitemapRoutes } from '#features/site/sitemap.server.ts'
import { trendsRoutes } from '#features/site/trends-routes.server.ts'
import { contactUrl } from '#lib/contact.ts'
import { reasonNotServing } from '#platform/database/readiness.ts'
import { publicError } from '#platform/procedures/failures.ts'
import type { Host } from '#platform/procedures/host.ts'
import { accepts, readBody } from '#platform/request-bodies.ts'
import { version } from '#platform/version.ts'
import { addressChangeRoutes } from '../accounts/address-change.ts'
import { confirmationRoutes } from '../accounts/confirmation.ts'
import { mailboxRoutes } from '../mail/mailbox.ts'
import { checkHeader, isCheckToken, seenRequest } from '../operator/seen-request.ts'
import { createRespond, pageRoutes } from '../pages/page-routes.ts'
import { closedPolicy, commonHeaders, mayBeFramed, transportSecurity } from '../pages/security.ts'
import { apiRoutes, preflightHeaders } from './api-routes.ts'
import { dumpRoutes } from './dump-files.ts'
import type { createMcp } from './mcp.ts'
import { metricsRoutes } from './metrics.ts'
import { offlineFiles } from './offline-files.ts'
import { answerRefusal, Refusal } from './refusal.ts'
import { type AppOptions, createRequests, type Requests } from './requests.ts'

/** The whole site as one fetch handler: API, accounts, static files, pages. */
export function createApp(options: AppOptions): Hono<Host> {
  const { store, auth, log, today } = options
  const requests = createRequests(options)
  const app = new Hono<Host>()

  app.use(securityHeaders(options.siteUrl.startsWith('https:')))
  app.use(compress())
  app.onError((error, c) => {
    if (error instanceof Refusal) return answerRefusal(c, error, options.siteName)
    const { code, message, data, status } = publicError(error, log)
    return c.json({ code, message, data }, status as 500)
  })

  healthRoutes(app, options)
  metricsRoutes(app, options.metrics, options.metricsToken)
  securityTextRoute(app, options)
  staticFiles(app)
  offlineFiles(app, options)

  // All of the above is answered however much is asked for.
  app.use(requests.inTurn)
  app.use(readBody)
  confirmationRoutes(app, auth)
  apiRoutes(app, options, requests)
  mcpRoutes(app, options, requests)
  // For feeds and files: what has no access-control-allow-origin is read by no other site.
  app.options('*', (c) => c.body(null, 204, preflightHeaders))
  sitemapRoutes(app, options)
  const { viewerOfRequest, publicSite } = requests
  const respond = createRespond(options)
  feedRoutes(app, { site: publicSite, today, respond })
  mapRoutes(app, respond)
  posterRoutes(app, { respond, today })
  trendsRoutes(app, { respond, today })
  embedRoutes(app, { site: publicSite, respond })
  offlineRoutes(app, { respond })
  privateCalendarRoutes(app, { db: store.db, site: publicSite, today, sign: options.sign })
  unsubscribeRoutes(app, { db: store.db, sign: options.sign })
  addressChangeRoutes(app, { db: store.db, mail: auth.mail })
  directoryExportRoutes(app, { db: store.replica, site: publicSite, today, viewerOf: viewerOfRequest })
  accountExportRoutes(app, { db: store.db, site: publicSite, version, viewerOf: viewerOfRequest })
  dumpRoutes(app, options.dumpDir)
  pictureRoutes(app, store)
  shareImageRoutes(app, {
    db: store.db,
    site: publicSite,
    paint: createCardPainter(),
    addressOf: requests.addressOf,
  })
  if (options.hasMailbox) mailboxRoutes(app, store)

  // Password managers know this address.
  app.get('/.well-known/change-password', (c) => c.redirect('/account/settings'))

  pageRoutes(app, options, requests)
  return app
}

/** On every answer; a route that sets one of them keeps its own. */
const securityHeaders =
  (isHttps: boolean): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const isFramed = mayBeFramed(c.res.headers.get('content-security-policy'))
    for (const [name, value] of Object.entries(commonHeaders))
      if (!c.res.headers.has(name) && !(isFramed && name === 'x-frame-options'))
        c.res.headers.set(name, value)
    if (isHttps) c.res.headers.set('strict-transport-security', transportSecurity)
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', closedPolicy)
  }

/** For models, as they read and no faster than others. */
function mcpRoutes(app: Hono<Host>, options: AppOptions, { baseContext, addressOf, takeTurn }: Requests) {
  let mcp: Promise<ReturnType<typeof createMcp>> | undefined
  app.post('/mcp', accepts({ maxBytes: 64 * 1024 }), async (c) => {
    mcp ??= import('./mcp.ts').then(({ createMcp }) => createMcp(options))
    const answer = await mcp
    const context = { ...baseContext(), address: addressOf(c), viewer: null, shows: () => {} }
    return takeTurn(c, () => answer(c.req.raw, context), false)
  })
  app.all('/mcp', (c) =>
    c.text('Send a JSON-RPC message of the Model Context Protocol', 405, { allow: 'POST' }),
  )
}

function healthRoutes(app: Hono<Host>, { store, log, ...options }: AppOptions) {
  app.get('/healthz', (c) => {
    const token = c.req.header(checkHeader)
    const incoming = c.env?.incoming
    return token && incoming && isCheckToken(options.sign, token)
      ? c.json({ version, ...seenRequest(incoming, options.clientAddress) })
      : c.text(`ok ${version}`)
  })
  app.get('/readyz', async (c) => {
    const reason = await reasonNotServing(store, options.newerMigration, log)
    return reason ? c.text(reason, 503) : c.text('ok')
  })
}

function staticFiles(app: Hono<Host>) {
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
      '/app-icon-192.png',
      '/app-icon-512.png',
      '/app-icon-maskable.png',
      '/events_import_template.csv',
      '/programme_template.csv',
      '/programme-workflow.yml',
    ],
    serveStatic({
      root: 'dist/client',
      precompressed: true,
      onFound: (_, c) => c.header('cache-control', 'public, max-age=86400'),
    }),
  )
}

/** RFC 9116. It is made for each day, so it never expires; a stored copy is outdated within half a year. */
function securityTextRoute(app: Hono<Host>, { contact, siteUrl, today }: AppOptions) {
  app.get('/.well-known/security.txt', (c) => {
    if (!contact) return c.text('Not found', 404)
    const expires = new Date(Date.parse(today()) + 180 * 86_400_000).toISOString().replace('.000', '')
    const lines = [
      `Contact: ${contactUrl(contact)}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl}/.well-known/security.txt`,
      '',
    ]
    return c.text(lines.join('\n'), 200, { 'cache-control': 'public, max-age=86400' })
  })
}
