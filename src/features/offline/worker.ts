import { copyPath } from './copy-path.ts'
import { copyOfPage, filesCache, isAway, kindOf, pagePath, surplusVersions } from './worker-rules.ts'

// The service worker, in a file of its own (/sw.js). It stores the files of this version of the site and answers with them
// where the network does not; all data is the pages' (answer.ts). It handles this site's own GET requests alone.

type LifecycleEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type RequestEvent = LifecycleEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type WorkerScope = {
  addEventListener: (name: string, listener: (event: never) => void) => void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
  location: Location
}
declare const self: WorkerScope
/** Set by scripts/build-worker.ts: the files of a version, and its name. */
declare const offlineFiles: string[]
declare const offlineBuild: string

const filesName = filesCache(offlineBuild)
/** A network that takes longer is answered for, if there is a copy. */
const timeoutMs = 3000

self.addEventListener('install', (event: LifecycleEvent) => event.waitUntil(install()))
self.addEventListener('activate', (event: LifecycleEvent) => event.waitUntil(activate()))
self.addEventListener('fetch', (event: RequestEvent) => {
  const { request } = event
  const kind = kindOf(request, self.location.origin)
  if (kind === 'file') event.respondWith(answerFile(request))
  if (kind === 'page') event.respondWith(answerPage(event))
})

/** All files, or none: a version takes over when it is complete. The three scopes share them. */
async function install() {
  const cache = await caches.open(filesName)
  const paths = [...offlineFiles, pagePath]
  const storedFiles = await Promise.all(paths.map((path) => cache.match(path)))
  await cache.addAll(paths.filter((_, index) => !storedFiles[index]))
  await self.skipWaiting()
}

/** The version before stays for pages that are still open. */
async function activate() {
  const old = surplusVersions(await caches.keys(), offlineBuild)
  await Promise.all(old.map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Files never change under their names. */
async function answerFile(request: Request): Promise<Response> {
  const storedFile = await caches.match(request)
  if (storedFile) return storedFile
  const response = await fetch(request)
  if (response.ok) await (await caches.open(filesName)).put(request, response.clone())
  return response
}

/**
 * The page from the network, or the one that shows the copies: if the network fails, and, where there is a copy, if it is
 * slow or a proxy answers for a site that is away.
 */
async function answerPage(event: RequestEvent): Promise<Response> {
  const page = event.preloadResponse.then((response) => response ?? fetch(event.request))
  const isCopied = await hasCopy(new URL(event.request.url).pathname)
  const response = await Promise.race(isCopied ? [page, pause()] : [page]).catch(() => undefined)
  // Firefox resolves a preload that failed with an error response instead of rejecting it.
  const isAnswered = response && response.type !== 'error' && !(isCopied && isAway(response.status))
  return isAnswered ? response : ((await offlinePage()) ?? response ?? page)
}

const pause = () => new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))

async function hasCopy(pathname: string) {
  const name = copyOfPage(pathname)
  return name !== undefined && (await caches.match(copyPath(name))) !== undefined
}

/** Without the header of a compression that the stored bytes no longer have. */
async function offlinePage(): Promise<Response | undefined> {
  const storedPage = await (await caches.open(filesName)).match(pagePath)
  if (!storedPage) return
  const headers = new Headers(storedPage.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  return new Response(storedPage.body, { headers })
}
