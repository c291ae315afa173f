import { createFileRoute, redirect } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EditSeriesForm } from '#features/series/components/edit-series-form.tsx'
import { EditionsEditor } from '#features/series/components/editions-editor.tsx'
import { MergeSeries } from '#features/series/components/merge-series.tsx'
import { SeriesNotFound } from '#features/series/components/series-not-found.tsx'
import { canEditSeries } from '#features/series/series.rules.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/series/$slug/edit')({
  // The router shows a cached page before it reloads it: a form would begin with what was there before the last save.
  gcTime: 0,
  loader: async ({ context: { load, site, viewer }, params: { slug } }) => {
    const fresh = { staleTime: 0 }
    const series = await load({ ...api.series.detail.queryOptions({ input: { slug } }), ...fresh })
    if (!canEditSeries(viewer, series.editions))
      throw redirect({ to: '/series/$slug', params: { slug }, replace: true })
    if (series.slug !== slug) throw redirect({ to: '/series/$slug/edit', params: series, replace: true })
    return { site, series }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ series }) => ({
      title: `Edit ${series.name}`,
      path: `/series/${series.slug}/edit`,
      noIndex: true,
    })),
  component: EditSeries,
  notFoundComponent: SeriesNotFound,
})

function EditSeries() {
  const { series } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const { slug } = series
  return (
    <div className="page stack gap-12 py-3 sm:py-6">
      <PageTitle>Edit {series.name}</PageTitle>
      <EditSeriesForm
        key={series.id}
        series={series}
        onSaved={() => navigate({ to: '/series/$slug', params: { slug } })}
      />
      <EditionsEditor series={series} />
      <MergeSeries series={series} />
      <a href={`/series/${slug}/history`} className="link justify-self-start">
        Changes, and how to undo them
      </a>
    </div>
  )
}
