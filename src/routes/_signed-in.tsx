import { createFileRoute, redirect } from '@tanstack/react-router'

/** The guard of every page that needs a session: visitors are redirected to sign in, and back here afterwards. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context: { site }, location }) => {
    if (!site.viewer) throw redirect({ to: '/auth', search: { next: location.href }, replace: true })
    return { viewer: site.viewer }
  },
})
