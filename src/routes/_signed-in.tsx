import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import { getPageViewer } from '#lib/page-viewer.ts'

/** The guard of every page that needs a session: visitors are redirected to sign in, and back here afterwards. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context: { site, load }, location }) => {
    const signIn = { to: '/auth', search: { next: location.href }, replace: true } as const
    if (!site.viewer) throw redirect(signIn)
    // The session may have ended since the page was loaded; the header is then outdated, so the document is reloaded.
    const { viewer } = await load(api.site.about.queryOptions({ staleTime: 1000 }))
    if (!viewer) throw redirect({ ...signIn, reloadDocument: true })
    const pageViewer = getPageViewer()
    // Somebody has signed in as another in another tab.
    if (pageViewer && pageViewer !== viewer.id)
      throw redirect({ href: location.href, replace: true, reloadDocument: true })
    return { viewer }
  },
})
