import { createFileRoute, type ParsedLocation, redirect } from '@tanstack/react-router'
import { isSessionOver } from '#lib/account.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { getPageViewer } from '#lib/page-viewer.ts'

/** The guard of every page that needs a session: visitors are redirected to sign in, and back here afterwards. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context: { site, load }, location }) => {
    const { viewer } = site
    if (!viewer) throw redirect(signIn(location))
    // The server has just asked who it is, and sends its context to the browser.
    if (import.meta.env.SSR) return { viewer }
    const session = checkSession(load, location)
    session.catch(() => {})
    // Asked beside what the page loads, and not before a page that is loaded already: but nothing of an answer is shown
    // before it is known to be for the person whom the header names.
    const loadInSession: Load = async (options) => {
      const data = load(options)
      data.catch(() => {})
      await session
      try {
        return await data
      } catch (error) {
        // It has ended since it was asked for.
        throw isSessionOver(error) ? signInAnew(location) : error
      }
    }
    // The type leaves out what cannot be sent: it replaces the `load` of the root.
    return { viewer, load: loadInSession } as { viewer: typeof viewer }
  },
  // Some pages load nothing.
  loader: async ({ context: { load } }) => void (await load(api.site.about.queryOptions())),
  shouldReload: true,
})

/** Redirects if the session has ended since the page was loaded. */
async function checkSession(load: Load, location: ParsedLocation): Promise<void> {
  const { viewer } = await load(api.site.about.queryOptions({ staleTime: 1000 }))
  if (!viewer) throw signInAnew(location)
  const pageViewer = getPageViewer()
  // Somebody has signed in as another in another tab.
  if (pageViewer && pageViewer !== viewer.id)
    throw redirect({ href: location.href, replace: true, reloadDocument: true })
}

const signIn = ({ href }: ParsedLocation) => ({ to: '/auth', search: { next: href }, replace: true }) as const

/** With the document, whose header is outdated. */
const signInAnew = (location: ParsedLocation) => redirect({ ...signIn(location), reloadDocument: true })
