import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { SpeakerForm } from '#features/speakers/components/speaker-form.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/speakers/new')({
  loader: async ({ context: { load, site, viewer } }) => {
    const [users] = await Promise.all([
      viewer.isAdmin ? load(api.speakers.linkableUsers.queryOptions()) : [],
      // The guard's answer: a person who is signed out by now does not see the form first.
      load(api.site.about.queryOptions()),
    ])
    return { site, viewer, users }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Add Speaker', path: '/speakers/new', noIndex: true }),
  component: NewSpeaker,
})

function NewSpeaker() {
  const { viewer, users } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>Add Speaker</PageTitle>
      <div className="max-w-3xl">
        <SpeakerForm
          viewer={viewer}
          users={users}
          draftKey="new speaker"
          onCreated={({ id }) => navigate({ to: '/speakers/$id', params: { id } })}
          cancel={(clearDraft) => (
            <ButtonLink to="/speakers" onClick={clearDraft} look="quiet" label="Cancel" />
          )}
        />
      </div>
    </div>
  )
}
