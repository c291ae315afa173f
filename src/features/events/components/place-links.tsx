import { Link } from '@tanstack/react-router'
import { isOnlinePlace } from '../events.ts'

/** The city and the country of an event, each leading to its page. What is online leads to the online conferences. */
export function PlaceLinks({
  city,
  country,
  className = 'text-quiet',
}: {
  city: string
  country: string
  className?: string
}) {
  return (
    <span className={className}>
      {isOnlinePlace(city) ? (
        <OnlineLink>{city}</OnlineLink>
      ) : (
        <Link to="/cities/$locationName" params={{ locationName: city }} className="place">
          {city}
        </Link>
      )}
      {city !== country && (
        <>
          {', '}
          {isOnlinePlace(country) ? (
            <OnlineLink>{country}</OnlineLink>
          ) : (
            <Link to="/countries/$countryName" params={{ countryName: country }} className="place">
              {country}
            </Link>
          )}
        </>
      )}
    </span>
  )
}

const OnlineLink = ({ children }: { children: string }) => (
  <Link to="/online" className="place">
    {children}
  </Link>
)
