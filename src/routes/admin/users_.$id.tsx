import { createFileRoute, Link } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { MemberActions } from '#features/administration/components/member-actions.tsx'
import { MemberFacts } from '#features/administration/components/member-facts.tsx'
import { UndoMemberChanges } from '#features/history/components/undo-member-changes.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/users_/$id')({
  loader: async ({ context: { load, site, viewer }, params: { id } }) => {
    const member = await load(api.people.member.queryOptions({ input: { user_id: id }, staleTime: 0 }))
    return { site, viewer, member }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ member }) => ({
      title: member.full_name ?? 'Unnamed User',
      path: `/admin/users/${member.id}`,
      noIndex: true,
    })),
  component: Member,
  errorComponent: ({ error }) => <ErrorPanel error={error} title="Error loading user" />,
})

function Member() {
  const { viewer, member } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-8">
      <div className="stack gap-2">
        <Link to="/admin/users" className="link w-fit text-[0.9375rem]">
          All users
        </Link>
        <PageTitle>{member.full_name ?? 'Unnamed User'}</PageTitle>
      </div>
      <MemberActions member={member} isSelf={member.id === viewer.id} />
      <MemberFacts member={member} />
      <UndoMemberChanges member={member} />
    </div>
  )
}
