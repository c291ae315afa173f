import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { type DirectorySearch, firstPageOf, nearDistances } from '#features/directory/search.ts'
import type { EventMap } from '#features/events/events.schemas.ts'
import { nearText } from '#features/events/events.ts'
import {
  type Hemisphere,
  landPath,
  type MapWindow,
  squareSide,
  world,
} from '#features/gazetteer/projection.ts'
import { stringifySearch } from '#lib/search-params.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { type Dot, frameOf, labelOf, layOutMap } from '../map-layout.ts'

type Props = {
  cities: EventMap['cities']
  /** A square part of the world; without one, all of it. */
  window?: MapWindow
  /** The half of the world that is shown. */
  hemisphere?: Hemisphere
  maxLabels?: number
  /** Whether it takes half the page at most. */
  isSmall?: boolean
  /** Where the dot of one city leads: to its page, unless this says otherwise. */
  linkOf?: (dot: Dot) => string
  /** What the map of the cities of one dot is narrowed by. */
  search?: DirectorySearch
  children?: ReactNode
}

const cityPath = ({ city }: Dot) => `/cities/${encodeURIComponent(city.city)}`

/** The map of the directory around a dot of several cities. */
const mapAround = ({ city, reach }: Dot, search: DirectorySearch) =>
  `/conferences${stringifySearch({
    ...firstPageOf(search),
    view: 'map',
    near: nearText(city.city, city.country),
    within: nearDistances.find((distance) => distance >= reach) ?? limits.nearMaxKilometres,
  })}`

/**
 * Land with a dot for each city, drawn on the server. The list beside it says the same, so screen readers and the tab key
 * pass it over: its links would be hundreds of stops.
 */
export function PlaceMap({
  cities,
  window,
  hemisphere,
  maxLabels = 40,
  isSmall,
  linkOf = cityPath,
  search = {},
  children,
}: Props) {
  const { left, top, width, height } = frameOf(window, hemisphere)
  const pathOf = (dot: Dot) => (dot.reach > 0 ? mapAround(dot, search) : linkOf(dot))
  const dots = layOutMap(cities, { window, hemisphere, maxLabels })
  // Browsers do not look ahead for pictures within SVG.
  preload(landPath(window), { as: 'image' })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-small={isSmall || undefined}
      className={window || hemisphere ? 'map border border-hairline' : 'map'}
    >
      <g transform={hemisphere && `translate(${-left} ${-top})`}>
        <image
          href={landPath(window)}
          width={window ? width : world.width}
          height={window ? height : world.height}
        />
        {children}
      </g>
      {dots.map((dot) => (
        <PlainLink key={`${dot.x},${dot.y}`} to={pathOf(dot)} tabIndex={-1}>
          <title>{`${dot.names.slice(0, 5).join(', ')}: ${count(dot.count, 'conference', 'conferences')}`}</title>
          <circle cx={dot.x} cy={dot.y} r={dot.r} />
          {dot.running > 0 && <circle className="on" cx={dot.x} cy={dot.y} r={runningRadius(dot)} />}
        </PlainLink>
      ))}
      {/* Above all dots: a name may lie over small ones. */}
      {dots.map(
        (dot) =>
          dot.label && (
            <PlainLink key={`${dot.x},${dot.y}`} to={pathOf(dot)} tabIndex={-1}>
              <text className={dot.isLabelledOnPhone ? undefined : 'wide'} {...textAt(dot, dot.label)}>
                {labelOf(dot)}
              </text>
            </PlainLink>
          ),
      )}
    </svg>
  )
}

/** The share of conferences that run now, as an area. */
const runningRadius = ({ r, running, count }: Dot) =>
  Number((r * Math.sqrt(running / count) * (running === count ? 1 : 0.9)).toFixed(1))

function textAt({ x, y, r }: Dot, side: NonNullable<Dot['label']>) {
  if (side === 'right') return { x: x + r + 3, y: y + 4 }
  if (side === 'left') return { x: x - r - 3, y: y + 4, textAnchor: 'end' as const }
  return { x, y: side === 'above' ? y - r - 5 : y + r + 13, textAnchor: 'middle' as const }
}

/** A circle around the middle of a map, with its distance. */
export function Ring({ kilometres, window }: { kilometres: number; window: MapWindow }) {
  const middle = squareSide / 2
  const radius = Math.round((kilometres / window.kilometres) * middle)
  return (
    <g>
      <circle className="ring" cx={middle} cy={middle} r={radius} />
      <text x={middle} y={middle - radius + 4} textAnchor="middle">
        {kilometres} km
      </text>
    </g>
  )
}

/** What the dots mean, and how many conferences have none. */
export const MapKey = ({ unplaced, one = '1 to come' }: { unplaced: number; one?: string }) => (
  <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-quiet">
    <KeyEntry radius={3.6}>{one}</KeyEntry>
    <KeyEntry radius={8}>5</KeyEntry>
    <KeyEntry radius={3.6} className="on">
      on now
    </KeyEntry>
    <KeyEntry radius={1.3} className="speck">
      only past ones
    </KeyEntry>
    {unplaced > 0 && (
      <span>{count(unplaced, 'conference is', 'conferences are')} in places not on the map.</span>
    )}
    <span className="ml-auto">Land: Natural Earth</span>
  </p>
)

const KeyEntry = ({
  radius,
  className,
  children,
}: {
  radius: number
  className?: string
  children: ReactNode
}) => (
  <span aria-hidden="true" className="inline-flex items-center gap-1.5">
    <svg aria-hidden="true" viewBox="-9 -9 18 18" className="map size-4.5!">
      <circle r={radius} className={className} />
    </svg>
    {children}
  </span>
)
