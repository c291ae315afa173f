import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#lib/api.ts'

/** The guard of every page that needs a session: visitors are redirected to sign in, and back here afterwards. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context: { site, load }, location }) => {
    const signIn = { to: '/auth', search: { next: location.href }, replace: true } as const
    if (!site.viewer) throw redirect(signIn)
    // The session may have ended since the page was loaded; the header is then outdated, so the document is reloaded.
    const { viewer } = await load(api.site.about.queryOptions({ staleTime: 1000 }))
    if (!viewer) throw redirect({ ...signIn, reloadDocument: true })
    return { viewer }
  },
})
