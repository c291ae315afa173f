import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { OpenCallsLine } from '#features/calls/components/open-calls-line.tsx'
import { Nearby } from '#features/directory/components/near-city-links.tsx'
import { Timeline } from '#features/directory/components/timeline.tsx'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { cityText } from '#features/events/event-text.ts'
import { cityName, isOnlinePlace, nearText } from '#features/events/events.ts'
import { FollowThis } from '#features/follows/components/follow-this.tsx'
import { CitySurroundings } from '#features/places/components/city-surroundings.tsx'
import { NoPlace, PlacePage } from '#features/places/components/place-page.tsx'
import { cardPath, placeCard } from '#features/sharing/card.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { withFallback } from '#lib/load.ts'
import { cursors } from '#lib/search-params.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'
import { limits } from '#src/limits.ts'
import { redirectToCity } from './-city.ts'
import { loadFollowing } from './-following.ts'
import { loadToCome } from './-upcoming-and-past.ts'
import { loadWeeks } from './-weeks.ts'

export const Route = createFileRoute('/cities/$locationName')({
  validateSearch: cursors,
  loaderDeps: ({ search }) => cursors({ ...search }),
  loader: async ({ context: { load, site }, params: { locationName }, deps: { later, earlier } }) => {
    if (isOnlinePlace(locationName)) throw redirect({ to: '/online', statusCode: 301 })
    // What has no city yet has nothing in common.
    if (isUndecidedPlace(locationName)) throw notFound()
    const list = (when: 'coming' | 'past', after?: string) =>
      load(api.events.inCity.queryOptions({ input: { city: locationName, when, after } }))
    const [upcoming, past, openCalls, weeks] = await Promise.all([
      list('coming', later),
      list('past', earlier),
      load(api.calls.summary.queryOptions({ input: { city: [locationName] } })),
      loadWeeks(load, { city: locationName }),
    ])
    const [first] = [...upcoming.events, ...past.events]
    const isEmpty = upcoming.events.length === 0 && !later
    if (!first && isEmpty) await load(api.events.nearCities.queryOptions({ input: { search: locationName } }))
    if (!first) await redirectToCity(load, locationName)
    const city = cityName(locationName, [...upcoming.events, ...past.events])
    const { position = null, country_name: country = city } = first ?? {}
    const around = { near: nearText(city, country), within: limits.nearMaxKilometres }
    const [isFollowing, map, nearby] = await Promise.all([
      loadFollowing(load, site.viewer, { kind: 'city', key: city }),
      position && withFallback(load(api.events.map.queryOptions({ input: around })), null),
      position && isEmpty ? loadToCome(load, around, site.today) : [],
      isEmpty && load(api.events.nearCities.queryOptions({ input: { search: around.near } })),
    ])
    return { site, city, country, position, map, nearby, weeks, isFollowing, openCalls, upcoming, past }
  },
  head: ({ loaderData, match }) =>
    pageHead(loaderData, ({ site, city, upcoming, past }) => {
      const path = `/cities/${encodeURIComponent(city)}`
      return {
        title: `Conferences in ${cityText(city)}`,
        description: `Tech conferences in ${city}, upcoming and past, with their talks and speakers.`,
        path,
        image: import.meta.env.SSR && isForCrawlers() && cardPath(placeCard(city), site.name),
        noIndex: Object.values(match.loaderDeps).some(Boolean),
        feeds: { query: '' },
        jsonLd: import.meta.env.SSR &&
          isForCrawlers() && [
            eventListJsonLd(site, [...upcoming.events, ...past.events]),
            breadcrumbs(site, { name: 'Places', path: '/places' }, { name: city, path }),
          ],
      }
    }),
  component: City,
  notFoundComponent: NoCity,
})

function City() {
  const { site, city, country, position, map, nearby, weeks, isFollowing, openCalls, upcoming, past } =
    Route.useLoaderData()
  const near = nearText(city, country)
  return (
    <PlacePage
      title={`Conferences in ${cityText(city)}`}
      upcoming={upcoming}
      past={past}
      today={site.today}
      search={Route.useLoaderDeps()}
      actions={
        <FollowThis
          {...{ site, isFollowing }}
          what={{ kind: 'city', key: city }}
          name={city}
          title={`Conferences in ${city}`}
        />
      }
      surroundings={
        position && map ? (
          <CitySurroundings {...{ site, city, country, position, map, nearby }}>
            <Nearby search={near} level={3} />
          </CitySurroundings>
        ) : (
          upcoming.events.length === 0 && <Nearby search={near} />
        )
      }
      isCity
    >
      <OpenCallsLine summary={openCalls} search={{ city: [city] }} />
      <Timeline weeks={weeks} today={site.today} monthLink={(month) => ({ near, within: 50, month })} />
    </PlacePage>
  )
}

function NoCity() {
  const { locationName } = Route.useParams()
  return (
    <NoPlace name={locationName}>
      <Nearby search={locationName} />
    </NoPlace>
  )
}
