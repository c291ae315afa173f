import { createFileRoute, notFound } from '@tanstack/react-router'
import { PlacePage } from '#features/events/components/place-page.tsx'
import { eventListJsonLd } from '#features/events/event-json-ld.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, pageHead } from '#lib/head.ts'
import { oneText } from '#lib/search-params.ts'

export const Route = createFileRoute('/countries/$countryName')({
  validateSearch: (raw: Record<string, unknown>): { after?: string } => ({ after: oneText(raw.after, 300) }),
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: async ({ context: { load, site }, params: { countryName }, deps: { after } }) => {
    const input = { country: countryName, after }
    const page = await load(api.events.list.queryOptions({ input }))
    const [first] = page.events
    if (!first) throw notFound()
    return { site, country: first.country_name, ...page }
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {}
    const { site, country, events } = loaderData
    const path = `/countries/${encodeURIComponent(country)}`
    return pageHead({
      site,
      title: `Conferences in ${country}`,
      description: `Tech conferences in ${country}, upcoming and past, with their talks and speakers.`,
      path,
      noIndex: Boolean(match.search.after),
      jsonLd: [
        eventListJsonLd(site, events),
        breadcrumbs(site, { name: 'Conferences', path: '/conferences' }, { name: country, path }),
      ],
    })
  },
  component: Country,
  notFoundComponent: NoCountry,
})

function Country() {
  const { site, country, events, next } = Route.useLoaderData()
  const { after } = Route.useSearch()
  return <PlacePage place={country} events={events} today={site.today} after={after} next={next} />
}

function NoCountry() {
  const { countryName } = Route.useParams()
  return <PlacePage place={countryName} events={[]} today="" after={undefined} next={null} />
}
