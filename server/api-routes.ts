import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { type AnyProcedure, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import type { StandardHandlerOptions } from '@orpc/server/standard'
import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { tooLarge } from '#features/pictures/picture.ts'
import { otherAccount, otherAccountMessage, pageViewerHeader } from '#lib/page-viewer.ts'
import { isWellEncoded } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { addressHeader } from './accounts/client-address.ts'
import { router } from './api.ts'
import { writesRefusedMessage } from './database/schema-version.ts'
import { publicError } from './procedures/failures.ts'
import type { Host } from './procedures/host.ts'
import type { Context } from './procedures/procedure.ts'
import { isQuickJson, refuseUnparsed, strangeJson } from './quick-body.ts'
import { type AppOptions, type HonoContext, isRead, maxBodyBytes, type Requests } from './requests.ts'

/** Enough for the longest texts of a form, which a visitor sends whose session has ended. */
const maxVisitorBodyBytes = 128 * 1024
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

type RequestInterceptor = NonNullable<StandardHandlerOptions<Context>['interceptors']>[number]

const longTexts = `The texts of a form, without its files, are at most ${maxBodyBytes / 1024 / 1024} MB`
const isForm = (contentType = '') => contentType.startsWith('multipart/form-data')

/** Everything below /api: accounts, procedures for pages and for programs, and what pages ask while a pointer rests on a link. */
export function apiRoutes(app: Hono<Host>, options: AppOptions, requests: Requests) {
  const { auth, site, log } = options
  const { addressOf, apiContext, baseContext, fromThisSite, publicSite, siteOrigin, viewerOfPage } = requests
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
  /** The texts of a form, of which oRPC parses one as JSON, are together no longer than a body without files. */
  const refuseLongTexts: RequestInterceptor = ({ next, ...options }) => {
    const { request } = options
    const readBody = async () => {
      const body = await request.body()
      if (!(body instanceof FormData)) return body
      if ([...body.values()].join('').length > maxBodyBytes)
        throw new ORPCError('PAYLOAD_TOO_LARGE', { message: longTexts })
      // Of a call for pages.
      const json = body.get('data')
      if (typeof json === 'string' && !isQuickJson(Buffer.from(json)))
        throw new ORPCError('BAD_REQUEST', { message: strangeJson })
      return body
    }
    return next({ ...options, request: { ...request, body: readBody } })
  }
  const rpc = new RPCHandler(router, {
    interceptors: [refuseLongTexts],
    clientInterceptors: [refuseWrites, withPublicErrors],
    customJsonSerializers: [refuseRegExp],
  })
  const openApi = new OpenAPIHandler(router, {
    interceptors: [refuseLongTexts],
    clientInterceptors: [refuseWrites, withPublicErrors],
  })

  /** The viewer is checked first, so that a large body is read only from a member, and a very large one from an administrator. */
  async function maxBodySize(c: HonoContext): Promise<number> {
    const { path } = c.req
    if (path.startsWith('/api/auth/')) return maxAccountBodyBytes
    // Who sends a small body, like nearly all, need not be known here.
    if (Number(c.req.header('content-length')) <= maxVisitorBodyBytes) return maxVisitorBodyBytes
    const { viewer } = await apiContext(c)
    if (!viewer) return maxVisitorBodyBytes
    // Files come in forms. Nobody writes so much JSON.
    if (!isForm(c.req.header('content-type'))) return maxBodyBytes
    if (uploadPaths.has(path) && viewer.isAdmin) return limits.importFile
    if (picturePaths.has(path)) return maxPictureBodyBytes
    return programmePath.test(path) ? maxProgrammeBytes : maxBodyBytes
  }

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
  app.use('/api/*', fromThisSite)
  app.use('/api/*', async (c, next) => {
    if (isRead(c.req.method)) return next()
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
    const message = await refuseUnparsed(c)
    return message === undefined ? next() : c.json({ code: 'BAD_REQUEST', message }, 400)
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
    return c.json(await apiDocument(router, publicSite))
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
    const body = await site.readAnswers(new Request(url), { ...baseContext(), address, viewer })
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
      context: await apiContext(c),
    })
    return response ?? c.json({ code: 'NOT_FOUND', message: 'Unknown API path' }, 404)
  })
}
