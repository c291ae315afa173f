import type { Hono, Context as HonoContext } from 'hono'
import { findNewPath } from '#features/administration/old-addresses.server.ts'
import { directorySearch } from '#features/directory/search.ts'
import { listedCountry } from '#lib/country-names.ts'
import { parseSearch, stringifySearch } from '#lib/search-params.ts'
import { isWellEncoded } from '#lib/text.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Respond } from '#platform/procedures/respond.ts'
import { accepts, maxTextBytes } from '#platform/request-bodies.ts'
import type { AppOptions, Requests } from '../http/requests.ts'
import { bodyOf, bodyOnce, type RenderedPage } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import { answerForm, pageHeaders } from './posted-forms.ts'
import { closedPolicy, commonHeaders, mayBeFramed, transportSecurity } from './security.ts'

/** Pages and the forms that are sent to them: every path that nothing else answers. */
export function pageRoutes(app: Hono<Host>, options: AppOptions, requests: Requests) {
  const { auth, site, pages, log } = options
  const { addressOf, baseContext, fromThisSite, takeTurn, viewerOfPage } = requests

  // A form that was sent before, or without, the script of its page.
  app.post('*', accepts({ maxBytes: maxTextBytes }), fromThisSite, (c) =>
    answerForm(c.req.raw, {
      render: (...page) => takeTurn(c, () => site.render(...page), true),
      auth,
      log,
      newerMigration: options.newerMigration,
      contextOf: async (headers) => ({
        ...baseContext(),
        address: addressOf(c),
        viewer: await viewerOfPage(headers),
      }),
    }),
  )

  // The same for everybody.
  for (const path of ['/embed/conferences/:slug', '/conferences/:slug/print']) app.get(path, sendVisitorPage)

  app.get('*', async (c) => {
    const { headers } = c.req.raw
    const { pathname, search } = new URL(c.req.url)
    // The router would redirect to the scheme and host that it sees, which differ behind a proxy.
    if (pathname.startsWith('//'))
      return c.body(null, 308, {
        location: pathname.replace(/\/+/g, '/') + search,
        'cache-control': 'no-store',
      })
    // Such an address is of no page: the router refuses to read it.
    if (!isWellEncoded(pathname)) return sendOnce(await visitorPage(new URL('/404', c.req.url).href))
    const renamed = pathname === '/conferences' && withListedCountries(search)
    if (renamed) return c.redirect(pathname + renamed, 301)
    const viewer = await viewerOfPage(headers)
    if (!viewer) return sendVisitorPage(c)
    const context = { ...baseContext(), address: addressOf(c), viewer }
    const page = await site.render(new Request(c.req.url, { headers: pageHeaders(headers) }), context, false)
    return sendOnce(page, headers.get('accept-encoding') ?? undefined)
  })

  async function sendVisitorPage(c: HonoContext<Host>) {
    const key = pageKey(c.req.url)
    const page = await pages.render(key, () => visitorPage(new URL(c.req.url).origin + key))
    const body = await bodyOf(page, c.req.header('accept-encoding'))
    return new Response(body.bytes.length > 0 ? body.bytes : null, {
      status: page.status,
      headers: body.headers,
    })
  }

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
      ...cachedHeaders(renderedPage.status, options),
      vary: 'accept-encoding, cookie',
    }
    if (mayBeFramed(renderedPage.headers['content-security-policy']))
      delete renderedPage.headers['x-frame-options']
    if (!renderedPage.hasToken) return renderedPage
    // Whether such a link still works may have changed since the last time.
    renderedPage.headers['cache-control'] = privateCacheControl
    return { ...renderedPage, tags: [] }
  }
}

/** The search of the directory with the present names of its countries; undefined where they are the present ones. */
function withListedCountries(query: string): string | undefined {
  const search = directorySearch(parseSearch(query))
  const countries = search.country?.map(listedCountry)
  if (!countries || countries.join() === search.country?.join()) return
  return stringifySearch({ ...search, country: [...new Set(countries)] })
}

/** Answers a feed or an exported file from the page cache: the same for everybody, and readable by pages of other sites. */
export function createRespond(options: AppOptions): Respond {
  const { pages, store, siteUrl } = options
  return async (c, read) => {
    const key = pageKey(c.req.url)
    const page = await pages.render(key, async () => {
      const feed = await read(store.db, parseSearch(new URL(key, siteUrl).search))
      const newPath = feed ? undefined : await findNewPath(store.db, c.req.path)
      const status = feed ? 200 : newPath ? 301 : newPath === null ? 410 : 404
      return {
        status,
        headers: {
          ...cachedHeaders(status, options),
          ...(feed?.fileName && { 'content-disposition': contentDisposition(feed.fileName) }),
          ...(newPath && { location: newPath }),
          ...(feed?.maxAge && { 'cache-control': `public, max-age=${feed.maxAge}` }),
          'content-type': feed?.contentType ?? 'text/plain; charset=utf-8',
          'content-security-policy': feed?.policy ?? closedPolicy,
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'etag',
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
}

const cachedHeaders = (
  status: number,
  { siteUrl, sharedCacheSeconds }: Pick<AppOptions, 'siteUrl' | 'sharedCacheSeconds'>,
) => ({
  ...commonHeaders,
  ...(siteUrl.startsWith('https:') && { 'strict-transport-security': transportSecurity }),
  'cache-control': status === 200 ? publicCacheControl(sharedCacheSeconds) : 'no-store',
})

/** For how long a shared cache may go on with its copy while this site is away. */
const staleIfErrorSeconds = 86_400

/**
 * Browsers ask each time. So do shared caches, because the next visitor after a write sees the change, unless the operator
 * prefers that they answer by themselves for some seconds, and while the site is away; `must-revalidate` would forbid that.
 */
const publicCacheControl = (sharedCacheSeconds = 0) =>
  sharedCacheSeconds > 0
    ? `public, max-age=0, s-maxage=${sharedCacheSeconds}, stale-if-error=${staleIfErrorSeconds}`
    : 'public, max-age=0, must-revalidate'

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

const privateCacheControl = 'private, no-cache'

/** A page for one person. */
function sendOnce({ status, headers, html }: RenderedPage, acceptEncoding?: string): Response {
  const { bytes, encoding } = bodyOnce(html, acceptEncoding)
  return new Response(bytes.length > 0 ? bytes : null, {
    status,
    headers: {
      ...headers,
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': String(bytes.length),
      'cache-control': privateCacheControl,
    },
  })
}

/** The headers of an answer that the client's copy is still right: all others, for they replace those of the copy. */
const withoutBody = ({ 'content-length': _, 'content-encoding': __, ...headers }: Record<string, string>) =>
  headers
