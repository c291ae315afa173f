import { createFileRoute } from '@tanstack/react-router'
import { PageTitle } from '#components/layout/page-title.tsx'
import { Button } from '#components/ui/button.tsx'
import { NearInput } from '#features/directory/components/near-input.tsx'
import { PlaceIndex } from '#features/places/components/place-index.tsx'
import { MapKey, PlaceMap } from '#features/places/components/place-map.tsx'
import { RegionAreas } from '#features/places/components/region-areas.tsx'
import { comingByRegion, RegionNav } from '#features/places/components/region-nav.tsx'
import { cardPath, pageCard } from '#features/sharing/card.ts'
import { api } from '#lib/api.ts'
import { breadcrumbs, isForCrawlers, pageHead } from '#lib/head.ts'

export const Route = createFileRoute('/places')({
  loader: async ({ context: { load, site } }) => {
    const [countries, map] = await Promise.all([
      load(api.events.countries.queryOptions()),
      load(api.events.map.queryOptions({ input: {} })),
    ])
    return { site, countries, map }
  },
  head: ({ loaderData }) =>
    pageHead(loaderData, ({ site }) => ({
      title: 'Places',
      description: 'Where tech conferences take place: a map of the world, every country, with its cities.',
      path: '/places',
      image: import.meta.env.SSR && isForCrawlers() && cardPath(pageCard('places'), site.name),
      jsonLd: import.meta.env.SSR &&
        isForCrawlers() && [breadcrumbs(site, { name: 'Places', path: '/places' })],
    })),
  component: Places,
})

function Places() {
  const { countries, map } = Route.useLoaderData()
  const coming = comingByRegion(countries)
  return (
    <div className="page stack gap-6 py-3 sm:py-6">
      <PageTitle
        action={
          <search className="w-72 max-w-full">
            <form action="/conferences" className="flex flex-wrap gap-2">
              <NearInput
                // Not as wide as twenty letters where there is less room.
                size={1}
                aria-label="Near a city"
                placeholder="Near a city"
                className="min-w-0 flex-[1_1_8rem]"
              />
              <Button type="submit" look="outline">
                Search
              </Button>
            </form>
          </search>
        }
      >
        Places
      </PageTitle>
      <RegionNav coming={coming} />
      <div className="max-sm:hidden">
        <PlaceMap cities={map.cities} maxLabels={16}>
          <RegionAreas />
        </PlaceMap>
        <MapKey unplaced={map.unplaced} />
      </div>
      <div className="stack gap-4 sm:hidden">
        <PlaceMap cities={map.cities} maxLabels={10} hemisphere="east">
          <RegionAreas />
        </PlaceMap>
        <div className="grid grid-cols-[3fr_2fr] items-end gap-4">
          <PlaceMap cities={map.cities} maxLabels={8} hemisphere="west">
            <RegionAreas />
          </PlaceMap>
          <MapKey unplaced={map.unplaced} />
        </div>
      </div>
      <PlaceIndex countries={countries} />
    </div>
  )
}
