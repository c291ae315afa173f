import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { FindSeries, SeriesProposals } from '#features/series/components/series-proposals.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/series')({
  loader: async ({ context: { load, site } }) => ({
    site,
    ...(await load(api.seriesProposals.list.queryOptions({ staleTime: 0 }))),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Series Management', path: '/admin/series', noIndex: true }),
  component: SeriesManagement,
})

function SeriesManagement() {
  const { proposals, total } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-8">
      <PageTitle>Series Management</PageTitle>
      <Section title="Proposed" aside={<FindSeries />}>
        <p className="mb-4 max-w-prose text-quiet">
          Conferences whose names, websites, places and years look like the editions of one series. Nothing
          joins a series by itself: check what is less than 90 % sure.
        </p>
        {proposals.length === 0 ? (
          <p className="text-quiet">No series are proposed.</p>
        ) : (
          <SeriesProposals proposals={proposals} />
        )}
        {total > proposals.length && (
          <p className="mt-3 text-quiet">{total - proposals.length} more follow when these are decided.</p>
        )}
      </Section>
    </div>
  )
}
