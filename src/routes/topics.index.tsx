import { createFileRoute } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { ErrorPanel } from '#components/layout/error-panel.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { cardPath, pageCard } from '#features/sharing/card.ts'
import { TopicIndex } from '#features/topics/components/topic-index.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/topics/')({
  validateSearch: (raw: Record<string, unknown>): { find?: string } => ({ find: oneText(raw.find) }),
  loader: async ({ context: { load, site } }) => ({
    site,
    topics: await load(api.topics.all.queryOptions()),
  }),
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site }) => ({
      title: 'Topics',
      description: 'What tech conferences are about, from the most popular subject to the rarest.',
      path: '/topics',
      image: import.meta.env.SSR && isForCrawlers() && cardPath(pageCard('topics'), site.name),
      noIndex: Boolean(match.search.find),
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [breadcrumbs(site, { name: 'Topics', path: '/topics' })],
    })),
  component: Topics,
  errorComponent: ({ error }) => (
    <ErrorPanel error={error} title="Error loading topics. Please try again later." />
  ),
})

function Topics() {
  const { topics } = Route.useLoaderData()
  const { find } = Route.useSearch()
  return (
    <div className="page stack gap-4 py-3 sm:py-6">
      <PageTitle action={<ButtonLink to="/conferences" look="outline" label="Browse Conferences" />}>
        Topics
      </PageTitle>
      <TopicIndex topics={topics} find={find} />
    </div>
  )
}
