import { Link } from '@tanstack/react-router'
import type { CountryOfEvents } from '#features/events/events.schemas.ts'
import { type Region, regions } from '#features/gazetteer/projection.ts'

type Coming = Map<CountryOfEvents['region'], number>

/** How many conferences are to come on each continent. */
export function comingByRegion(countries: CountryOfEvents[]): Coming {
  const coming: Coming = new Map()
  for (const country of countries)
    coming.set(country.region, (coming.get(country.region) ?? 0) + country.coming)
  return coming
}

const Count = ({ count = 0 }: { count?: number }) => (
  <span className="text-sm opacity-75">{count.toLocaleString('en')}</span>
)

/** The world and its continents, each a map of its own: so that zooming needs no script. */
export function RegionNav({ current, coming }: { current?: Region['slug']; coming: Coming }) {
  const total = [...coming.values()].reduce((sum, count) => sum + count, 0)
  return (
    <nav aria-label="Regions">
      <ul className="flex flex-wrap gap-1.5 max-sm:[&_a]:px-2 max-sm:[&_a]:text-sm">
        <li>
          <Link
            to="/places"
            className="choice"
            activeOptions={{ exact: true }}
            aria-current={current ? undefined : 'page'}
          >
            World <Count count={total} />
          </Link>
        </li>
        {regions.map(({ slug, name }) => (
          <li key={slug}>
            <Link to="/places/$region" params={{ region: slug }} className="choice">
              {name} <Count count={coming.get(slug)} />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/online" className="choice">
            Online
          </Link>
        </li>
      </ul>
    </nav>
  )
}
