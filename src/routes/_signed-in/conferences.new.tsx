import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { isOwner } from '#features/events/events.rules.ts'
import { CreateEventForm } from '#features/listing/components/create-event-form.tsx'
import { EventCreated } from '#features/listing/components/event-created.tsx'
import { NewEventPreview } from '#features/programme-import/components/new-event-preview.tsx'
import { NewFromProgramme } from '#features/programme-import/components/new-from-programme.tsx'
import { PageAddress } from '#features/sources/components/page-address.tsx'
import { PageFindings } from '#features/sources/components/page-findings.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { undefinedIfMissing } from '#lib/load.ts'
import { oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'
import { readPage } from './-read-page.ts'

const kinds = ['added', 'changed', 'moved', 'removed', 'kept', 'edited'] as const
type Search = {
  url?: string
  created?: string
  previous?: string
  sync?: string
  all?: (typeof kinds)[number]
}

export const Route = createFileRoute('/_signed-in/conferences/new')({
  // The created conference is part of the URL, so that a reload still shows it; so are the open preview and the former edition.
  validateSearch: (raw: Record<string, unknown>): Search => ({
    url: oneText(raw.url, limits.url),
    created: oneText(raw.created),
    previous: oneText(raw.previous),
    sync: oneText(raw.sync),
    all: kinds.find((kind) => kind === raw.all),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, deps }) => {
    if (!deps.created) {
      const input = { id: deps.sync ?? '', all: deps.all }
      const [previous, sync, page] = await Promise.all([
        deps.previous ? load(api.events.detail.queryOptions({ input: { slug: deps.previous } })) : undefined,
        deps.sync
          ? undefinedIfMissing(load(api.programmeSyncs.detail.queryOptions({ input, staleTime: 0 })))
          : undefined,
        deps.url ? readPage(load, deps.url) : undefined,
        // The guard's answer: a person who is signed out by now does not see the form first.
        load(api.site.about.queryOptions()),
      ])
      return { site, viewer, previous, page, sync: sync?.new_event ? sync : undefined }
    }
    const [event, topics] = await Promise.all([
      load(api.events.detail.queryOptions({ input: { slug: deps.created } })),
      load(api.topics.all.queryOptions()),
    ])
    return { site, viewer, createdEvent: isOwner(viewer, event) ? { event, topics } : undefined }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Create Event', path: '/conferences/new', noIndex: true }),
  component: NewConference,
})

function NewConference() {
  const { viewer, previous, page, sync, createdEvent } = Route.useLoaderData()
  const { url } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (sync)
    return (
      <NewEventPreview
        key={sync.id}
        sync={sync}
        onApplied={(slug) =>
          navigate({ to: '/conferences/$slug/edit/import', params: { slug }, search: { sync: sync.id } })
        }
      />
    )
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <PageTitle>{createdEvent ? 'Event created' : 'Create Event'}</PageTitle>
      {createdEvent ? (
        <EventCreated event={createdEvent.event} topics={createdEvent.topics} isAdmin={viewer.isAdmin} />
      ) : (
        <>
          {previous && (
            <p className="-mt-4">
              The next edition of {previous.name}, with its topics. Enter its days, and change what is
              different.
            </p>
          )}
          {!previous && (
            <PageAddress
              url={url}
              problem={page?.problem}
              onSubmit={(url) => navigate({ search: { url: url || undefined } })}
            />
          )}
          {page?.reading && <PageFindings reading={page.reading} />}
          <p className="-mt-4">
            Programme already published?{' '}
            <a href="#from-a-schedule" className="link">
              Start from its URL or file
            </a>
          </p>
          <CreateEventForm
            key={previous?.id ?? url}
            previous={previous}
            page={page?.reading && { ...page.reading, url: url! }}
            onCreated={({ id }) => navigate({ search: { created: id }, replace: true })}
          />
          <NewFromProgramme />
        </>
      )}
    </div>
  )
}
