import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { cityText } from '#features/events/event-text.ts'
import type { EventMap } from '#features/events/events.schemas.ts'
import { kilometresBetween, windowAround } from '#features/gazetteer/projection.ts'
import { count } from '#lib/text.ts'
import { PlaceMap } from './place-map.tsx'

type Cities = EventMap['cities']
type Row = Cities[number] & { past: number }

/** So many stand there at once. */
const listedCities = 20

/** The cities of a country on its map, those with conferences to come if there are any, and all as a list. */
export function CountryMap({ coming, past }: { coming: Cities; past: Cities }) {
  const rows = rowsOf(coming, past)
  if (rows.length === 0) return null
  const more = rows.slice(listedCities)
  const main = withoutFarthest(rows)
  const apart = rows.filter((row) => !main.includes(row))
  return (
    <div className="grid items-start gap-x-12 gap-y-6 md:grid-cols-2">
      <div>
        <PlaceMap
          cities={coming.length > 0 ? coming : past}
          window={windowAround(main)}
          maxLabels={25}
          isSmall
        />
        {apart.length > 0 && (
          <p className="mt-2 text-sm text-quiet">
            Not on this map: {apart.map(({ city }) => cityText(city)).join('; ')}
          </p>
        )}
      </div>
      <Section title="Cities" aside={<span className="text-sm text-quiet">to come, and past</span>}>
        <ul className="gap-x-10 sm:columns-2 md:columns-1 lg:columns-2">
          {rows.slice(0, listedCities).map((city) => (
            <CityRow key={city.city} city={city} />
          ))}
        </ul>
        {more.length > 0 && (
          <details className="mt-2">
            <summary className="cursor-pointer py-1 text-quiet">
              {count(more.length, 'more city', 'more cities')}
            </summary>
            <ul className="mt-1 gap-x-10 sm:columns-2 md:columns-1 lg:columns-2">
              {more.map((city) => (
                <CityRow key={city.city} city={city} />
              ))}
            </ul>
          </details>
        )}
      </Section>
    </div>
  )
}

/** One for each place, under the name that has most to come. */
function rowsOf(coming: Cities, past: Cities): Row[] {
  const rows = new Map<string, Row>()
  const keyOf = ({ latitude, longitude }: Cities[number]) => `${latitude},${longitude}`
  for (const city of coming) rows.set(keyOf(city), { ...city, past: 0 })
  for (const city of past) {
    const row = rows.get(keyOf(city)) ?? { ...city, count: 0 }
    rows.set(keyOf(city), { ...row, past: city.count })
  }
  return [...rows.values()].sort((one, other) => other.count - one.count || other.past - one.past)
}

/** Of all conferences of a country so few may be off its map, if that makes it so much larger. */
const [maxGap, gain] = [0.03, 1.5]

/** Without what is far from all others: Hawaii and Alaska of the United States, the Canary Islands of Spain. */
function withoutFarthest(rows: Row[]): Row[] {
  const weightOf = ({ count: coming, past }: Row) => coming + past
  const sumOf = (of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const total = sumOf(weightOf)
  const middle = {
    latitude: sumOf((row) => row.latitude * weightOf(row)) / total,
    longitude: sumOf((row) => row.longitude * weightOf(row)) / total,
  }
  const kilometresTo = (row: Row) => kilometresBetween(middle, row)
  const byDistance = rows.toSorted((one, other) => kilometresTo(one) - kilometresTo(other))
  let weight = 0
  const end = byDistance.findIndex((row, index) => {
    const isApart =
      weight >= total * (1 - maxGap) && kilometresTo(row) > gain * kilometresTo(byDistance[index - 1]!)
    weight += weightOf(row)
    return isApart
  })
  const main = end === -1 ? rows : byDistance.slice(0, end)
  return windowAround(main).kilometres * gain <= windowAround(rows).kilometres ? main : rows
}

const CityRow = ({ city: { city, count: coming, past } }: { city: Row }) => (
  <li className="flex break-inside-avoid gap-3 py-0.5">
    <span className="min-w-0 flex-1">
      <PlainLink to="/cities/$locationName" params={{ locationName: city }} className="place">
        {cityText(city)}
      </PlainLink>
    </span>
    <b className="tabular-nums">
      {coming > 0 && coming.toLocaleString('en')}
      <span className="sr-only">{coming > 0 && ' to come, '}</span>
    </b>
    <span className="w-8 text-right text-quiet tabular-nums">
      {past.toLocaleString('en')}
      <span className="sr-only"> past</span>
    </span>
  </li>
)
