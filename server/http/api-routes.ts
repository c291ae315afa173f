import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { type AnyProcedure, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import type { Hono, Next } from 'hono'
import { undoableSets } from '#features/history/undo-rights.server.ts'
import { tooLarge } from '#features/pictures/picture.ts'
import { tooLargeMessage } from '#features/programme-import/reading/document.ts'
import { changeSetsHeader } from '#lib/change-sets.ts'
import { otherAccount, otherAccountMessage, pageViewerHeader } from '#lib/page-viewer.ts'
import { isWellEncoded } from '#lib/text.ts'
import { addressHeader } from '#platform/client-address.ts'
import { writesRefusedMessage } from '#platform/database/schema-version.ts'
import { publicError } from '#platform/procedures/failures.ts'
import type { Host } from '#platform/procedures/host.ts'
import { inputFields } from '#platform/procedures/input-fields.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { type AcceptedBody, accepts, isRead, maxTextBytes } from '#platform/request-bodies.ts'
import { limits } from '#src/limits.ts'
import { router } from '../api.ts'
import { type AppOptions, type HonoContext, isPublicApi, type Requests } from './requests.ts'

/** Enough for what a form holds of a visitor whose session has ended. */
const visitorBody: AcceptedBody = { maxBytes: 128 * 1024 }
const memberBody: AcceptedBody = { maxBytes: maxTextBytes }
/** Enough for an address, a name and two passwords: Better Auth parses the whole body before any rate limit. */
const accountBody: AcceptedBody = { maxBytes: 16 * 1024 }
/** Replaces oRPC's serializer for regular expressions: no procedure takes one, and it would compile whatever is sent. */
const refuseRegExp = {
  type: 5,
  condition: (value: unknown) => value instanceof RegExp,
  serialize: String,
  deserialize: () => {
    throw new TypeError('No procedure takes a regular expression')
  },
}
/** The methods allowed for a path of the API. All but reads must come from this site's origin. */
const methodsOf = (path: string) =>
  isPublicApi(path) ? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'POST']
/**
 * Pages of other sites read what is public. With `*` browsers send no cookies and give no page an answer that was made
 * with one; what writes is allowed to none of them.
 */
export const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'content-type, if-none-match',
  'access-control-max-age': '86400',
}

/** The names and borders of a form around a file. */
const aroundFile = 64 * 1024
/** The procedures that take files, by their paths in both APIs. Who may edit a conference is known only when the body is read. */
const uploads: (AcceptedBody & { paths: RegExp; isForAdmins?: boolean })[] = [
  {
    paths: /^\/api\/(?:rpc\/imports\/start|v1\/imports)$/,
    maxBytes: limits.importFile,
    isForAdmins: true,
  },
  {
    paths: /^\/api\/(?:rpc\/pictures\/upload|v1\/pictures)$/,
    maxBytes: limits.pictureFile + aroundFile,
    tooLarge,
  },
  {
    paths:
      /^\/api\/(?:rpc\/programmeSyncs\/(?:preview|createEvent)|v1\/events\/(?:[0-9a-f-]{36}\/syncs|from-programme))$/,
    // Two files and what is around them.
    maxBytes: limits.programmeFile + 2 * 1024 * 1024,
  },
  { paths: /^\/api\/rpc\/programmeSyncs\/push$/, maxBytes: limits.programmeFile + aroundFile },
  {
    paths: /^\/api\/v1\/events\/[0-9a-f-]{36}\/programme$/,
    maxBytes: limits.programmeFile,
    tooLarge: tooLargeMessage,
    isFile: true,
  },
]
export const uploadOf = (path: string) => uploads.find(({ paths }) => paths.test(path))

const isForm = (contentType = '') => contentType.toLowerCase().startsWith('multipart/form-data')

/** A misspelt filter would answer with everything, as if it had been read. */
async function refuseUnknownParameters<T>({
  next,
  procedure,
  input,
}: {
  next: () => Promise<T>
  procedure: AnyProcedure
  input: unknown
}) {
  if ((procedure['~orpc'].route.method ?? 'POST') !== 'GET' || typeof input !== 'object') return next()
  const fields = inputFields(procedure)
  const unknown = Object.keys(input ?? {}).filter((name) => !Object.hasOwn(fields, name))
  if (unknown.length === 0) return next()
  const message = `Unknown parameters: ${unknown.join(', ')}. Known here: ${Object.keys(fields).join(', ') || 'none'}.`
  throw new ORPCError('BAD_REQUEST', { message })
}

/** An access token reads as its person, except for what opens their account; one with a scope does what is of its scope. */
async function limitToken<T>({
  next,
  procedure,
  context: { viewer },
}: {
  next: () => Promise<T>
  procedure: AnyProcedure
  context: Context
}) {
  const { route, meta } = procedure['~orpc']
  const scope = meta.scope ?? (route.method === 'GET' && !meta.needsSession ? 'read' : undefined)
  if (!viewer?.tokenScope || viewer.tokenScope === scope) return next()
  const does =
    viewer.tokenScope === 'programme'
      ? 'This access token only changes the programme of its conference.'
      : 'This access token only reads, and no secret of the account.'
  throw new ORPCError('FORBIDDEN', { message: `${does} Sign in on the site to do this.` })
}

/** The procedures behind both APIs. */
function createHandlers({ log, newerMigration }: AppOptions) {
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
    if (await newerMigration()) throw new ORPCError('SERVICE_UNAVAILABLE', { message: writesRefusedMessage })
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
  // An array each: the handlers add to it.
  return {
    rpc: new RPCHandler(router, {
      clientInterceptors: [refuseWrites, withPublicErrors],
      customJsonSerializers: [refuseRegExp],
    }),
    openApi: new OpenAPIHandler(router, {
      clientInterceptors: [refuseUnknownParameters, limitToken, refuseWrites, withPublicErrors],
    }),
  }
}

/** Everything below /api: accounts, procedures for pages and for programs, and what pages ask while a pointer rests on a link. */
export function apiRoutes(app: Hono<Host>, options: AppOptions, requests: Requests) {
  const { addressOf, apiContext, fromThisSite, publicSite } = requests
  const { rpc, openApi } = createHandlers(options)

  /** A large body is read only from a member, a very large one only as the files that the procedure takes. */
  async function apiBody(c: HonoContext): Promise<AcceptedBody> {
    const upload = uploadOf(c.req.path)
    const small = { ...visitorBody, isFile: upload?.isFile }
    // Who sends a small body, like nearly all, need not be known here.
    if (Number(c.req.header('content-length')) <= visitorBody.maxBytes) return small
    const { viewer } = await apiContext(c)
    if (!viewer) return small
    const isSent = upload?.isFile || isForm(c.req.header('content-type'))
    return upload && isSent && (viewer.isAdmin || !upload.isForAdmins) ? upload : memberBody
  }

  app.use('/api/*', allowMethods)
  app.use('/api/*', fromThisSite)
  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'private, no-cache')
  })
  app.on(['GET', 'POST'], '/api/auth/*', accepts(accountBody), async (c) => {
    // Its GET endpoints write too: they extend sessions and confirm addresses.
    if (await options.newerMigration())
      return c.json({ code: 'SERVICE_UNAVAILABLE', message: writesRefusedMessage }, 503)
    const request = new Request(c.req.raw)
    request.headers.set(addressHeader, addressOf(c))
    const response = await options.auth.handler(request)
    // The next person at this browser finds nothing. The page deletes the same by hand: browsers obey this only over https.
    if (c.req.path === '/api/auth/sign-out' && response.ok)
      response.headers.set('clear-site-data', '"cache", "storage"')
    return response
  })
  app.get('/api/v1/openapi.json', async (c) => {
    const { apiDocument } = await import('./api-document.ts')
    return c.json(await apiDocument(router, publicSite))
  })
  app.get('/api/v1', (c) => c.redirect('/developers', 302))
  app.get('/api/answers', (c) => answersOfPage(c, options, requests))
  app.use('/api/rpc/*', accepts(apiBody), async (c) => {
    const context = { ...(await apiContext(c)), changeSets: new Set<number>() }
    const { response } = await rpc.handle(c.req.raw, { prefix: '/api/rpc', context })
    if (response?.ok) await offerUndo(response, context)
    return response ?? c.json({ code: 'NOT_FOUND', message: 'Unknown procedure' }, 404)
  })
  app.use('/api/*', accepts(apiBody), async (c) => {
    const request = c.req.method === 'HEAD' ? new Request(c.req.raw, { method: 'GET' }) : c.req.raw
    // Else oRPC would parse it.
    if (uploadOf(c.req.path)?.isFile)
      request.headers.set('content-disposition', 'attachment; filename="pushed"')
    const { response } = await openApi.handle(request, {
      prefix: '/api/v1',
      context: await apiContext(c),
    })
    return response ?? c.json({ code: 'NOT_FOUND', message: 'Unknown API path' }, 404)
  })
}

/** Sends the page the change sets that the person who saved them may undo. */
async function offerUndo({ headers }: Response, { db, viewer, changeSets }: Context) {
  if (!viewer || !changeSets?.size) return
  const setIds = await undoableSets(db, viewer, [...changeSets])
  if (setIds.length === changeSets.size) headers.set(changeSetsHeader, setIds.join())
}

async function allowMethods(c: HonoContext, next: Next) {
  const { method, path } = c.req
  if (isPublicApi(path)) {
    if (method === 'OPTIONS') return c.body(null, 204, preflightHeaders)
    if (isRead(method)) {
      await next()
      c.res.headers.set('access-control-allow-origin', '*')
      return
    }
  }
  const allowedMethods = methodsOf(path)
  if (allowedMethods.includes(method)) return next()
  const message = `The method ${method} is not allowed here`
  return c.json({ code: 'METHOD_NOT_ALLOWED', message }, 405, { allow: allowedMethods.join(', ') })
}

/** What the page at `href` has read, as JSON. */
async function answersOfPage(c: HonoContext, { site, siteUrl }: AppOptions, requests: Requests) {
  const url = URL.parse(c.req.query('href') ?? '', siteUrl)
  if (url?.origin !== requests.siteOrigin || !isWellEncoded(url.pathname))
    return c.json({ code: 'BAD_REQUEST', message: 'href is the address of a page of this site' }, 400)
  const address = requests.addressOf(c)
  const viewer = await requests.viewerOfPage(c.req.raw.headers)
  // Not for a page of somebody else, who has signed out in another tab.
  if ((c.req.header(pageViewerHeader) ?? viewer?.id) !== viewer?.id) return c.json({})
  const body = await site.readAnswers(new Request(url), { ...requests.baseContext(), address, viewer })
  return c.body(body, 200, { 'content-type': 'application/json' })
}
