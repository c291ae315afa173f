import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { canEditEvent } from '#features/events/events.rules.ts'
import { ImportHelp } from '#features/programme-import/components/import-help.tsx'
import { PastImports } from '#features/programme-import/components/past-imports.tsx'
import { ProgrammeSourceForm } from '#features/programme-import/components/programme-source-form.tsx'
import { SyncPreviewPanel } from '#features/programme-import/components/sync-preview-panel.tsx'
import { SyncProgress } from '#features/programme-import/components/sync-progress.tsx'
import { api } from '#lib/api.ts'
import { focusContent } from '#lib/focus-content.ts'
import { pageHead } from '#lib/head.ts'
import { undefinedIfMissing } from '#lib/load.ts'
import { oneText } from '#lib/search-params.ts'

const kinds = ['added', 'changed', 'moved', 'removed', 'kept', 'edited'] as const
/** Imports run and change in the background. */
const withoutCache = <Options extends object>(options: Options) => ({ ...options, staleTime: 0 })
type Search = { sync?: string; all?: (typeof kinds)[number] }

export const Route = createFileRoute('/_signed-in/conferences/$slug/edit_/import')({
  // The preview that is open is part of the URL, so that a reload still shows it.
  validateSearch: (raw: Record<string, unknown>): Search => ({
    sync: oneText(raw.sync),
    all: kinds.find((kind) => kind === raw.all),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site, viewer }, params: { slug }, deps }) => {
    const event = await load(api.events.detail.queryOptions({ input: { slug } }))
    if (!canEditEvent(viewer, event))
      throw redirect({ to: '/conferences/$slug', params: event, hash: 'may-not-edit', replace: true })
    const input = { event_id: event.id }
    const [source, syncs, sync] = await Promise.all([
      load(withoutCache(api.programmeSources.detail.queryOptions({ input }))),
      load(withoutCache(api.programmeSyncs.list.queryOptions({ input }))),
      deps.sync
        ? undefinedIfMissing(
            load(
              withoutCache(
                api.programmeSyncs.detail.queryOptions({ input: { id: deps.sync, all: deps.all } }),
              ),
            ),
          )
        : undefined,
    ])
    return { site, event, source, syncs, sync: sync?.event_id === event.id ? sync : undefined }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ event }) => ({
      title: `Import the programme of ${event.name}`,
      path: `/conferences/${event.slug}/edit/import`,
      noIndex: true,
    })),
  component: ImportProgramme,
})

function ImportProgramme() {
  const { event, source, syncs, sync } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const isPreview = sync?.lists != null
  const from = sync && (sync.url ?? sync.file_name)
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div>
        <nav aria-label="Breadcrumb" className="mb-2 text-[0.9375rem]">
          <Link to="/conferences/$slug" params={event} className="link">
            {event.name}
          </Link>{' '}
          ›{' '}
          <Link to="/conferences/$slug/edit" params={event} className="link">
            Edit
          </Link>
        </nav>
        <PageTitle>{isPreview ? 'Review changes' : 'Import programme'}</PageTitle>
        {sync ? (
          <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
            {from && <span className="font-semibold [overflow-wrap:anywhere]">{from}</span>}
            <Link to="/conferences/$slug/edit/import" params={event} search={{}} className="link">
              Another source
            </Link>
          </p>
        ) : (
          <p className="mt-3 max-w-prose text-lg text-quiet">
            From the URL where it is published, or from a file. You review every change before anything is
            saved, and you can undo it afterwards.
          </p>
        )}
      </div>
      {sync && isPreview && (
        <SyncPreviewPanel
          key={sync.id}
          sync={sync}
          onApplied={() => navigate({ search: { sync: sync.id } })}
        />
      )}
      {sync && !isPreview && <SyncProgress key={`${sync.id} ${sync.status}`} sync={sync} event={event} />}
      {!sync && (
        <>
          <ProgrammeSourceForm
            url={source?.url}
            send={async (input) => {
              const { id } = await api.programmeSyncs.preview.call({ event_id: event.id, ...input })
              await navigate({ search: { sync: id } })
              focusContent()
            }}
          />
          <PastImports eventId={event.id} source={source} syncs={syncs} />
          <ImportHelp />
        </>
      )}
    </div>
  )
}
