import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventList } from '#features/directory/components/event-list.tsx'
import { nearDistances } from '#features/directory/search.ts'
import { cityText } from '#features/events/event-text.ts'
import type { EventMap, ListedEvent } from '#features/events/events.schemas.ts'
import { nearText } from '#features/events/events.ts'
import type { Position } from '#features/gazetteer/places.schemas.ts'
import { kilometresBetween, squareSide } from '#features/gazetteer/projection.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { PlaceMap, Ring } from './place-map.tsx'

const [, ...rings] = nearDistances
/** From the middle to the sides: a little more than the last ring. */
const halfWidth = 540
const listedCities = 12

const listedEvents = 6

const byDistance = (events: ListedEvent[]) =>
  events.toSorted((one, other) => (one.kilometres ?? 0) - (other.kilometres ?? 0))

type UpcomingProps = { near: string; city: string; events: ListedEvent[]; today: string }

/** In place of the conferences to come in a city that has none: those near it. */
const UpcomingNearCity = ({ near, city, events, today }: UpcomingProps) => (
  <Section
    title={`Upcoming Near ${cityText(city)}`}
    aside={
      events.length > listedEvents && (
        <PlainLink
          to="/conferences"
          search={{ near, within: limits.nearMaxKilometres }}
          className="link py-0.5 text-quiet"
        >
          All within {limits.nearMaxKilometres} km
        </PlainLink>
      )
    }
  >
    <p className="mb-4 text-quiet">
      No upcoming conference is listed in {cityText(city)} itself. The nearest first:
    </p>
    <EventList events={byDistance(events).slice(0, listedEvents)} today={today} />
  </Section>
)

type CityProps = {
  site: { today: string }
  city: string
  country: string
  position: Position
  map: EventMap
  /** What is to come near a city that has nothing. */
  nearby: ListedEvent[]
  /** What stands in place of the list where nothing is to come on the map. */
  children: ReactNode
}

/** Where else conferences are to come around a city: a map with rings at true distance, and the same as a list. */
export function CitySurroundings({ site, city, country, position, map, nearby, children }: CityProps) {
  const cities = map.cities
    .map((other) => ({ ...other, kilometres: Math.round(kilometresBetween(position, other)) }))
    .sort((one, other) => one.kilometres - other.kilometres)
  const otherCities = cities.filter(({ kilometres }) => kilometres > 0)
  const isCityEmpty = otherCities.length === cities.length
  const near = nearText(city, country)
  const distances = nearDistances
    .map((within) => ({
      within,
      total: cities.reduce((sum, one) => sum + (one.kilometres <= within ? one.count : 0), 0),
    }))
    // One that adds nothing is no choice.
    .filter(({ total }, index, all) => total > (all[index - 1]?.total ?? 0))
  return (
    <>
      {nearby.length > 0 && <UpcomingNearCity {...{ near, city }} events={nearby} today={site.today} />}
      <Section title={`Near ${cityText(city)}`}>
        <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2 lg:grid-cols-[26rem_minmax(0,1fr)]">
          <RingMap {...{ city, position, isCityEmpty }} cities={map.cities} />
          <div>
            {isCityEmpty && nearby.length === 0 && (
              <p className="mb-3">No upcoming conference is listed in {cityText(city)} itself.</p>
            )}
            <p className="mb-3 flex flex-wrap gap-1.5 empty:hidden">
              {distances.map(({ within, total }) => (
                <PlainLink key={within} to="/conferences" search={{ near, within }} className="choice">
                  {within} km <span className="text-sm text-quiet">{total}</span>
                </PlainLink>
              ))}
            </p>
            {cities.length === 0
              ? children
              : otherCities.length === 0 && (
                  <p className="text-quiet">Nothing else is to come within {limits.nearMaxKilometres} km.</p>
                )}
            <ul>
              {otherCities.slice(0, listedCities).map((other) => (
                <li
                  key={`${other.city}, ${other.country}`}
                  className="flex flex-wrap gap-x-3 border-b border-hairline py-1.5 first:pt-0"
                >
                  <b className="w-17 shrink-0 tabular-nums">{other.kilometres} km</b>
                  <CityLink {...other} />
                  <span className="ml-auto text-quiet">
                    {count(other.count, 'conference', 'conferences')}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </Section>
    </>
  )
}

type MapProps = Pick<CityProps, 'city' | 'position'> & { cities: EventMap['cities']; isCityEmpty: boolean }

/** A city without conferences is drawn by its name. */
function RingMap({ city, position, cities, isCityEmpty }: MapProps) {
  const window = { ...position, kilometres: halfWidth }
  return (
    <PlaceMap cities={cities} window={window} maxLabels={20} isSmall>
      {rings.map((kilometres) => (
        <Ring key={kilometres} {...{ kilometres, window }} />
      ))}
      {isCityEmpty && (
        <>
          <circle className="speck" cx={squareSide / 2} cy={squareSide / 2} r={3} />
          <text x={squareSide / 2} y={squareSide / 2 + 22} textAnchor="middle">
            {city}
          </text>
        </>
      )}
    </PlaceMap>
  )
}

const CityLink = ({ city, country }: { city: string; country: string }) => (
  <span className="min-w-28 flex-1">
    <PlainLink to="/cities/$locationName" params={{ locationName: city }} className="place">
      {cityText(city)}
    </PlainLink>
    {city !== country && <span className="text-quiet">, {country}</span>}
  </span>
)
