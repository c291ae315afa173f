import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { AddSourceForm } from '#features/sources/components/add-source-form.tsx'
import { SourceList } from '#features/sources/components/source-list.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/sources')({
  loader: async ({ context: { load, site } }) => ({
    site,
    sources: await load(api.sources.list.queryOptions({ staleTime: 0 })),
  }),
  head: ({ loaderData }) => pageHead(loaderData, { title: 'Sources', path: '/admin/sources', noIndex: true }),
  component: Sources,
})

function Sources() {
  const { sources } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle>Sources</PageTitle>
      <Section title="Lists of conferences">
        {sources.length === 0 ? (
          <p className="max-w-prose text-quiet">
            No sources yet. A source is a public list of conferences that is read daily: its new conferences
            are proposed here, with the licence of the list.
          </p>
        ) : (
          <SourceList sources={sources} />
        )}
      </Section>
      <Section title="Add a source">
        <AddSourceForm />
      </Section>
    </div>
  )
}
