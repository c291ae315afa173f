import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Position } from './places.schemas.ts'
import { type MapWindow, onSquare, onWorld, type Point, squareSide, world } from './projection.ts'

/** A coast or border, its points as longitude and latitude in turn. */
type Line = { points: Float32Array; west: number; east: number; south: number; north: number }

type Land<Drawn> = { land: Drawn; borders: Drawn }

let outlines: Promise<{ world: Land<string>; fine: Land<Line[]> }> | undefined

/** Not imported, because a module keeps its source. */
async function readLand() {
  const file = JSON.parse(await readFile(path.join(import.meta.dirname, 'land.json'), 'utf8'))
  const linesOf = (text: string) => text.split('\n').map((line) => lineOf(line, file.step))
  return {
    world: { land: file.world.path, borders: file.world.borders },
    fine: { land: linesOf(file.rings), borders: linesOf(file.borders) },
  }
}

function lineOf(text: string, step: number): Line {
  const steps = text.split(/[ ,]/)
  const points = new Float32Array(steps.length)
  const [longitudes, latitudes] = [[], []] as [number[], number[]]
  for (let index = 0; index < steps.length; index += 2) {
    longitudes.push(Number(steps[index]) + (longitudes.at(-1) ?? 0))
    latitudes.push(Number(steps[index + 1]) + (latitudes.at(-1) ?? 0))
    points[index] = longitudes.at(-1)! * step
    points[index + 1] = latitudes.at(-1)! * step
  }
  return {
    points,
    west: Math.min(...longitudes) * step,
    east: Math.max(...longitudes) * step,
    south: Math.min(...latitudes) * step,
    north: Math.max(...latitudes) * step,
  }
}

/** What lies a little outside is cut away there, so that no edge of the cut is in sight. */
const margin = 8

/** Cuts a polygon at one side of the map (Sutherland and Hodgman). */
function cutAt(points: Point[], axis: 0 | 1, limit: number, isInside: (value: number) => boolean): Point[] {
  const remaining: Point[] = []
  for (const [index, point] of points.entries()) {
    const previous = points.at(index - 1)!
    if (isInside(point[axis]) !== isInside(previous[axis])) {
      const share = (limit - previous[axis]) / (point[axis] - previous[axis])
      remaining.push([
        previous[0] + share * (point[0] - previous[0]),
        previous[1] + share * (point[1] - previous[1]),
      ])
    }
    if (isInside(point[axis])) remaining.push(point)
  }
  return remaining
}

function cutToSquare(points: Point[]): Point[] {
  const [low, high] = [-margin, squareSide + margin]
  let remaining = points
  for (const axis of [0, 1] as const) {
    remaining = cutAt(remaining, axis, low, (value) => value >= low)
    remaining = cutAt(remaining, axis, high, (value) => value <= high)
  }
  return remaining
}

/** The parts of a line that may be in sight. */
function partsInSquare(points: Point[]): Point[][] {
  const parts: Point[][] = []
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1]
    if (!previous) continue
    const isOutside = ([0, 1] as const).some(
      (axis) =>
        Math.max(point[axis], previous[axis]) < -margin ||
        Math.min(point[axis], previous[axis]) > squareSide + margin,
    )
    if (isOutside) continue
    if (parts.at(-1)?.at(-1) === previous) parts.at(-1)!.push(point)
    else parts.push([previous, point])
  }
  return parts
}

/** A path of whole units: what is smaller than one is left out. */
function pathOf(points: Point[], end: 'Z' | ''): string {
  const corners: string[] = []
  for (const [x, y] of points) {
    const corner = `${Math.round(x)} ${Math.round(y)}`
    if (corner !== corners.at(-1)) corners.push(corner)
  }
  return corners.length > (end ? 2 : 1) ? `M${corners.join('L')}${end}` : ''
}

/** Land or borders of a square map. */
function drawLines(lines: Line[], window: MapWindow, isLand: boolean): string {
  const project = onSquare(window)
  const [x] = project({ latitude: 0, longitude: window.longitude + 1 })
  const halfWidth = (squareSide / 2 + margin) / (x - squareSide / 2)
  const isInSight = (longitude: number) => Math.abs(longitude - window.longitude) <= halfWidth
  const yOf = (latitude: number) =>
    project({ latitude: Math.max(-85, Math.min(latitude, 85)), longitude: 0 })[1]
  let drawn = ''
  for (const { points, west, east, south, north } of lines) {
    const [top, bottom] = [yOf(north), yOf(south)]
    if (bottom < -margin || top > squareSide + margin) continue
    const isTall = top < -margin || bottom > squareSide + margin
    for (const turn of [-360, 0, 360]) {
      const [first, last] = [west + turn, east + turn]
      if (last < window.longitude - halfWidth || first > window.longitude + halfWidth) continue
      const line: Point[] = []
      for (let index = 0; index < points.length; index += 2)
        line.push(project({ longitude: points[index]! + turn, latitude: Math.min(points[index + 1]!, 85) }))
      if (!isLand) for (const part of partsInSquare(line)) drawn += pathOf(part, '')
      else drawn += pathOf(!isTall && isInSight(first) && isInSight(last) ? line : cutToSquare(line), 'Z')
    }
  }
  return drawn
}

/** The picture of a map: land, borders, and a speck for each place. Its colours are those of the page (src/styles.css). */
export async function drawLand(places: Position[], window?: MapWindow): Promise<string> {
  outlines ??= readLand()
  const { world: worldShapes, fine } = await outlines
  const [width, height] = window ? [squareSide, squareSide] : [world.width, world.height]
  const project = window ? onSquare(window) : onWorld
  const specks = new Set(
    places
      .map(project)
      .filter(([x, y]) => x > 0 && y > 0 && x < width && y < height)
      .map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h0`),
  )
  const shapes = window
    ? { land: drawLines(fine.land, window, true), borders: drawLines(fine.borders, window, false) }
    : worldShapes
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>.land{fill:#ebe2d0}.borders{fill:none;stroke:#faf7f0;stroke-width:${window ? 1.2 : 0.6}}.specks{stroke:#a99e8a;stroke-width:2.4;stroke-linecap:round}@media(prefers-color-scheme:dark){.land{fill:#2a2720}.borders{stroke:#15140f}.specks{stroke:#6b6455}}</style><path class="land" fill-rule="evenodd" d="${shapes.land}"/><path class="borders" d="${shapes.borders}"/><path class="specks" d="${[...specks].join('')}"/></svg>`
}
