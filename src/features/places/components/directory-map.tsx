import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { type DirectorySearch, firstPageOf } from '#features/directory/search.ts'
import { cityText } from '#features/events/event-text.ts'
import type { EventMap } from '#features/events/events.schemas.ts'
import { nearText } from '#features/events/events.ts'
import { windowAround } from '#features/gazetteer/projection.ts'
import { stringifySearch } from '#lib/search-params.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { MapKey, PlaceMap, Ring } from './place-map.tsx'

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
/** Nearer than this a coast has too few corners. */
const smallestPart = 150

type Props = { search: DirectorySearch; map: EventMap; isPast: boolean }

/** The events of a search on a map, and the same as a list of cities. */
export function DirectoryMap({ search, map, isPast }: Props) {
  if (map.cities.length === 0) return <EmptyState>None of these is in a city on the map.</EmptyState>
  const within = search.within ?? limits.nearDefaultKilometres
  const window = map.centre
    ? { ...map.centre, kilometres: Math.max(within * 1.25, smallestPart) }
    : windowAround(map.cities)
  const isPart = window.kilometres <= widestPart
  const cities = <CityList search={search} cities={map.cities} isNarrow={isPart} />
  return (
    <div
      className={
        isPart ? 'grid items-start gap-x-8 gap-y-4 xl:grid-cols-[30rem_minmax(0,1fr)]' : 'stack gap-4'
      }
    >
      {isPast && <p className="col-span-full">Past conferences: none is to come.</p>}
      <div className={isPart ? 'max-w-120' : undefined}>
        <PlaceMap
          cities={map.cities}
          window={isPart ? window : undefined}
          maxLabels={isPart ? 30 : 14}
          isSmall={isPart}
          search={search}
          linkOf={({ city }) => `/conferences${stringifySearch(aroundCity(search, city))}`}
        >
          {map.centre && <Ring kilometres={within} window={window} />}
        </PlaceMap>
        <MapKey unplaced={map.unplaced} one="1 conference" />
      </div>
      {isPart ? (
        <Section title="By city">{cities}</Section>
      ) : (
        <details>
          <summary className="cursor-pointer py-1">
            {count(map.cities.length, 'city', 'cities')} of the map as a list
          </summary>
          {cities}
        </details>
      )}
    </div>
  )
}

type ListProps = { search: DirectorySearch; cities: EventMap['cities']; isNarrow: boolean }

const CityList = ({ search, cities, isNarrow }: ListProps) => (
  <ul className={isNarrow ? undefined : 'mt-2 gap-x-10 sm:columns-2 xl:columns-3'}>
    {cities.map((city) => (
      <li key={`${city.city}, ${city.country}`} className="flex break-inside-avoid gap-3 py-0.5">
        <span className="min-w-0 flex-1">
          <PlainLink to="/conferences" search={aroundCity(search, city)} rel="nofollow" className="place">
            {cityText(city.city)}
          </PlainLink>
          {city.city !== city.country && !hasState(city.city) && (
            <span className="text-quiet">, {city.country}</span>
          )}
        </span>
        <span className="tabular-nums">{city.count.toLocaleString('en')}</span>
      </li>
    ))}
  </ul>
)

/** 'Austin - TX' says which country it is in. */
const hasState = (city: string) => / - [A-Z]{2}$/.test(city)
