import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { NumberedPages } from '#components/layout/numbered-pages.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Spinner } from '#components/layout/spinner.tsx'
import { Section } from '#components/ui/section.tsx'
import { adminEventsSearch } from '#features/directory/admin-events.ts'
import { AdminEventList, AdminEventsFilter } from '#features/directory/components/admin-event-list.tsx'
import { CsvFormat } from '#features/listing/components/csv-format.tsx'
import { ImportDialog } from '#features/listing/components/import-dialog.tsx'
import { ImportReport } from '#features/listing/components/import-report.tsx'
import { RecentImports } from '#features/listing/components/recent-imports.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'
import { undefinedIfMissing } from '#lib/load.ts'
import { count } from '#lib/text.ts'

export const Route = createFileRoute('/admin/events')({
  validateSearch: adminEventsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { load, site }, deps: { import: importParameter, ...input } }) => {
    const [list, imports] = await Promise.all([
      load(api.events.managed.queryOptions({ input })),
      load(api.imports.list.queryOptions()),
      importParameter !== undefined && importParameter !== 'file'
        ? undefinedIfMissing(
            load(api.imports.detail.queryOptions({ input: { id: importParameter }, staleTime: 0 })),
          )
        : undefined,
    ])
    return { site, ...list, imports }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Event Management', path: '/admin/events', noIndex: true }),
  component: EventManagement,
  pendingComponent: () => <Spinner label="Loading events..." />,
  errorComponent: ({ error }) => (
    <ErrorPanel error={error} title="Failed to load events. Please try again." />
  ),
})

function EventManagement() {
  const { events, page, pages, total, imports } = Route.useLoaderData()
  const search = Route.useSearch()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle
        action={
          <ButtonLink
            to="/admin/events"
            search={{ ...search, import: 'file' }}
            resetScroll={false}
            label="Import Events"
          />
        }
      >
        Event Management
      </PageTitle>
      <Section
        title="Events List"
        aside={
          <span className="flex flex-wrap gap-x-4 text-quiet">
            {count(total, 'event', 'events')}
            <Link to="/admin/events/hidden" className="link">
              Hidden
            </Link>
            <Link to="/deleted" className="link">
              Deleted
            </Link>
          </span>
        }
      >
        <AdminEventsFilter search={search} />
        <AdminEventList events={events} isFiltered={search.search !== undefined} />
        <NumberedPages page={page} pages={pages} search={{ ...search, import: undefined }} />
      </Section>
      <div className="grid gap-10 lg:grid-cols-2">
        <Section title="CSV format">
          <CsvFormat />
        </Section>
        <Section title="Recent imports">
          <RecentImports imports={imports} />
        </Section>
      </div>
      <ImportDialogs />
    </div>
  )
}

/** The address has which one is open: the upload of a file, or the report of an import. */
function ImportDialogs() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const openDialog = (importParameter: string | undefined) =>
    navigate({ search: { ...search, import: importParameter }, resetScroll: false })
  const [startedImport, setStartedImport] = useState<string>()
  const openStartedImport = (id: string) => {
    setStartedImport(id)
    openDialog(id)
  }
  const close = () => openDialog(undefined)
  if (search.import === undefined) return null
  if (search.import === 'file') return <ImportDialog onStarted={openStartedImport} onClose={close} />
  return (
    <ImportReport
      key={search.import}
      id={search.import}
      isNew={search.import === startedImport}
      onClose={close}
    />
  )
}
