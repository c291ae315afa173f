import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { CallForm } from '#features/calls/components/call-form.tsx'
import { EditableCallRow } from '#features/calls/components/editable-calls.tsx'
import { canEditEvent } from '#features/events/events.rules.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/_signed-in/conferences/$slug/calls')({
  // The call that is edited, so that a reload opens it again, with its draft.
  validateSearch: (raw: Record<string, unknown>): { call?: string } => ({ call: oneText(raw.call) }),
  // The router shows a cached page before it reloads it: a form would begin with what was there before the last save.
  gcTime: 0,
  loader: async ({ context: { load, site, viewer }, params: { slug } }) => {
    const event = await load(api.events.detail.queryOptions({ input: { slug } }))
    if (event.slug !== slug) throw redirect({ to: '/conferences/$slug/calls', params: event, replace: true })
    const calls = await load(api.calls.editable.queryOptions({ input: { event_id: event.id }, staleTime: 0 }))
    return { site, event, calls, canEdit: canEditEvent(viewer, event) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ event }) => ({
      title: `Calls for papers of ${event.name}`,
      path: `/conferences/${event.slug}/calls`,
      noIndex: true,
    })),
  component: CallsOfConference,
})

function CallsOfConference() {
  const { event, calls, canEdit } = Route.useLoaderData()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const editedCall = canEdit ? calls.find(({ id }) => id === search.call) : undefined
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div>
        <Link to="/conferences/$slug" params={event} className="link inline-block py-0.5 text-quiet">
          Back to the conference
        </Link>
        <PageTitle>Calls for papers of {event.name}</PageTitle>
      </div>
      {calls.length > 0 && (
        <ul className="grid max-w-3xl gap-3">
          {calls.map((call) => (
            <EditableCallRow key={call.id} {...{ call, canEdit }} slug={event.slug} />
          ))}
        </ul>
      )}
      <Section
        title={editedCall ? 'Edit the call' : canEdit ? 'Add a call' : 'Suggest its call'}
        className="max-w-3xl"
      >
        <CallForm
          key={editedCall ? `${editedCall.id} ${editedCall.updated_at}` : calls.length}
          {...{ event, canEdit }}
          call={editedCall}
          onDone={() =>
            editedCall ? navigate({ search: {} }) : navigate({ to: '/conferences/$slug', params: event })
          }
        />
      </Section>
    </div>
  )
}
