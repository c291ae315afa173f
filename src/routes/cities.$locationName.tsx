import { createFileRoute, notFound } from '@tanstack/react-router'
import { PlacePage } from '#features/events/components/place-page.tsx'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/cities/$locationName')({
  validateSearch: (raw: Record<string, unknown>): { after?: string } => ({ after: oneText(raw.after, 300) }),
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: async ({ context: { load, site }, params: { locationName }, deps: { after } }) => {
    const input = { city: locationName, after }
    const page = await load(api.events.inCity.queryOptions({ input }))
    const [first] = page.events
    if (!first) throw notFound()
    return { site, city: first.location_name, ...page }
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {}
    const { site, city, events } = loaderData
    const path = `/cities/${encodeURIComponent(city)}`
    return pageHead({
      site,
      title: `Conferences in ${city}`,
      description: `Tech conferences in ${city}, upcoming and past, with their talks and speakers.`,
      path,
      noIndex: Boolean(match.search.after),
      jsonLd: [
        eventListJsonLd(site, events),
        breadcrumbs(site, { name: 'Conferences', path: '/conferences' }, { name: city, path }),
      ],
    })
  },
  component: City,
  notFoundComponent: NoCity,
})

function City() {
  const { site, city, events, next } = Route.useLoaderData()
  const { after } = Route.useSearch()
  return <PlacePage place={city} events={events} today={site.today} after={after} next={next} />
}

function NoCity() {
  const { locationName } = Route.useParams()
  return <PlacePage place={locationName} events={[]} today="" after={undefined} next={null} />
}
