import { createFileRoute } from '@tanstack/react-router'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { ProfileForm } from '#features/people/components/profile-form.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/profile/edit')({
  // The router shows a cached page before it reloads it: a form would begin with what was there before the last save.
  gcTime: 0,
  loader: async ({ context: { load, site } }) => ({
    site,
    profile: await load(api.people.mine.queryOptions()),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Edit Profile', path: '/profile/edit', noIndex: true }),
  errorComponent: ({ error }) => <ErrorPanel error={error} title="Could not load profile" />,
  component: EditProfile,
})

function EditProfile() {
  const { profile } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Edit Profile</PageTitle>
      <ProfileForm
        key={profile.id}
        profile={profile}
        onSaved={() => navigate({ to: '/u/$id', params: { id: profile.id } })}
      />
    </div>
  )
}
