import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { windowAround } from '#features/places/projection.ts'
import type { EventMap, PlacedEvent } from '../events.schemas.ts'
import { PlaceMap } from './place-map.tsx'

/** The cities of a country with conferences to come, on its map and as a list. `events` says how far the country reaches. */
export function CountryMap({ map, events }: { map: EventMap; events: PlacedEvent[] }) {
  const positions = [...map.cities, ...events.flatMap(({ position }) => position ?? [])]
  if (positions.length === 0) return null
  return (
    <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2">
      <PlaceMap cities={map.cities} window={windowAround(positions)} maxLabels={25} isSmall />
      {map.cities.length > 0 && (
        <Section title="Cities">
          <ul className="gap-x-10 sm:columns-2 md:columns-1 lg:columns-2">
            {map.cities.map((city) => (
              <li key={city.city} className="flex break-inside-avoid gap-3 py-0.5">
                <span className="min-w-0 flex-1">
                  <PlainLink
                    to="/cities/$locationName"
                    params={{ locationName: city.city }}
                    className="place"
                  >
                    {city.city}
                  </PlainLink>
                </span>
                <span className="tabular-nums">{city.count.toLocaleString('en')}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
