import type { IncomingMessage } from 'node:http'
import type { Context as HonoRequestContext, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { pageViewerHeader } from '#lib/page-viewer.ts'
import { addressKey } from '#platform/client-address.ts'
import type { Texts } from '#platform/content.ts'
import type { Store } from '#platform/database/db.ts'
import type { NewerMigration } from '#platform/database/schema-version.ts'
import type { FetchSafely } from '#platform/fetch-safely.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { isRead } from '#platform/request-bodies.ts'
import type { Auth } from '../accounts/auth.ts'
import { viewerOf, viewerOfToken } from '../accounts/viewer.ts'
import type { PageCache } from '../pages/page-cache.ts'
import type { Site } from '../pages/site.ts'
import { createDumpList } from './dump-files.ts'
import type { Metrics } from './metrics.ts'
import { createTurns, type Turns } from './turns.ts'

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
  /** Made here where nobody counts them. */
  turns?: Turns
  metrics?: Metrics
  metricsToken?: string
  /** SHARED_CACHE_SECONDS; none if not given. */
  sharedCacheSeconds?: number
  /** OFFLINE; on if not given. */
  offline?: 'on' | 'off'
  /** The operator's SITE_CONTACT and pages. */
  contact?: string
  texts?: Texts
  /** The folder of the daily dumps. */
  dumpDir?: string
}

export type HonoContext = HonoRequestContext<Host>

export const isPublicApi = (path: string) => /^\/api\/v1(?:\/|$)/.test(path)

/** What every procedure gets of the site, new for each request. */
function createBaseContext({ store, auth, ...options }: AppOptions, site: Context['site']) {
  const dumps = options.dumpDir ? createDumpList(options.dumpDir) : undefined
  return () => ({
    ...store.forRequest(),
    today: options.today(),
    site,
    contact: options.contact,
    offline: options.offline,
    texts: options.texts,
    dumps,
    waitForChanges: store.waitForChanges,
    runInBackground: options.runInBackground,
    fetchSafely: options.fetchSafely,
    sign: options.sign,
    confirmIdentity: auth.confirmIdentity,
    mailNewAccessToken: auth.mail.newAccessToken,
  })
}

export type Requests = ReturnType<typeof createRequests>

/** What is known of a request (who sends it, from which network address), and what it is answered with. */
export function createRequests(options: AppOptions) {
  const { store, auth, turns = createTurns(options.log) } = options
  const publicSite = { name: options.siteName, url: options.siteUrl }
  const site = new URL(options.siteUrl)
  const baseContext = createBaseContext(options, publicSite)
  const addressOf = (c: HonoContext) =>
    c.env?.incoming ? addressKey(options.clientAddress(c.env.incoming)) : 'unknown'
  const viewerOfRequest = (c: HonoContext) => viewerOf(c.req.raw.headers, auth, store.db)
  /** Programs send an access token, to the public API alone. */
  const viewerOfApi = (c: HonoContext) => {
    const [, token] = /^Bearer (hw_.*)$/i.exec(c.req.header('authorization') ?? '') ?? []
    return token && isPublicApi(c.req.path) ? viewerOfToken(token, store.db) : viewerOfRequest(c)
  }
  const apiContext = async (c: HonoContext): Promise<Context> => ({
    ...baseContext(),
    address: addressOf(c),
    viewer: await viewerOfApi(c),
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
  /** Share images are drawn in a thread of their own, which has a queue of its own. */
  const inTurn: MiddlewareHandler<Host> = (c, next) =>
    isRead(c.req.method) && !c.req.path.startsWith('/og/')
      ? takeTurn(c, next)
      : turns.write(c.env?.incoming, next)
  /** The page that answers a form waits with those of people who are signed in. */
  const takeTurn = <T>(
    c: HonoContext,
    work: () => Promise<T>,
    isSignedIn = auth.sessionToken(c.req.header('cookie')) !== undefined,
  ) =>
    turns.read(
      { client: addressOf(c), isSignedIn, isGone: () => c.env?.incoming?.socket.destroyed === true },
      work,
    )
  return {
    baseContext,
    addressOf,
    viewerOfRequest,
    viewerOfPage,
    apiContext,
    fromThisSite: fromThisSite(site),
    publicSite,
    siteOrigin: site.origin,
    inTurn,
    takeTurn,
  }
}

/** Refuses a write that a page of another site sends. */
const fromThisSite =
  (site: URL): MiddlewareHandler<Host> =>
  async (c, next) => {
    // Browsers send the origin with each write: the session's cookie alone would let a sibling host write.
    const origin = c.req.header('origin')
    if (
      isRead(c.req.method) ||
      (origin === undefined && c.req.header('sec-fetch-site') !== 'cross-site') ||
      origin === site.origin ||
      // The host that the request is sent to, whatever name it is reached by. Where it has TLS, a page of the same name
      // without TLS may be that of somebody who sits on the line.
      origin === `${site.protocol}//${c.req.header('host')}`
    )
      return next()
    return c.json({ code: 'FORBIDDEN', message: 'This request was sent from another site' }, 403)
  }
