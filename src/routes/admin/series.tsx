import { createFileRoute } from '@tanstack/react-router'
import { PostForm } from '#components/forms/post-form.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { DecisionsOfKind } from '#features/decisions/components/decision-list.tsx'
import { FindSeries } from '#features/series/components/find-series.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/series')({
  loader: async ({ context: { load, site } }) => ({
    site,
    page: await load(api.decisions.list.queryOptions({ input: { kind: 'series' }, staleTime: 0 })),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, { title: 'Series management', path: '/admin/series', noIndex: true }),
  component: SeriesManagement,
})

function SeriesManagement() {
  const { page } = Route.useLoaderData()
  return (
    <div className="page stack gap-10 py-3 sm:py-6">
      <PageTitle>Series management</PageTitle>
      <PostForm name="decision" />
      <Section title="Proposed" aside={<FindSeries />}>
        <p className="mb-4 max-w-prose text-quiet">
          Conferences whose names, websites, places and years look like the editions of one series. Nothing is
          merged automatically. Check anything below 90%.
        </p>
        <DecisionsOfKind kind="series" page={page}>
          <p className="text-quiet">No series are proposed.</p>
        </DecisionsOfKind>
      </Section>
    </div>
  )
}
