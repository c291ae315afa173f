import { createFileRoute, redirect } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PageTitle } from '#components/layout/page-title.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { canDeleteEvent } from '#features/events/events.rules.ts'
import { FollowThis } from '#features/follows/components/follow-this.tsx'
import { LastChanged } from '#features/history/components/last-changed.tsx'
import { EditionTable } from '#features/series/components/edition-table.tsx'
import { NextOfSeries } from '#features/series/components/next-of-series.tsx'
import { ReturningSpeakers } from '#features/series/components/returning-speakers.tsx'
import { SeriesFigures } from '#features/series/components/series-figures.tsx'
import { SeriesNotFound } from '#features/series/components/series-not-found.tsx'
import { SeriesTopics } from '#features/series/components/series-topics.tsx'
import { SeriesTrail } from '#features/series/components/series-trail.tsx'
import { UnconfirmedEditions } from '#features/series/components/unconfirmed-editions.tsx'
import { canEditSeries } from '#features/series/series.rules.ts'
import { describeSeries, seriesJsonLd } from '#features/series/series-json-ld.ts'
import { cardPath, seriesCard } from '#features/sharing/card.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { loadFollowing } from './-following.ts'

export const Route = createFileRoute('/series/$slug')({
  loader: async ({ context: { load, site }, params: { slug } }) => {
    const series = await load(api.series.detail.queryOptions({ input: { slug } }))
    // A merged series, and one named by its id.
    if (series.slug !== slug) throw redirect({ to: '/series/$slug', params: series, statusCode: 301 })
    const isFollowing = await loadFollowing(load, site.viewer, { kind: 'series', key: series.id })
    return { site, series, isFollowing }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site, series }) => {
      const path = `/series/${series.slug}`
      return {
        title: series.name,
        description: import.meta.env.SSR && isForCrawlers() && describeSeries(series),
        path,
        feeds: { query: '' },
        image: import.meta.env.SSR && isForCrawlers() && cardPath(seriesCard(series), site.name),
        jsonLd: import.meta.env.SSR &&
          isForCrawlers() && [
            seriesJsonLd(site, series),
            breadcrumbs(site, { name: 'Conference series', path: '/series' }, { name: series.name, path }),
          ],
      }
    }),
  component: SeriesPage,
  staticData: { notFoundTitle: 'Series not found' },
  notFoundComponent: SeriesNotFound,
})

function SeriesPage() {
  const { site, series, isFollowing } = Route.useLoaderData()
  const { editions } = series
  const canEdit = canEditSeries(site.viewer, editions)
  return (
    <div className="page stack gap-3 py-3 sm:gap-6 sm:py-6">
      <PageTitle
        above={<SeriesTrail website={series.website} />}
        action={
          <>
            <FollowThis
              {...{ site, isFollowing }}
              what={{ kind: 'series', key: series.id }}
              name={series.name}
              path={`/series/${series.slug}`}
            />
            {canEdit && (
              <ButtonLink
                to="/series/$slug/edit"
                params={series}
                look="outline"
                size="small"
                label="Edit series"
              />
            )}
          </>
        }
      >
        {series.name}
      </PageTitle>
      <NextOfSeries editions={editions} today={site.today}>
        {canEdit && (
          <ButtonLink
            to="/conferences/new"
            search={{ previous: editions[0]!.slug }}
            look="outline"
            label="List the next edition"
          />
        )}
      </NextOfSeries>
      <EditionTable series={series} />
      {series.description && (
        <p dir="auto" className="max-w-prose text-lg whitespace-pre-line">
          <LinkedText text={series.description} />
        </p>
      )}
      <SeriesFigures editions={editions} today={site.today} />
      <UnconfirmedEditions
        editions={series.unconfirmed}
        earlier={editions.find((edition) => canDeleteEvent(site.viewer, edition)) ?? null}
      />
      <ReturningSpeakers series={series} />
      <SeriesTopics editions={editions} />
      <LastChanged path={`/series/${series.slug}`} viewer={site.viewer} />
    </div>
  )
}
