import type { Position } from './places.schemas.ts'

export type Point = [x: number, y: number]

/** A square map: its middle, and how far its sides are from there. */
export type MapWindow = Position & { kilometres: number }

/** The side of a square map, in its own units. */
export const squareSide = 600

/** The world as scripts/make-land.mjs draws it; a test compares the two. */
export const world = {
  width: 1000,
  height: 450,
  rotation: 11,
  scale: 179.13385118876468,
  x: 500,
  y: 253.624494152451,
}

/** The two parts of the world that a phone shows one below the other, in units of its map; nothing lies between them. */
export const hemispheres = {
  east: { left: 412, top: 24, width: 588, height: 400 },
  west: { left: 28, top: 24, width: 384, height: 426 },
}
export type Hemisphere = keyof typeof hemispheres

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Where a place lies on the map of the world: the projection Natural Earth. */
export function onWorld({ latitude, longitude }: Position): Point {
  const lambda = radians(((longitude - world.rotation + 540) % 360) - 180)
  const phi = radians(latitude)
  const square = phi * phi
  const fourth = square * square
  const across =
    0.8707 - 0.131979 * square + fourth * (-0.013791 + fourth * (0.003971 * square - 0.001529 * fourth))
  const up = 1.007226 + square * (0.015085 + fourth * (-0.044475 + 0.028874 * square - 0.005916 * fourth))
  return [world.x + world.scale * lambda * across, world.y - world.scale * phi * up]
}

const mercator = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + radians(latitude) / 2))

const earthRadiusKm = 6371

/** The way between two places as the crow flies, in kilometres. */
export function kilometresBetween(one: Position, other: Position): number {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(chord))
}

/** The square that holds all of these, with a margin in which coasts show where it is. */
export function windowAround(positions: Position[]): MapWindow {
  const middleOf = (degrees: number[]) => (Math.min(...degrees) + Math.max(...degrees)) / 2
  const latitude = middleOf(positions.map((position) => position.latitude))
  const longitude = middleOf(positions.map((position) => position.longitude))
  const farthest = Math.max(
    ...positions.flatMap((position) => [
      kilometresBetween({ latitude, longitude }, { latitude: position.latitude, longitude }),
      kilometresBetween({ latitude, longitude }, { latitude, longitude: position.longitude }),
    ]),
  )
  // Whole steps, so that few pictures are drawn.
  const kilometres = Math.min(Math.ceil(Math.max(farthest * 1.3, 400) / 50) * 50, 6500)
  return { latitude: Math.round(latitude * 2) / 2, longitude: Math.round(longitude * 2) / 2, kilometres }
}

/** Where a place lies on a square map: Mercator, so that around its middle distances in all directions are true. */
export function onSquare(window: MapWindow): (position: Position) => Point {
  const unitsPerRadian =
    (squareSide / 2 / window.kilometres) * earthRadiusKm * Math.cos(radians(window.latitude))
  const middle = mercator(window.latitude)
  return ({ latitude, longitude }) => [
    squareSide / 2 + radians(longitude - window.longitude) * unitsPerRadian,
    squareSide / 2 - (mercator(latitude) - middle) * unitsPerRadian,
  ]
}

/** The path of the picture of a map's land: of the world without a window. */
export const landPath = (window?: MapWindow, isLocator = false) =>
  window
    ? `/maps/${[window.latitude, window.longitude].map((degrees) => Number(degrees.toFixed(2))).join()},${Math.round(window.kilometres)}${isLocator ? '-towns' : ''}.svg`
    : '/maps/world.svg'

/** The continents with their windows, in the order of the page. Each has a page of its own. */
export const regions = [
  { slug: 'europe', name: 'Europe', window: { latitude: 54.5, longitude: 9.5, kilometres: 2250 } },
  {
    slug: 'north-america',
    name: 'North America',
    window: { latitude: 40, longitude: -104, kilometres: 4700 },
  },
  {
    slug: 'south-america',
    name: 'South America',
    window: { latitude: -24, longitude: -59, kilometres: 3900 },
  },
  { slug: 'asia', name: 'Asia', window: { latitude: 26, longitude: 87, kilometres: 6200 } },
  { slug: 'africa', name: 'Africa', window: { latitude: 1, longitude: 17, kilometres: 4700 } },
  { slug: 'oceania', name: 'Oceania', window: { latitude: -22, longitude: 148, kilometres: 4100 } },
] as const satisfies { slug: string; name: string; window: MapWindow }[]
export type Region = (typeof regions)[number]
export const regionSlugs = regions.map(({ slug }) => slug)
