import { createFileRoute, Link } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TrendCharts } from '#features/site/components/trend-charts.tsx'
import { chartGroups } from '#features/site/trends.ts'
import { trendsSearch } from '#features/site/trends-search.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { stringifySearch } from '#lib/search-params.ts'

export const Route = createFileRoute('/trends')({
  validateSearch: trendsSearch,
  loaderDeps: ({ search }) => trendsSearch({ ...search }),
  loader: async ({ context: { load, site }, deps }) => {
    const [trends, topics] = await Promise.all([
      load(api.site.trends.queryOptions({ input: deps })),
      load(api.topics.popular.queryOptions({ input: {} })),
    ])
    return { site, trends, topics }
  },
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site }) => ({
      title: 'Trends',
      description: 'Tech conferences by year: topics, countries, talks, recordings and new speakers.',
      path: '/trends',
      noIndex: Object.values(match.loaderDeps).some(Boolean),
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [breadcrumbs(site, { name: 'Trends', path: '/trends' })],
    })),
  component: Trends,
})

function Trends() {
  const { trends, topics } = Route.useLoaderData()
  const search = Route.useLoaderDeps()
  const { topic, country } = search
  const groups = chartGroups(trends)
  return (
    <div className="page stack gap-8 py-3 sm:py-6">
      <div className="stack gap-3">
        <PageTitle
          action={
            <a href={`/trends.csv${stringifySearch(search)}`} className="link py-2">
              All figures as CSV
            </a>
          }
        >
          {topic ? `Trends: ${topic}` : country ? `Trends in ${country}` : 'Trends'}
        </PageTitle>
        <p className="max-w-prose text-quiet">
          Counts grow as our list grows, and the last year isn't over: compare shares, not counts.
        </p>
        <nav aria-label="Trends of">
          <ul className="flex flex-wrap gap-1.5">
            <li>
              <Link
                to="/trends"
                search={{}}
                className="choice"
                aria-current={topic || country ? undefined : 'page'}
                activeOptions={{ exact: true }}
              >
                Everything
              </Link>
            </li>
            {topics.map(({ name }) => (
              <li key={name}>
                <Link
                  to="/trends"
                  search={{ topic: name }}
                  className="choice"
                  activeOptions={{ exact: true }}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {groups.length === 0 && <EmptyState>No conferences of these years.</EmptyState>}
      {groups.map((group) => (
        <TrendCharts key={group.title} group={group} years={trends.years} />
      ))}
    </div>
  )
}
