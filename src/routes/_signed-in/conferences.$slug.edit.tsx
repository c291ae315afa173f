import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { HandOver } from '#features/claims/components/hand-over.tsx'
import { DeleteEventSection } from '#features/events/components/delete-event.tsx'
import { EditEventForm } from '#features/events/components/edit-event-form.tsx'
import { Organisers } from '#features/events/components/event-organisers.tsx'
import { EventTopicsEditor } from '#features/events/components/event-topics-editor.tsx'
import { canDeleteEvent, canEditEvent, isOwner } from '#features/events/events.rules.ts'
import { ListNextEdition } from '#features/listing/components/list-next-edition.tsx'
import { BreaksEditor } from '#features/programme/components/breaks-editor.tsx'
import { ProgrammeOverview } from '#features/programme/components/programme-overview.tsx'
import { TalkDialog } from '#features/programme/components/talk-dialog.tsx'
import { TalksEditor } from '#features/programme/components/talks-editor.tsx'
import { TracksEditor } from '#features/programme/components/tracks-editor.tsx'
import { ImportLink } from '#features/programme-import/components/import-link.tsx'
import { EventSeries } from '#features/series/components/event-series.tsx'
import { EmbedProgramme } from '#features/sharing/components/embed-programme.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { undefinedIfMissing } from '#lib/load.ts'
import { oneText } from '#lib/search-params.ts'
import { count } from '#lib/text.ts'

/** The form must start with the stored version, not with one that this tab has cached. */
const fresh = <Options extends object>(options: Options) => ({ ...options, staleTime: 0 })

export const Route = createFileRoute('/_signed-in/conferences/$slug/edit')({
  // The talk that is being edited or duplicated, or 'new': a reload opens it again, with its draft.
  validateSearch: (raw: Record<string, unknown>): { talk?: string; duplicate?: string } => ({
    talk: oneText(raw.talk),
    duplicate: oneText(raw.duplicate),
  }),
  // The router shows a cached page before it reloads it: a form would begin with what was there before the last save.
  gcTime: 0,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, params: { slug }, deps }) => {
    const event = await load(fresh(api.events.detail.queryOptions({ input: { slug } }))).catch(() => {
      throw redirect({ to: '/conferences', hash: 'event-not-loaded', replace: true })
    })
    if (!canEditEvent(viewer, event))
      throw redirect({ to: '/conferences/$slug', params: event, hash: 'may-not-edit', replace: true })
    if (event.slug !== slug)
      throw redirect({ to: '/conferences/$slug/edit', params: event, search: deps, replace: true })
    const [input, path] = [{ event_id: event.id }, `/conferences/${event.slug}`]
    const talkId = deps.duplicate ?? (deps.talk === 'new' ? undefined : deps.talk)
    const [tracks, breaks, talks, topics, users, talk, organisers, handover, questions] = await Promise.all([
      load(api.tracks.list.queryOptions({ input })),
      load(api.breaks.list.queryOptions({ input })),
      load(api.talks.list.queryOptions({ input })),
      load(api.topics.all.queryOptions()),
      viewer.isAdmin ? load(api.speakers.linkableUsers.queryOptions()) : [],
      talkId
        ? undefinedIfMissing(load(fresh(api.talks.detail.queryOptions({ input: { id: talkId } }))))
        : undefined,
      load(fresh(api.eventOrganisers.list.queryOptions({ input }))),
      isOwner(viewer, event) ? load(fresh(api.eventHandovers.offered.queryOptions({ input }))) : null,
      load(fresh(api.decisions.counts.queryOptions({ input: { kind: 'question', path } }))),
    ])
    const parts = { tracks, breaks, talks, topics, users, talk, organisers, handover }
    return { site, viewer, event, questions: questions[0]?.n ?? 0, ...parts }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ event }) => ({
      title: `Edit ${event.name}`,
      path: `/conferences/${event.slug}/edit`,
      noIndex: true,
    })),
  component: EditConference,
})

function EditConference() {
  const { site, viewer, event, questions, ...parts } = Route.useLoaderData()
  const { tracks, breaks, talks, topics, users, talk, organisers, handover } = parts
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const open = (search: { talk?: string; duplicate?: string }) => navigate({ search, resetScroll: false })
  const isNew = search.talk === 'new'
  return (
    <div className="page stack gap-12 py-3 sm:py-6">
      <PageTitle action={<ImportLink event={event} />}>Edit {event.name}</PageTitle>
      {questions > 0 && (
        <Link to="/decisions" search={{ kind: 'question', search: event.name }} className="link w-fit">
          {count(questions, 'question about its details', 'questions about its details')}
        </Link>
      )}
      <ProgrammeOverview slug={event.slug} {...{ event, talks, breaks, tracks }} />
      <EditEventForm
        key={event.id}
        event={event}
        programme={[...talks, ...breaks].map(({ date }) => date)}
        onSaved={() => navigate({ to: '/conferences/$slug', params: event })}
      />
      <EventTopicsEditor event={event} topics={topics} />
      <TracksEditor
        eventId={event.id}
        tracks={tracks}
        countTalks={(id) => talks.filter((talk) => talk.track_id === id).length}
      />
      <BreaksEditor event={event} breaks={breaks} tracks={tracks} />
      <TalksEditor eventId={event.id} talks={talks} onOpen={open} />
      {(isNew || talk) && (
        <TalkDialog
          key={search.talk ?? search.duplicate}
          {...{ event, talks, tracks, breaks, topics, viewer, users }}
          talk={isNew || search.duplicate ? undefined : talk}
          original={search.duplicate ? talk : undefined}
          onClose={() => open({})}
        />
      )}
      <EmbedProgramme site={site} slug={event.slug} />
      <EventSeries event={event} />
      <ListNextEdition event={event} />
      <Organisers {...{ event, viewer, organisers }} />
      {handover && <HandOver {...{ event, handover }} />}
      {canDeleteEvent(viewer, event) && <DeleteEventSection event={event} />}
    </div>
  )
}
