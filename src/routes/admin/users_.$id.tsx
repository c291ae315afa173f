import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { MemberActions } from '#features/administration/components/member-actions.tsx'
import { MemberFacts } from '#features/administration/components/member-facts.tsx'
import { MemberDialog, MemberForms } from '#features/history/components/member-dialog.tsx'
import { memberSearch } from '#features/history/history-search.ts'
import { loadPreview } from '#features/history/load-history.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/users_/$id')({
  validateSearch: memberSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, params: { id: user_id }, deps }) => {
    const [member, preview] = await Promise.all([
      load(api.people.member.queryOptions({ input: { user_id }, staleTime: 0 })),
      loadPreview(load, user_id, deps),
    ])
    return { site, viewer, member, preview }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ member }) => ({
      title: member.full_name ?? 'Unnamed User',
      path: `/admin/users/${member.id}`,
      noIndex: true,
    })),
  component: Member,
})

function Member() {
  const { viewer, member, preview } = Route.useLoaderData()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div className="stack gap-2">
        <Link to="/admin/users" className="link w-fit text-[0.9375rem]">
          All users
        </Link>
        <PageTitle>{member.full_name ?? 'Unnamed User'}</PageTitle>
      </div>
      <MemberForms />
      <MemberActions member={member} isSelf={member.id === viewer.id} />
      <MemberFacts member={member} />
      {preview && <MemberDialog key={preview.act} member={member} {...preview} />}
    </div>
  )
}
