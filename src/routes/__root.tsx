import displayFont from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2?url'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { Footer } from '#components/layout/footer.tsx'
import { Header } from '#components/layout/header.tsx'
import { RedirectMessage } from '#components/layout/redirect-message.tsx'
import { Toaster } from '#components/layout/toaster.tsx'
import { useFocusOnArrival } from '#components/layout/use-focus-on-arrival.ts'
import { AccountBar } from '#features/auth/components/account-bar.tsx'
import { FindButton } from '#features/find/components/find-button.tsx'
import { api } from '#lib/api.ts'
import type { Load, Prepare } from '#lib/load.ts'
import { getPageViewer, setPageViewer } from '#lib/page-viewer.ts'
import styles from '#src/styles.css?url'

declare global {
  /** Makes the clicks that came before the page could answer them (server/pages/early-actions.ts). */
  var pageIsReady: (() => void) | undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the page if its record does not exist. */
    notFoundTitle?: string
  }
}

export const Route = createRootRouteWithContext<{ load: Load; prepare: Prepare }>()({
  beforeLoad: async ({ context, ...page }) => {
    if (!import.meta.env.SSR) await context.prepare(page)
    const site = await context.load(api.site.about.queryOptions())
    // Somebody has signed in on this page: its forms ask for their drafts before its header names them.
    if (!import.meta.env.SSR && !getPageViewer()) setPageViewer(site.viewer?.id)
    return { site }
  },
  loader: ({ context }) => context.site,
  staleTime: Number.POSITIVE_INFINITY,
  head: ({ loaderData: site, matches }) => ({
    meta: [
      // For pages that have none of their own: what is not there, and what could not be made.
      {
        title: [...matches.filter(isMissing).slice(-1).map(notFoundTitle), site?.name ?? 'Hallway'].join(
          ' | ',
        ),
      },
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
  }),
  component: Root,
})

const isMissing = (match: { status: string; _notFound?: boolean }) =>
  match.status === 'notFound' || match._notFound === true

const notFoundTitle = (match: { staticData: { notFoundTitle?: string } }) =>
  match.staticData.notFoundTitle ?? 'Page not found'

function Root() {
  const site = Route.useLoaderData()
  const isSheet = import.meta.env.SSR && globalThis.hallwayHost?.sheet() !== undefined
  useFocusOnArrival()
  // Not in the effect itself: React hydrates what a click needs at once, but not within an effect.
  useEffect(() => {
    const timer = setTimeout(() => globalThis.pageIsReady?.())
    return () => clearTimeout(timer)
  }, [])
  // Before the effects of the forms, whose drafts are this person's.
  useLayoutEffect(() => setPageViewer(site.viewer?.id), [site.viewer?.id])
  return (
    <html lang="en">
      <head>
        <HeadContent />
        {/* Not among the others, of which only one may have a name. */}
        <meta name="theme-color" content="#faf7f0" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15140f" media="(prefers-color-scheme: dark)" />
      </head>
      <body className={isSheet ? undefined : 'flex min-h-dvh flex-col'}>
        {/* First, for clicks while the rest of the page is still loading. */}
        {import.meta.env.SSR &&
          globalThis.hallwayHost?.earlyScripts().map((script) => (
            <script
              key={script}
              nonce={globalThis.hallwayHost?.nonce()}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own
              dangerouslySetInnerHTML={{ __html: script }}
            />
          ))}
        <a
          href="#content"
          className="sr-only z-10 bg-ink px-4 py-2 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
        {!isSheet && (
          <Header
            siteName={site.name}
            find={<FindButton />}
            account={site.viewer && <AccountBar viewer={site.viewer} />}
          />
        )}
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
        {!isSheet && <Footer {...site} isMember={site.viewer !== null} />}
        <Toaster />
        <RedirectMessage />
        <Scripts />
      </body>
    </html>
  )
}
