import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { OpenCallsLine } from '#features/calls/components/open-calls-line.tsx'
import { Timeline } from '#features/directory/components/timeline.tsx'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { isOnlinePlace } from '#features/events/events.ts'
import { FollowThis } from '#features/follows/components/follow-this.tsx'
import { CountryMap } from '#features/places/components/country-map.tsx'
import { NoPlace, PlacePage } from '#features/places/components/place-page.tsx'
import { cardPath, placeCard } from '#features/sharing/card.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { cursors } from '#lib/search-params.ts'
import { fold } from '#lib/text.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'
import { loadFollowing } from './-following.ts'
import { loadUpcomingAndPast } from './-upcoming-and-past.ts'
import { loadWeeks } from './-weeks.ts'

export const Route = createFileRoute('/countries/$countryName')({
  validateSearch: cursors,
  loaderDeps: ({ search }) => cursors({ ...search }),
  loader: async ({ context: { load, site }, params: { countryName }, deps: { later, earlier } }) => {
    if (isOnlinePlace(countryName)) throw redirect({ to: '/online', statusCode: 301 })
    // What has no country yet has nothing in common.
    if (isUndecidedPlace(countryName)) throw notFound()
    const [lists, openCalls, map, pastMap, weeks] = await Promise.all([
      loadUpcomingAndPast(load, { country: [countryName] }, { later, earlier }),
      load(api.calls.summary.queryOptions({ input: { country: [countryName] } })),
      load(api.events.map.queryOptions({ input: { country: [countryName] } })),
      load(api.events.map.queryOptions({ input: { country: [countryName], when: 'past' } })),
      loadWeeks(load, { country: [countryName] }),
    ])
    const [first] = [...lists.upcoming.events, ...lists.past.events]
    // Where there was one it says so.
    if (!first) await load(api.events.place.queryOptions({ input: { kind: 'country', name: countryName } }))
    if (!first) throw notFound()
    const country = first.country_name
    // The list finds a country by its other names, too.
    if (fold(country) !== fold(countryName))
      throw redirect({ to: '/countries/$countryName', params: { countryName: country }, statusCode: 301 })
    const isFollowing = await loadFollowing(load, site.viewer, { kind: 'country', key: country })
    return { site, country, map, pastMap, weeks, isFollowing, openCalls, ...lists }
  },
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site, country, upcoming, past }) => {
      const path = `/countries/${encodeURIComponent(country)}`
      return {
        title: `Conferences in ${country}`,
        description: `Tech conferences in ${country}, upcoming and past, with their talks and speakers.`,
        path,
        image: import.meta.env.SSR && isForCrawlers() && cardPath(placeCard(country), site.name),
        noIndex: Object.values(match.loaderDeps).some(Boolean),
        feeds: { query: '' },
        jsonLd: import.meta.env.SSR &&
          isForCrawlers() && [
            eventListJsonLd(site, [...upcoming.events, ...past.events]),
            breadcrumbs(site, { name: 'Places', path: '/places' }, { name: country, path }),
          ],
      }
    }),
  component: Country,
  notFoundComponent: NoCountry,
})

function Country() {
  const { site, country, map, pastMap, weeks, isFollowing, openCalls, upcoming, past } = Route.useLoaderData()
  return (
    <PlacePage
      title={`Conferences in ${country}`}
      upcoming={upcoming}
      past={past}
      today={site.today}
      search={Route.useLoaderDeps()}
      actions={
        <>
          <FollowThis
            {...{ site, isFollowing }}
            what={{ kind: 'country', key: country }}
            name={country}
            title={`Conferences in ${country}`}
          />
          <ButtonLink to="/trends" search={{ country }} look="outline" size="small" label="Trends" />
        </>
      }
      surroundings={<CountryMap coming={map.cities} past={pastMap.cities} />}
    >
      <OpenCallsLine summary={openCalls} search={{ country: [country] }} />
      <Timeline weeks={weeks} today={site.today} monthLink={(month) => ({ country: [country], month })} />
    </PlacePage>
  )
}

function NoCountry() {
  return <NoPlace name={Route.useParams().countryName} />
}
