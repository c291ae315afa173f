import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { CreateEventForm } from '#features/events/components/create-event-form.tsx'
import { EventCreated } from '#features/events/components/event-created.tsx'
import { isOwner } from '#features/events/events.rules.ts'
import { NewFromProgramme } from '#features/programme-import/components/new-from-programme.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/_signed-in/conferences/new')({
  // The created conference is part of the URL, so that a reload still shows it.
  validateSearch: (raw: Record<string, unknown>): { created?: string } => ({ created: oneText(raw.created) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, deps: { created } }) => {
    if (!created) {
      // The guard's answer: whoever is signed out by now does not see the form first.
      await load(api.site.about.queryOptions())
      return { site, viewer }
    }
    const [event, topics] = await Promise.all([
      load(api.events.detail.queryOptions({ input: { slug: created } })),
      load(api.topics.all.queryOptions()),
    ])
    return { site, viewer, createdEvent: isOwner(viewer, event) ? { event, topics } : undefined }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Create Event', path: '/conferences/new', noIndex: true }),
  component: NewConference,
})

function NewConference() {
  const { viewer, createdEvent } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  return (
    <div className="page stack gap-8 py-8">
      <PageTitle>{createdEvent ? 'Event created' : 'Create Event'}</PageTitle>
      {createdEvent ? (
        <EventCreated event={createdEvent.event} topics={createdEvent.topics} isAdmin={viewer.isAdmin} />
      ) : (
        <>
          <p className="-mt-4">
            The programme is published already?{' '}
            <a href="#from-a-schedule" className="link">
              Start from its address or file
            </a>
          </p>
          <CreateEventForm onCreated={({ id }) => navigate({ search: { created: id }, replace: true })} />
          <NewFromProgramme />
        </>
      )}
    </div>
  )
}
