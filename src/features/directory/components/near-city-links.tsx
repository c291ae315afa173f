import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import { cityText } from '#features/events/event-text.ts'
import type { NearCity } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { count } from '#lib/text.ts'

export const NearCityLinks = ({ cities }: { cities: NearCity[] }) =>
  cities.map(({ city, country, kilometres, from, count: coming }) => (
    <li key={`${city}, ${country}`}>
      {kilometres > 0
        ? `${kilometres.toLocaleString('en')} km from ${cityText(from)}`
        : `In ${cityText(from)}`}
      :{' '}
      <Link to="/cities/$locationName" params={{ locationName: city }} className="link inline-block py-0.5">
        {count(coming, 'upcoming conference', 'upcoming conferences')} in {cityText(city)}, {country}
      </Link>
    </li>
  ))

/** Where else conferences are to come around a city; the loader has asked for it. */
export function Nearby({ search, level }: { search: string; level?: 2 | 3 }) {
  const { queryKey } = api.events.nearCities.queryOptions({ input: { search } })
  const cities = useQueryClient().getQueryData(queryKey)
  if (!cities?.length) return null
  return (
    <Section title="Nearest" level={level}>
      <ul className="stack gap-1.5">
        <NearCityLinks cities={cities} />
      </ul>
    </Section>
  )
}
