import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { InvitationManager } from '#features/invitations/components/invitation-manager.tsx'
import { seesAllInvitations } from '#features/invitations/invitations.rules.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/_signed-in/invitations')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, deps: { after } }) => ({
    site,
    seesAll: seesAllInvitations(viewer),
    ...(await load(api.invitations.list.queryOptions({ input: { after } }))),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Manage Invitations', path: '/invitations', noIndex: true }),
  component: Invitations,
})

function Invitations() {
  const { site, seesAll, codes, left, limit, next } = Route.useLoaderData()
  const { after } = Route.useSearch()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle>Manage Invitations</PageTitle>
      <InvitationManager {...{ today: site.today, seesAll, codes, left, limit, after, next }} />
      <p className="max-w-prose border-l-4 border-edge bg-wash px-4 py-2.5 text-[0.9375rem]">
        Codes are validated on the server, and each works once. Every creation, use and expiry is written to
        an audit log, and row-level security closes the table to everybody else.
      </p>
    </div>
  )
}
