import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { regions } from '#features/places/projection.ts'
import { count } from '#lib/text.ts'
import type { CountryOfEvents } from '../events.schemas.ts'
import { isUndecidedPlace } from '../events.ts'

/** The countries by continent, each with its cities: what is to come, and what was. */
type Props = {
  countries: CountryOfEvents[]
  /** Whether it stands beside a map. */
  isNarrow?: boolean
}

export function PlaceIndex({ countries, isNarrow }: Props) {
  if (countries.length === 0) return <EmptyState>No conferences found</EmptyState>
  const groups = [...regions, { slug: null, name: 'Elsewhere' }]
    .map(({ slug, name }) => ({ name, countries: countries.filter(({ region }) => region === slug) }))
    .filter((group) => group.countries.length > 0)
  return (
    <div className={`gap-x-12 sm:columns-2 ${isNarrow ? 'lg:columns-1' : 'lg:columns-3'}`}>
      {groups.map(({ name, countries: group }) => (
        <section key={name} aria-label={name} className="mb-8">
          <div className="ruled flex items-baseline break-after-avoid">
            <h2 className="flex-1 text-xl">{name}</h2>
            <span aria-hidden="true" className="w-14 text-right text-xs text-quiet">
              to come
            </span>
            <span aria-hidden="true" className="w-14 text-right text-xs text-quiet">
              past
            </span>
          </div>
          <ul>
            {group
              .toSorted((one, other) => other.coming - one.coming)
              .map((country) => (
                <CountryRow key={country.name} country={country} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function CountryRow({ country }: { country: CountryOfEvents }) {
  const { name, coming, total, cities, city_count } = country
  return (
    <li className="break-inside-avoid border-t border-hairline py-2 first:border-t-0">
      <div className="flex items-baseline">
        <h3 className="flex-1 text-base" dir="auto">
          {isUndecidedPlace(name) ? (
            name
          ) : (
            <PlainLink
              to="/countries/$countryName"
              params={{ countryName: name }}
              className="inline-block min-h-6 hover:text-accent"
            >
              {name}
            </PlainLink>
          )}
        </h3>
        <b className="w-14 text-right tabular-nums">
          {coming > 0 && coming.toLocaleString('en')}
          <span className="sr-only">{coming > 0 ? ' to come, ' : ''}</span>
        </b>
        <span className="w-14 text-right text-quiet tabular-nums">
          {(total - coming).toLocaleString('en')}
          <span className="sr-only"> past</span>
        </span>
      </div>
      <ul className="mt-0.5 flex flex-wrap gap-x-3.5 gap-y-1 text-[0.9375rem]">
        {cities.map((city) => (
          <li key={city.name} className="min-w-0">
            {isUndecidedPlace(city.name) ? (
              city.name
            ) : (
              <PlainLink to="/cities/$locationName" params={{ locationName: city.name }} className="place">
                <bdi>{city.name}</bdi>
              </PlainLink>
            )}{' '}
            <span className="text-xs text-quiet">{city.total}</span>
          </li>
        ))}
        {city_count > cities.length && (
          <li className="text-quiet">and {count(city_count - cities.length, 'more city', 'more cities')}</li>
        )}
      </ul>
    </li>
  )
}
