import { PlainLink } from '#components/layout/plain-link.tsx'
import { cityText } from '#features/events/event-text.ts'
import { isOnlinePlace } from '#features/events/events.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'

/** The city and the country of an event, each leading to its page. What is online leads to the online conferences. */
export function PlaceLinks({ city, country }: { city: string; country: string }) {
  return (
    <span className="text-quiet">
      <PlaceLink name={city} to="/cities/$locationName" params={{ locationName: city }} />
      {city !== country && (
        <>
          {', '}
          <PlaceLink name={country} to="/countries/$countryName" params={{ countryName: country }} />
        </>
      )}
    </span>
  )
}

type PlaceLinkProps = { name: string } & (
  | { to: '/cities/$locationName'; params: { locationName: string } }
  | { to: '/countries/$countryName'; params: { countryName: string } }
)

function PlaceLink({ name, ...page }: PlaceLinkProps) {
  if (isUndecidedPlace(name)) return name
  return (
    <PlainLink {...(isOnlinePlace(name) ? { to: '/online' } : page)} className="place">
      {cityText(name)}
    </PlainLink>
  )
}
