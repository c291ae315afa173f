import { Link } from '@tanstack/react-router'

/** The city and the country of an event, each leading to its page. */
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
      <Link to="/cities/$locationName" params={{ locationName: city }} className="link">
        {city}
      </Link>
      {city !== country && (
        <>
          {', '}
          <Link to="/countries/$countryName" params={{ countryName: country }} className="link">
            {country}
          </Link>
        </>
      )}
    </span>
  )
}
