import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, createRouter } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { NotFound } from '#components/layout/not-found.tsx'
import { followPlainLinks } from '#components/layout/plain-link.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { trackNavigation } from '#lib/arrival.ts'
import { loadWith } from '#lib/load.ts'
import { postedFormKey } from '#lib/posted-form.ts'
import {
  type Answers,
  answersOf,
  createQueryClient,
  fetchAnswers,
  isFetchingAnswers,
  takeAnswers,
} from '#lib/query-client.ts'
import { parseSearch, stringifySearch } from '#lib/search-params.ts'
import { routeTree } from './route-tree.gen.ts'

/** Called by TanStack Start: once in the browser, once for each page on the server. */
export function getRouter() {
  const queryClient = createQueryClient(() => router.invalidate())
  let isHydrated = import.meta.env.SSR
  const posted = import.meta.env.SSR && globalThis.hallwayHost?.posted()
  if (posted) queryClient.setQueryData(postedFormKey, posted)
  const router = createRouter({
    routeTree,
    context: {
      load: loadWith(queryClient),
      prepare: async ({ location: { href }, preload, matches }) => {
        if (preload)
          for (const { routeId } of matches)
            router.loadRouteChunk(router.routesById[routeId as '__root__'])?.catch(() => {})
        if (preload || isFetchingAnswers(queryClient, href)) await fetchAnswers(queryClient, href)
      },
    },
    parseSearch,
    stringifySearch,
    scrollRestoration: ({ location }) => {
      if (isHydrated) return true
      isHydrated = true
      // A page that was scrolled before it was hydrated stays there: the browser restores the position of a document itself.
      // The router notes the places that scroll from now on, so it is told of this one.
      if (scrollY > 0) setTimeout(() => document.dispatchEvent(new Event('scroll')))
      return location.hash !== ''
    },
    // Where the browser supports it, it prerenders a visitor's next page itself (server/pages/visitor-scripts.ts).
    defaultPreload: isPrerenderedByBrowser() ? false : 'intent',
    // Query decides what is fresh, not the router.
    defaultPreloadStaleTime: 0,
    // So the loaders run again after a page is shown that was loaded already: what is as before is not rendered again.
    defaultStructuralSharing: true,
    // An address below a page that has none there is a page that is not there, and not that page.
    notFoundMode: 'root',
    defaultNotFoundComponent: () => <NotFound />,
    defaultErrorComponent: ErrorPanel,
    defaultPendingComponent: Spinner,
    ssr: import.meta.env.SSR ? { nonce: globalThis.hallwayHost?.nonce() } : undefined,
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each router, which lives as long as the page
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    // The loaders have finished before the page is rendered, so all data is dehydrated at once, without streaming.
    dehydrate: import.meta.env.SSR
      ? () => {
          globalThis.hallwayHost?.loads(takePreloads(router))
          return answersOf(queryClient) as never
        }
      : undefined,
    hydrate: (answers: Answers) => takeAnswers(queryClient, answers),
  })
  if (!import.meta.env.SSR) {
    trackNavigation(router.history)
    followPlainLinks(router)
  }
  return router
}

/**
 * The files of a page's script, taken from the manifest: of each the router would render a link and send the name once
 * more, for a tenth of the page's time. The host links to them (server/pages/site.ts).
 */
function takePreloads({ ssr, state: { matches } }: AnyRouter): string[] {
  const last = matches.findIndex(({ status, _notFound }) => status !== 'success' || _notFound)
  return matches.slice(0, last < 0 ? undefined : last + 1).flatMap(({ routeId }) => {
    const route = ssr?.manifest?.routes[routeId]
    if (route?.preloads) filesOfRoutes.set(routeId, route.preloads.map(String))
    delete route?.preloads
    return filesOfRoutes.get(routeId) ?? []
  })
}
const filesOfRoutes = new Map<string, string[]>()

const isPrerenderedByBrowser = () =>
  !import.meta.env.SSR &&
  document.querySelector('script[type=speculationrules]') !== null &&
  HTMLScriptElement.supports?.('speculationrules')

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
  interface StaticDataRouteOption {
    notFoundTitle?: string
    /** Found only by a link that somebody sends: no sitemap names it, and no browser prepares it. */
    isUnlisted?: boolean
  }
}
