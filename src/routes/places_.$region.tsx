import { createFileRoute, notFound } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Section } from '#components/ui/section.tsx'
import { PosterList } from '#features/directory/components/poster-list.tsx'
import { regions } from '#features/gazetteer/projection.ts'
import { PlaceIndex } from '#features/places/components/place-index.tsx'
import { MapKey, PlaceMap } from '#features/places/components/place-map.tsx'
import { comingByRegion, RegionNav } from '#features/places/components/region-nav.tsx'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'
import { limits } from '#src/limits.ts'
import { loadToCome } from './-upcoming-and-past.ts'

export const Route = createFileRoute('/places_/$region')({
  loader: async ({ context: { load, site }, params }) => {
    const region = regions.find(({ slug }) => slug === params.region)
    if (!region) throw notFound()
    const [countries, map] = await Promise.all([
      load(api.events.countries.queryOptions()),
      load(api.events.map.queryOptions({ input: { region: region.slug } })),
    ])
    const country = countries
      .filter(({ region: slug, coming }) => slug === region.slug && coming > 0)
      .map(({ name }) => name)
      .slice(0, limits.placesOfSelection)
    const events = country.length > 0 ? await loadToCome(load, { country }, site.today) : []
    return { site, region, countries, map, events: events.slice(0, limits.eventsOfRegion) }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site, region: { name, slug } }) => ({
      title: `Conferences in ${name}`,
      description: `Where tech conferences take place in ${name}: a map, and every country with its cities.`,
      path: `/places/${slug}`,
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [
          breadcrumbs(site, { name: 'Places', path: '/places' }, { name, path: `/places/${slug}` }),
        ],
    })),
  component: RegionPage,
})

function RegionPage() {
  const { site, region, countries, map, events } = Route.useLoaderData()
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle>{region.name}</PageTitle>
      <RegionNav current={region.slug} coming={comingByRegion(countries)} />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="stack gap-8">
          <div>
            <PlaceMap cities={map.cities} window={region.window} />
            <MapKey unplaced={map.unplaced} />
          </div>
          {events.length > 0 && (
            <Section title={`Next in ${region.name}`}>
              <PosterList events={events} today={site.today} />
            </Section>
          )}
        </div>
        <PlaceIndex countries={countries.filter((country) => country.region === region.slug)} isNarrow />
      </div>
    </div>
  )
}
