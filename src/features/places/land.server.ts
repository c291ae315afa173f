import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Position, Town } from '#features/gazetteer/places.schemas.ts'
import {
  type MapWindow,
  onSquare,
  onWorld,
  type Point,
  squareSide,
  world,
} from '#features/gazetteer/projection.ts'
import { escapeXml } from '#lib/text.ts'

type Line = { points: Float32Array; west: number; east: number; south: number; north: number }

let land: Promise<{ path: string; rings: Line[]; rivers: Line[] }> | undefined

/** Not imported, because a module keeps its source. */
async function readLand() {
  const file = JSON.parse(await readFile(path.join(import.meta.dirname, 'land.json'), 'utf8'))
  const linesOf = (text: string) => text.split('\n').map((line) => readLine(line, file.step))
  return { path: file.world.path as string, rings: linesOf(file.rings), rivers: linesOf(file.rivers) }
}

function readLine(line: string, step: number): Line {
  const steps = line.split(/[ ,]/)
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

/** A path of whole units: what is smaller than one is left out. */
function pathOf(points: Point[], isRing: boolean): string {
  const corners: string[] = []
  for (const [x, y] of points) {
    const corner = `${Math.round(x)} ${Math.round(y)}`
    if (corner !== corners.at(-1)) corners.push(corner)
  }
  if (corners.length < (isRing ? 3 : 2)) return ''
  return `M${corners.join('L')}${isRing ? 'Z' : ''}`
}

/** Rings or rivers of a square map. */
function pathsIn(lines: Line[], window: MapWindow, isRing: boolean): string {
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
      const mustCut = isRing && (isTall || !isInSight(first) || !isInSight(last))
      drawn += pathOf(mustCut ? cutToSquare(line) : line, isRing)
    }
  }
  return drawn
}

/** On maps of more than half a continent rivers are a tangle. */
const widestWithRivers = 2500

/** Without names where the picture is too small for them. */
const townStyle =
  '.town{fill:#645e54;stroke:#faf7f0;font:22px system-ui,sans-serif}.town text{paint-order:stroke;stroke-width:5px;stroke-linejoin:round}@media(prefers-color-scheme:dark){.town{fill:#a9a191;stroke:#15140f}}@media(max-width:16rem){.town{display:none}}'

const drawTown = ({ x, y, name, isLeft }: Town) =>
  `<g class="town"><circle cx="${x}" cy="${y}" r="5"/><text x="${isLeft ? x - 12 : x + 12}" y="${y + 7}"${isLeft ? ' text-anchor="end"' : ''}>${escapeXml(name)}</text></g>`

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

/** Every thirtieth meridian and parallel of the map of the world, and its edges. */
function drawGraticule(): string {
  const [west, east] = [world.rotation - 179.9, world.rotation + 179.9]
  const meridians = [west, ...range(-150, 180, 30), east].map((longitude) =>
    range(-60, 84, 6).map((latitude) => onWorld({ latitude, longitude })),
  )
  const parallels = range(-60, 60, 30).map((latitude) =>
    range(west, east, 359.8 / 24).map((longitude) => onWorld({ latitude, longitude })),
  )
  return [...meridians, ...parallels].map((line) => pathOf(line, false)).join('')
}

/** The picture of a map: land, and a speck for each place. Its colours are those of the page (src/styles.css). */
export async function drawLand(places: Position[], window?: MapWindow, towns: Town[] = []): Promise<string> {
  land ??= readLand()
  const { path, rings, rivers } = await land
  const [width, height] = window ? [squareSide, squareSide] : [world.width, world.height]
  const project = window ? onSquare(window) : onWorld
  const specks = new Set(
    places
      .map(project)
      .filter(([x, y]) => x > 0 && y > 0 && x < width && y < height)
      .map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h0`),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>.land{fill:#ebe2d0}.rivers{fill:none;stroke:#faf7f0;stroke-width:2}.graticule{fill:none;stroke:#e8dfcf}.specks{stroke:#a99e8a;stroke-width:2.4;stroke-linecap:round}@media(prefers-color-scheme:dark){.land{fill:#2a2720}.rivers{stroke:#15140f}.graticule{stroke:#26231c}.specks{stroke:#6b6455}}${towns.length > 0 ? townStyle : ''}</style>${window ? '' : `<path class="graticule" d="${drawGraticule()}"/>`}<path class="land" fill-rule="evenodd" d="${window ? pathsIn(rings, window, true) : path}"/>${window && window.kilometres <= widestWithRivers ? `<path class="rivers" d="${pathsIn(rivers, window, false)}"/>` : ''}<path class="specks" d="${[...specks].join('')}"/>${towns.map(drawTown).join('')}</svg>`
}
