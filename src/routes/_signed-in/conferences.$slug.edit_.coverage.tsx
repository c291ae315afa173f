import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { figureSentences } from '#features/coverage/components/coverage-figures.tsx'
import { MissingTalks } from '#features/coverage/components/missing-talks.tsx'
import { canEditEvent } from '#features/events/events.rules.ts'
import { api } from '#lib/api.ts'
import { pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_signed-in/conferences/$slug/edit_/coverage')({
  loader: async ({ context: { load, site, viewer }, params: { slug } }) => {
    const event = await load(api.events.detail.queryOptions({ input: { slug } }))
    if (!canEditEvent(viewer, event))
      throw redirect({ to: '/conferences/$slug', params: event, hash: 'may-not-edit', replace: true })
    const input = { event_id: event.id }
    return { site, event, missing: await load(api.coverage.missing.queryOptions({ input, staleTime: 0 })) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ event }) => ({
      title: 'What is missing',
      path: `/conferences/${event.slug}/edit/coverage`,
      noIndex: true,
    })),
  component: MissingCoverage,
})

function MissingCoverage() {
  const { event, missing } = Route.useLoaderData()
  const sentences = figureSentences(missing.figures)
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div className="stack gap-2">
        <Link to="/conferences/$slug" params={{ slug: event.slug }} className="link w-fit text-quiet">
          Back to {event.name}
        </Link>
        <PageTitle>What is missing from {event.name}</PageTitle>
        <p className="text-quiet">
          {sentences.join(', ') || 'No talk has video or slides yet'}. Cancelled talks do not count.
          {!missing.is_checking && ' Link checking is switched off on this site.'}
        </p>
      </div>
      {missing.talks.length === 0 ? (
        <EmptyState>Nothing is missing.</EmptyState>
      ) : (
        <MissingTalks slug={event.slug} talks={missing.talks} />
      )}
    </div>
  )
}
