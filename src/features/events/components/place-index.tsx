import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { count } from '#lib/text.ts'
import type { CountryOfEvents } from '../events.schemas.ts'
import { isUndecidedPlace } from '../events.ts'

export function PlaceIndex({ countries }: { countries: CountryOfEvents[] }) {
  if (countries.length === 0) return <EmptyState>No conferences found</EmptyState>
  return (
    <ul className="gap-x-14 sm:columns-2 lg:columns-3">
      {countries.map((country) => (
        <li key={country.name} className="break-inside-avoid border-t border-hairline pt-3 pb-8">
          <h2 className="text-xl" dir="auto">
            {isUndecidedPlace(country.name) ? (
              country.name
            ) : (
              <PlainLink
                to="/countries/$countryName"
                params={{ countryName: country.name }}
                className="hover:text-accent"
              >
                {country.name}
              </PlainLink>
            )}
          </h2>
          <p className="text-sm text-quiet">
            {count(country.total, 'conference', 'conferences')}
            {country.coming > 0 && `, ${country.coming.toLocaleString('en')} to come`}
          </p>
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            {country.cities.map(({ name, total }) => (
              <li key={name} className="min-w-0">
                {isUndecidedPlace(name) ? (
                  name
                ) : (
                  <PlainLink to="/cities/$locationName" params={{ locationName: name }} className="link">
                    <bdi>{name}</bdi>
                  </PlainLink>
                )}{' '}
                <span className="text-xs text-quiet">{total}</span>
              </li>
            ))}
            {country.city_count > country.cities.length && (
              <li className="text-quiet">
                and {count(country.city_count - country.cities.length, 'more city', 'more cities')}
              </li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}
