import { Link } from '@tanstack/react-router'
import { count } from '#lib/text.ts'
import type { NearCity } from '../events.schemas.ts'

export const NearCities = ({ cities }: { cities: NearCity[] }) =>
  cities.map(({ city, country, kilometres, from, count: coming }) => (
    <li key={`${city}, ${country}`}>
      {kilometres > 0 ? `${kilometres} km from ${from}` : `In ${from}`}:{' '}
      <Link to="/cities/$locationName" params={{ locationName: city }} className="link inline-block py-0.5">
        {count(coming, 'upcoming conference', 'upcoming conferences')} in {city}, {country}
      </Link>
    </li>
  ))
