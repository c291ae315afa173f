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
    <div className="stack gap-8">
      {groups.map(({ name, countries: group }) => (
        <section key={name} aria-label={name}>
          <div className="ruled flex items-baseline">
            <h2 className="flex-1 text-xl">{name}</h2>
            <span aria-hidden="true" className="w-14 text-right text-xs text-quiet">
              to come
            </span>
            <span aria-hidden="true" className="w-14 text-right text-xs text-quiet">
              past
            </span>
          </div>
          <CountryList
            countries={group
              .filter(({ coming }) => coming > 0)
              .toSorted((one, other) => other.coming - one.coming)}
            isNarrow={isNarrow}
          />
          <OverCountries countries={group.filter(({ coming }) => coming === 0)} isNarrow={isNarrow} />
        </section>
      ))}
    </div>
  )
}

const CountryList = ({ countries, isNarrow }: Props) => (
  <ul className={`gap-x-12 sm:columns-2 ${isNarrow ? 'lg:columns-1' : 'lg:columns-3'}`}>
    {countries.map((country) => (
      <CountryRow key={country.name} country={country} />
    ))}
  </ul>
)

/** Most countries of a large directory, which nobody looks for who wants to go somewhere. */
const OverCountries = (props: Props) =>
  props.countries.length > 0 && (
    <details className="mt-2">
      <summary className="cursor-pointer py-1 text-quiet">
        {count(props.countries.length, 'country', 'countries')} with past conferences only
      </summary>
      <CountryList {...props} />
    </details>
  )

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
            <CityCounts {...city} />
          </li>
        ))}
        {city_count > cities.length && (
          <li className="text-quiet">
            and{' '}
            <PlainLink to="/countries/$countryName" params={{ countryName: name }} className="link">
              {count(city_count - cities.length, 'more city', 'more cities')}
              <span className="sr-only"> in {name}</span>
            </PlainLink>
          </li>
        )}
      </ul>
    </li>
  )
}

/** As in the row of its country. */
const CityCounts = ({ coming, total }: { coming: number; total: number }) => (
  <span className="text-xs text-quiet">
    {coming > 0 && <b className="text-ink">{coming} </b>}
    {total > coming && (total - coming).toLocaleString('en')}
  </span>
)
