import { createFileRoute, Link, Outlet, redirect } from '@tanstack/react-router'
import { Tabs } from '#components/ui/tabs.tsx'
import { api } from '#lib/api.ts'

/** The guard of the admin pages: everybody else is led to the front page. */
export const Route = createFileRoute('/admin')({
  beforeLoad: async ({ context: { site, load } }) => {
    if (site.viewer?.needsSecondFactor)
      throw redirect({ to: '/account/settings', hash: 'two-factor', replace: true })
    if (!site.viewer?.isAdmin) throw redirect({ to: '/', replace: true })
    // The role may have been removed since the page was loaded; the header is then outdated, so the document is reloaded.
    const { viewer } = await load(api.site.about.queryOptions({ staleTime: 1000 }))
    if (!viewer?.isAdmin) throw redirect({ to: '/', replace: true, reloadDocument: true })
    return { viewer }
  },
  component: AdminPages,
})

const pages = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/decisions', label: 'Decisions' },
  { to: '/admin/events', label: 'Events' },
  { to: '/admin/claims', label: 'Event Claims' },
  { to: '/admin/speaker-claims', label: 'Speaker Claims' },
  { to: '/admin/reports', label: 'Reports' },
  { to: '/admin/topics', label: 'Topics' },
  { to: '/admin/series', label: 'Series' },
  { to: '/admin/duplicates', label: 'Duplicates' },
  { to: '/admin/proposals', label: 'Proposals' },
  { to: '/admin/sources', label: 'Sources' },
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/changes', label: 'Changes' },
  { to: '/admin/invitations', label: 'Invitations' },
  { to: '/admin/mail', label: 'Mail' },
] as const

function AdminPages() {
  return (
    <>
      <div className="page pt-4">
        <Tabs label="Administration">
          {pages.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === '/admin', includeSearch: false }} className="tab">
                {label}
              </Link>
            </li>
          ))}
        </Tabs>
      </div>
      <Outlet />
    </>
  )
}
