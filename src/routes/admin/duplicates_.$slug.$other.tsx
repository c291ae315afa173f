import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { MergedEvents, MergeEvents } from '#features/events/components/merge-events.tsx'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/admin/duplicates_/$slug/$other')({
  loader: async ({ context: { load, site }, params: { slug, other } }) => ({
    site,
    preview: await load(
      api.events.previewMerge.queryOptions({ input: { id: slug, duplicate_id: other }, staleTime: 0 }),
    ),
  }),
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ preview: { kept, gone } }) => ({
      title: 'Merge two conferences',
      path: `/admin/duplicates/${kept.slug}/${gone.slug}`,
      noIndex: true,
    })),
  component: MergePage,
})

function MergePage() {
  const { preview } = Route.useLoaderData()
  const { kept, gone, change_id } = preview
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div className="stack gap-2">
        <Link to="/admin/duplicates" className="link w-fit text-[0.9375rem]">
          Duplicate conferences
        </Link>
        <PageTitle>Merge two conferences</PageTitle>
      </div>
      {change_id === null ? (
        <MergeEvents key={kept.id + gone.id} preview={preview} />
      ) : (
        <MergedEvents preview={preview} />
      )}
    </div>
  )
}
