import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { windowAround } from '#features/places/projection.ts'
import { stringifySearch } from '#lib/search-params.ts'
import { type DirectorySearch, firstPageOf } from '../directory.ts'
import type { EventMap } from '../events.schemas.ts'
import { nearText } from '../events.ts'
import { MapKey, PlaceMap } from './place-map.tsx'

type City = Pick<EventMap['cities'][number], 'city' | 'country'>

/** The list of the same search around a city. */
const aroundCity = (search: DirectorySearch, { city, country }: City): DirectorySearch => ({
  ...firstPageOf(search),
  view: undefined,
  near: nearText(city, country),
  within: 50,
})

/** In kilometres from its middle: what reaches farther is on the map of the world. */
const widestPart = 2500

type Props = { search: DirectorySearch; map: EventMap; isPast: boolean }

/** The events of a search on a map, and the same as a list of cities. */
export function DirectoryMap({ search, map, isPast }: Props) {
  if (map.cities.length === 0) return <EmptyState>None of these is in a city on the map.</EmptyState>
  const window = windowAround(map.cities)
  const isPart = window.kilometres <= widestPart
  return (
    <div className={isPart ? 'grid items-start gap-8 xl:grid-cols-[30rem_minmax(0,1fr)]' : 'stack gap-8'}>
      {isPast && <p className="col-span-full">Past conferences: none is to come.</p>}
      <div className={isPart ? 'max-w-120' : 'max-sm:-mx-3'}>
        <PlaceMap
          cities={map.cities}
          window={isPart ? window : undefined}
          maxLabels={isPart ? 30 : 14}
          isSmall={isPart}
          linkOf={({ city }) => `/conferences${stringifySearch(aroundCity(search, city))}`}
        />
        <MapKey unplaced={map.unplaced} one="1 conference" />
      </div>
      <Section title="By city">
        <ul className={isPart ? undefined : 'gap-x-10 sm:columns-2 xl:columns-3'}>
          {map.cities.map((city) => (
            <li key={`${city.city}, ${city.country}`} className="flex break-inside-avoid gap-3 py-0.5">
              <span className="min-w-0 flex-1">
                <PlainLink
                  to="/conferences"
                  search={aroundCity(search, city)}
                  rel="nofollow"
                  className="place"
                >
                  {city.city}
                </PlainLink>
                {city.city !== city.country && !hasState(city.city) && (
                  <span className="text-quiet">, {city.country}</span>
                )}
              </span>
              <span className="tabular-nums">{city.count.toLocaleString('en')}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

/** 'Austin - TX' says which country it is in. */
const hasState = (city: string) => / - [A-Z]{2}$/.test(city)
