import { createFileRoute, redirect } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { DeleteSpeaker } from '#features/speakers/components/delete-speaker.tsx'
import { EditSpeakerForm } from '#features/speakers/components/edit-speaker-form.tsx'
import { MergeSpeaker } from '#features/speakers/components/merge-speaker.tsx'
import { SpeakerNotFound } from '#features/speakers/components/speaker-not-found.tsx'
import { canEditSpeaker } from '#features/speakers/speakers.rules.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { undefinedIfMissing } from '#lib/load.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/_signed-in/speakers/$id/edit')({
  // The record whose merge into this one is being looked at.
  validateSearch: (raw: Record<string, unknown>): { merge?: string } => ({ merge: oneText(raw.merge) }),
  // The router shows a cached page before it reloads it: a form would begin with what was there before the last save.
  gcTime: 0,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, params: { id }, deps: { merge } }) => {
    // The form must start with the stored version, not with one that this tab has cached.
    const fresh = { staleTime: 0 }
    const speaker = await load({ ...api.speakers.detail.queryOptions({ input: { id } }), ...fresh })
    if (speaker.id !== id)
      throw redirect({ to: '/speakers/$id/edit', params: speaker, search: {}, replace: true })
    if (!canEditSpeaker(viewer, speaker))
      throw redirect({ to: '/speakers/$id', params: { id }, hash: 'may-not-edit-speaker', replace: true })
    const preview =
      viewer.isAdmin && merge
        ? await undefinedIfMissing(
            load({ ...api.speakers.previewMerge.queryOptions({ input: { id, other_id: merge } }), ...fresh }),
          )
        : undefined
    return { site, speaker, isMine: speaker.user_id === viewer.id, isAdmin: viewer.isAdmin, preview }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ speaker }) => ({
      title: `Edit ${speaker.name}`,
      path: `/speakers/${speaker.id}/edit`,
      noIndex: true,
    })),
  component: EditSpeaker,
  notFoundComponent: SpeakerNotFound,
})

function EditSpeaker() {
  const { speaker, isMine, isAdmin, preview } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <div className="page stack gap-12 py-3 sm:py-6">
      <PageTitle>Edit {speaker.name}</PageTitle>
      <EditSpeakerForm
        key={speaker.id}
        speaker={speaker}
        isMine={isMine}
        onSaved={() => navigate({ to: '/speakers/$id', params: { id: speaker.id } })}
      />
      {isAdmin && (
        <>
          <MergeSpeaker
            key={`merge ${speaker.id}`}
            speaker={speaker}
            preview={preview}
            onClose={() => navigate({ search: {}, resetScroll: false })}
          />
          <DeleteSpeaker speaker={speaker} />
        </>
      )}
    </div>
  )
}
