import { PlainLink } from '#components/layout/plain-link.tsx'
import { isOnlinePlace } from '../events.ts'

/** The city and the country of an event, each leading to its page. What is online leads to the online conferences. */
export function PlaceLinks({ city, country }: { city: string; country: string }) {
  return (
    <span className="text-quiet">
      {isOnlinePlace(city) ? (
        <OnlineLink>{city}</OnlineLink>
      ) : (
        <PlainLink to="/cities/$locationName" params={{ locationName: city }} className="place">
          {city}
        </PlainLink>
      )}
      {city !== country && (
        <>
          {', '}
          {isOnlinePlace(country) ? (
            <OnlineLink>{country}</OnlineLink>
          ) : (
            <PlainLink to="/countries/$countryName" params={{ countryName: country }} className="place">
              {country}
            </PlainLink>
          )}
        </>
      )}
    </span>
  )
}

const OnlineLink = ({ children }: { children: string }) => (
  <PlainLink to="/online" className="place">
    {children}
  </PlainLink>
)
