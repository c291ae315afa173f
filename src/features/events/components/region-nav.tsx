import { Link } from '@tanstack/react-router'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { onWorld, type Region, regions } from '#features/places/projection.ts'
import type { CountryOfEvents } from '../events.schemas.ts'

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
      <ul className="flex flex-wrap gap-1.5">
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
      </ul>
    </nav>
  )
}

/** Where the name of a continent stands in the sea beside it. */
const labels: Record<Region['slug'], { latitude: number; longitude: number }> = {
  europe: { latitude: 49, longitude: -57 },
  'north-america': { latitude: 26, longitude: -140 },
  'south-america': { latitude: -22, longitude: -110 },
  asia: { latitude: 4, longitude: 72 },
  africa: { latitude: -8, longitude: -20 },
  oceania: { latitude: -33, longitude: 82 },
}

/** The continents on the map of the world, as links; where the map is narrow the row of links above it is enough. */
export const WorldLabels = ({ coming }: { coming: Coming }) =>
  regions.map(({ slug, name }) => {
    const [x, y] = onWorld(labels[slug])
    return (
      <PlainLink key={slug} to="/places/$region" params={{ region: slug }} tabIndex={-1} className="region">
        <text x={Math.round(x)} y={Math.round(y)}>
          {name} <tspan>{coming.get(slug) ?? 0}</tspan>
        </text>
      </PlainLink>
    )
  })
