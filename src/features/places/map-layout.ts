import { cityWithoutState } from '#features/events/event-text.ts'
import type { EventMap } from '#features/events/events.schemas.ts'
import type { Position, Town } from '#features/gazetteer/places.schemas.ts'
import {
  type Hemisphere,
  hemispheres,
  kilometresBetween,
  type MapWindow,
  onSquare,
  onWorld,
  type Point,
  squareSide,
  world,
} from '#features/gazetteer/projection.ts'

type City = EventMap['cities'][number]

export type Dot = {
  x: number
  y: number
  r: number
  /** The largest of the cities whose dots fell together. */
  city: City
  names: string[]
  /** How far the farthest of them is from the largest, in kilometres. */
  reach: number
  count: number
  running: number
  /** Where its name has room. */
  label?: Side
  /** Whether its name also has room on a phone, where letters are larger. */
  isLabelledOnPhone?: boolean
}

type Side = 'right' | 'left' | 'above' | 'below'

/** A dot of one event, and the largest there may be. */
const [smallest, largest] = [3.6, 20]
/** Cities that are nearer to each other than this share a dot: on the map of the world, where Europe is small, those of a region. */
const closest = { part: 5, world: 8 }
const letterWidth = 6.3
const labelHeight = 14
/** How much larger letters are on a phone (styles.css). */
const phoneScale = { part: 1.5, world: 2.25 }

type Area = { left: number; right: number; top: number; bottom: number }
/** `count`: how many events its dot has; a name is above all of them. */
type Box = Area & { count: number }

const overlap = (one: Area, other: Area) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** What a map shows of its picture: of the world all, or a hemisphere. */
export function frameOf(window?: MapWindow, hemisphere?: Hemisphere) {
  if (window) return { left: 0, top: 0, width: squareSide, height: squareSide }
  return hemisphere ? hemispheres[hemisphere] : { left: 0, top: 0, width: world.width, height: world.height }
}

/** Dots with an area by the number of events, the largest first, and the names of those that have room for one. */
export function layOutMap(
  cities: City[],
  { window, hemisphere, maxLabels }: { window?: MapWindow; hemisphere?: Hemisphere; maxLabels: number },
): Dot[] {
  const project = window ? onSquare(window) : onWorld
  const { left, top, width, height } = frameOf(window, hemisphere)
  const dots: Dot[] = []
  for (const city of cities.toSorted((one, other) => other.count - one.count)) {
    const [x, y] = project(city).map((value, axis) => value - (axis === 0 ? left : top)) as Point
    if (x < 0 || y < 0 || x > width || y > height) continue
    const near = dots.find((dot) => Math.hypot(dot.x - x, dot.y - y) < closest[window ? 'part' : 'world'])
    if (near) {
      near.names.push(city.city)
      near.reach = Math.max(near.reach, kilometresBetween(near.city, city))
      near.count += city.count
      near.running += city.running
    } else {
      const { count, running } = city
      dots.push({
        x: Math.round(x),
        y: Math.round(y),
        r: 0,
        city,
        names: [city.city],
        reach: 0,
        count,
        running,
      })
    }
  }
  const most = Math.max(1, ...dots.map(({ count }) => count))
  const unit = Math.min(smallest, largest / Math.sqrt(most))
  for (const dot of dots) dot.r = Number(Math.max(unit * Math.sqrt(dot.count), 2).toFixed(1))
  dots.sort((one, other) => other.count - one.count)
  const labels = placeLabels(dots, width, { maxLabels, scale: 1 })
  for (const [dot, side] of labels) dot.label = side
  const scale = phoneScale[window || hemisphere ? 'part' : 'world']
  for (const [dot] of placeLabels(dots, width, { maxLabels, scale, labels })) dot.isLabelledOnPhone = true
  return dots
}

/** The name of its largest city, and how many others it stands for: 'Amsterdam +4'. */
export const labelOf = ({ city, names }: Dot) =>
  cityWithoutState(city.city) + (names.length > 1 ? ` +${names.length - 1}` : '')

const allSides: Side[] = ['right', 'left', 'above', 'below']

/** What a name takes up beside, above or below its dot. */
function boxOf({ x, y, r }: Dot, side: Side, length: number, height: number): Box {
  const count = Number.POSITIVE_INFINITY
  const beside = { top: y - height / 2, bottom: y + height / 2, count }
  const centred = { left: x - length / 2, right: x + length / 2, count }
  if (side === 'right') return { left: x + r + 1, right: x + r + 5 + length, ...beside }
  if (side === 'left') return { left: x - r - 5 - length, right: x - r - 1, ...beside }
  if (side === 'above') return { top: y - r - 2 - height, bottom: y - r - 2, ...centred }
  return { top: y + r + 2, bottom: y + r + 2 + height, ...centred }
}

type Labels = { maxLabels: number; scale: number; labels?: Map<Dot, Side> }

/** On which side names have room, those of the largest dots first; with `labels` only these, on their side. */
function placeLabels(dots: Dot[], width: number, { maxLabels, scale, labels }: Labels): Map<Dot, Side> {
  const boxes: Box[] = dots.map(({ x, y, r, count }) => ({
    left: x - r,
    right: x + r,
    top: y - r,
    bottom: y + r,
    count,
  }))
  const placedLabels = new Map<Dot, Side>()
  for (const dot of dots) {
    if (placedLabels.size === maxLabels) break
    const length = labelOf(dot).length * letterWidth * scale
    const sides = labels ? [labels.get(dot) ?? []].flat() : allSides
    for (const side of sides) {
      const box = boxOf(dot, side, length, labelHeight * scale)
      // The name of a large dot may lie over small ones.
      const isFree = boxes.every((other) => other.count * 3 <= dot.count || !overlap(box, other))
      if (box.left < 0 || box.right > width || box.top < 0 || !isFree) continue
      placedLabels.set(dot, side)
      boxes.push(box)
      break
    }
  }
  return placedLabels
}

/** The locator's part of the map that is in sight, and its letters. */
const [sightTop, sightBottom] = [105, 495]
const townScale = 2
const maxTowns = 5
/** The name of the city in the middle where it is not known, in letters, and the width of a letter on a phone. */
const middleLetters = 12
const middleLetterWidth = 20

/** The room of a conference and its city's name, in the middle of a locator. */
function middleArea(cities: (Position & { city: string })[], window: MapWindow): Area {
  const project = onSquare(window)
  const middle = squareSide / 2
  const here = cities.filter((place) => project(place).every((value) => Math.abs(value - middle) < 8))
  const letters = here.length > 0 ? Math.max(...here.map(({ city }) => city.length)) : middleLetters
  const halfWidth = (letters * middleLetterWidth) / 2
  return { left: middle - halfWidth, right: middle + halfWidth, top: 275, bottom: 350 }
}

const townBox = (x: number, y: number, length: number, isLeft: boolean): Area => ({
  left: isLeft ? x - length - 14 : x - 8,
  right: isLeft ? x + 8 : x + length + 14,
  top: y - 18,
  bottom: y + 18,
})

/** Bearings around the middle of a locator: the cities with most events whose names have room. `cities`: most events first. */
export function placeTowns(cities: (Position & { city: string })[], window: MapWindow): Town[] {
  const project = onSquare(window)
  const towns: Town[] = []
  const boxes = [middleArea(cities, window)]
  for (const place of cities) {
    if (towns.length === maxTowns) break
    const [x, y] = project(place)
    const name = cityWithoutState(place.city)
    const length = name.length * letterWidth * townScale
    const side = [false, true]
      .map((isLeft) => ({ isLeft, box: townBox(x, y, length, isLeft) }))
      .find(
        ({ box }) =>
          box.left > 10 &&
          box.right < squareSide - 10 &&
          box.top > sightTop &&
          box.bottom < sightBottom &&
          !boxes.some((other) => overlap(box, other)),
      )
    if (!side) continue
    towns.push({ x: Math.round(x), y: Math.round(y), name, isLeft: side.isLeft })
    boxes.push(side.box)
  }
  return towns
}
