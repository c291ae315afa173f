import { createFileRoute } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { Contents } from '#components/layout/contents.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { DecisionsOfKind } from '#features/decisions/components/decision-list.tsx'
import { InvitationAuditLog } from '#features/invitations/components/invitation-audit-log.tsx'
import { InvitationManager } from '#features/invitations/components/invitation-manager.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { afterCursor } from '#lib/search-params.ts'

export const Route = createFileRoute('/admin/invitations')({
  validateSearch: afterCursor,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps }) => {
    const [page, log, queue] = await Promise.all([
      load(api.invitations.list.queryOptions({ input: deps, staleTime: 0 })),
      load(api.invitations.audit.queryOptions({ staleTime: 0 })),
      load(api.decisions.list.queryOptions({ input: { kind: 'invitation' }, staleTime: 0 })),
    ])
    return { site, page, log, queue }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Invitation Management', path: '/admin/invitations', noIndex: true }),
  component: Invitations,
  pendingComponent: () => <Spinner label="Loading audit logs..." />,
})

function Invitations() {
  const { site, page, log, queue } = Route.useLoaderData()
  const { after } = Route.useSearch()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <div>
        <PageTitle>Invitation Management</PageTitle>
        <Contents
          parts={[
            ['codes', 'Codes'],
            ['audit-log', 'Audit log'],
          ]}
        />
      </div>
      <PostForm name="decision" />
      <Section title="Requests for an invitation">
        <DecisionsOfKind kind="invitation" page={queue}>
          <EmptyState>No requests for an invitation.</EmptyState>
        </DecisionsOfKind>
      </Section>
      <InvitationManager today={site.today} seesAll {...page} after={after} />
      <InvitationAuditLog entries={log} />
    </div>
  )
}
