// What the service worker answers, and from where.

/** What workers are registered for. All other pages never wait for one: the directory (/conferences) is none of them. */
export const scopes = ['/conferences/', '/dashboard', '/schedule']

export const pagePath = '/offline.html'
const filesPrefix = 'hallway-files '

/** The cache with the files of a version of the site. */
export const filesCache = (version: string) => filesPrefix + version

/** The caches of versions that go when another one takes over: the one before stays for pages that are still open. */
export const surplusVersions = (cacheNames: string[], version: string): string[] =>
  cacheNames.filter((name) => name.startsWith(filesPrefix) && name !== filesCache(version)).slice(0, -1)

type Asked = { method: string; mode: string; url: string }

/** Whether the worker answers with a file of the site or with a page; all else is left to the browser. */
export function kindOf({ method, mode, url }: Asked, origin: string): 'file' | 'page' | undefined {
  const { origin: askedOrigin, pathname } = new URL(url)
  if (method !== 'GET' || askedOrigin !== origin) return
  if (pathname.startsWith('/assets/')) return 'file'
  return mode === 'navigate' ? 'page' : undefined
}

/** The name of the copy that a page is made from; undefined for pages and downloads that no copy has. */
export function copyOfPage(pathname: string): string | undefined {
  if (/^\/(dashboard|schedule)$/.test(pathname)) return 'dashboard'
  const slug = /^\/conferences\/([^/]+)(\/talks\/\d+)?$/.exec(pathname)?.[1]
  return slug && decodeURIComponent(slug)
}

/** Whether a proxy answers for a site that is away. */
export const isAway = (status: number) => status >= 502 && status <= 504
