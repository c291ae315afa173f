import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { cityText } from '#features/events/event-text.ts'
import type { CountryOfEvents } from '#features/events/events.schemas.ts'
import { regions } from '#features/gazetteer/projection.ts'
import { count } from '#lib/text.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'

type Props = {
  countries: CountryOfEvents[]
  /** Whether it stands beside a map. */
  isNarrow?: boolean
}

/** The countries by continent, each with its cities: what is to come, and what was. */
export function PlaceIndex({ countries, isNarrow }: Props) {
  if (countries.length === 0) return <EmptyState>No conferences found</EmptyState>
  const groups = [...regions, { slug: null, name: 'Elsewhere' }]
    .map(({ slug, name }) => ({ name, countries: countries.filter(({ region }) => region === slug) }))
    .filter((group) => group.countries.length > 0)
  return (
    <div className={isNarrow ? undefined : 'gap-x-12 md:columns-2 lg:columns-3'}>
      {groups.map(({ name, countries: group }) => (
        <section key={name} aria-label={name} className="mb-9">
          <div className="ruled flex break-inside-avoid break-after-avoid items-baseline pb-1">
            <h2 className="flex-1 text-xl">{name}</h2>
            <span aria-hidden="true" className={`text-xs ${column}`}>
              to come
            </span>
            <span aria-hidden="true" className={`text-xs ${column}`}>
              past
            </span>
          </div>
          <ul>
            {group
              .filter(({ coming }) => coming > 0)
              .toSorted((one, other) => other.coming - one.coming)
              .map((country) => (
                <CountryRow key={country.name} country={country} />
              ))}
          </ul>
          <OverCountries countries={group.filter(({ coming }) => coming === 0)} />
        </section>
      ))}
    </div>
  )
}

const column = 'w-14 text-right text-quiet tabular-nums'

/** Most countries of a large directory, which nobody looks for who wants to go somewhere. */
const OverCountries = ({ countries }: Props) =>
  countries.length > 0 && (
    <details className="border-t border-hairline pt-1">
      <summary className="cursor-pointer py-1 text-[0.9375rem] text-quiet">
        {count(countries.length, 'country', 'countries')} with past conferences only
      </summary>
      <ul>
        {countries.map((country) => (
          <CountryRow key={country.name} country={country} />
        ))}
      </ul>
    </details>
  )

function CountryRow({ country: { name, coming, total, cities, city_count } }: { country: CountryOfEvents }) {
  const decided = cities.filter((city) => !isUndecidedPlace(city.name))
  const toCome = decided.filter((city) => city.coming > 0)
  const pastOnly = decided.filter((city) => city.coming === 0)
  const moreCount = city_count - (cities.length - decided.length) - toCome.length
  const isUndecided = isUndecidedPlace(name)
  return (
    <li className="break-inside-avoid border-t border-hairline py-2.5 first:border-t-0">
      <div className="flex items-baseline">
        <h3 className="flex-1 text-base" dir="auto">
          {isUndecided ? (
            'Place not announced'
          ) : (
            <CountryLink name={name} className="link inline-block min-h-6">
              {name}
            </CountryLink>
          )}
        </h3>
        <b className="w-14 text-right tabular-nums">
          {coming > 0 && coming.toLocaleString('en')}
          <span className="sr-only">{coming > 0 ? ' to come, ' : ''}</span>
        </b>
        <span className={column}>
          {(total - coming).toLocaleString('en')}
          <span className="sr-only"> past</span>
        </span>
      </div>
      <ul className="mt-0.5 flex flex-wrap gap-x-3 gap-y-1 text-[0.9375rem]">
        {toCome.map((city) => (
          <CityItem key={city.name} name={city.name} number={city.coming} />
        ))}
        {moreCount > 0 && (
          <li className="text-quiet has-[details[open]]:basis-full">
            <MoreCities name={name} number={moreCount} pastOnly={pastOnly}>
              {city_count > cities.length && !isUndecided && (
                <li>
                  <CountryLink name={name} className="link">
                    All of {name}
                  </CountryLink>
                </li>
              )}
            </MoreCities>
          </li>
        )}
      </ul>
    </li>
  )
}

type MoreProps = { name: string; number: number; pastOnly: CountryOfEvents['cities']; children: ReactNode }

const MoreCities = ({ name, number, pastOnly, children }: MoreProps) =>
  pastOnly.length > 0 ? (
    <details>
      <summary className="cursor-pointer list-none underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
        <More number={number} of={name} />
      </summary>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 py-1">
        {pastOnly.map((city) => (
          <CityItem key={city.name} name={city.name} number={city.total} />
        ))}
        {children}
      </ul>
    </details>
  ) : (
    <CountryLink name={name} className="link">
      <More number={number} of={name} />
    </CountryLink>
  )

const CountryLink = ({
  name,
  className,
  children,
}: {
  name: string
  className: string
  children: ReactNode
}) => (
  <PlainLink to="/countries/$countryName" params={{ countryName: name }} className={className}>
    {children}
  </PlainLink>
)

const More = ({ number, of: country }: { number: number; of: string }) => (
  <>
    {number.toLocaleString('en')} more
    <span className="sr-only">
      {' '}
      {number === 1 ? 'city' : 'cities'} in {country}
    </span>
  </>
)

/** A city and how many conferences it has, if several. */
const CityItem = ({ name, number }: { name: string; number: number }) => (
  <li className="min-w-0">
    <PlainLink to="/cities/$locationName" params={{ locationName: name }} className="place">
      <bdi>{cityText(name)}</bdi>
    </PlainLink>
    {number > 1 && <span className="text-quiet"> {number.toLocaleString('en')}</span>}
  </li>
)
