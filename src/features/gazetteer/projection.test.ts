// @ts-expect-error The package has no types.
import { geoNaturalEarth1 } from 'd3-geo'
import { expect, test } from 'vitest'
import land from '#features/places/land.json' with { type: 'json' }
import { drawLand } from '#features/places/land.server.ts'
import {
  kilometresBetween,
  onSquare,
  onWorld,
  regions,
  squareSide,
  windowAround,
  world,
} from './projection.ts'

const places = {
  Honolulu: [21.31, -157.86],
  Anchorage: [61.22, -149.9],
  Suva: [-18.12, 178.45],
  Wellington: [-41.29, 174.78],
  'Punta Arenas': [-53.16, -70.91],
  Reykjavik: [64.14, -21.9],
  Tromsø: [69.65, 18.96],
  Lisbon: [38.72, -9.14],
  Singapore: [1.29, 103.85],
} as const
const positions = Object.entries(places).map(([name, [latitude, longitude]]) => ({
  name,
  latitude,
  longitude,
}))

test.each(positions)('$name is on the map of the world, where the library has it', (position) => {
  const { rotation, scale, translate } = land.world
  expect({
    width: land.world.width,
    height: land.world.height,
    rotation,
    scale,
    x: translate[0],
    y: translate[1],
  }).toEqual(world)
  const projection = geoNaturalEarth1()
    .rotate([-rotation, 0])
    .scale(scale)
    .translate(translate as [number, number])
  const [x, y] = onWorld(position)
  const expected = projection([position.longitude, position.latitude])!
  expect(x).toBeCloseTo(expected[0], 6)
  expect(y).toBeCloseTo(expected[1], 6)
  expect(x > 5 && x < world.width - 5 && y > 5 && y < world.height - 5).toBe(true)
})

test('around the middle of a square map distances are true in all directions', () => {
  const window = { latitude: 60, longitude: 10, kilometres: 500 }
  const project = onSquare(window)
  for (const place of [
    { latitude: 62, longitude: 10 },
    { latitude: 58, longitude: 10 },
    { latitude: 60, longitude: 14 },
    { latitude: 59, longitude: 7 },
  ]) {
    const [x, y] = project(place)
    const distance =
      (Math.hypot(x - squareSide / 2, y - squareSide / 2) / (squareSide / 2)) * window.kilometres
    expect(distance / kilometresBetween(window, place)).toBeGreaterThan(0.96)
    expect(distance / kilometresBetween(window, place)).toBeLessThan(1.04)
  }
})

test('a map shows land where there is some, whole at the date line, and nothing in the ocean', async () => {
  const drawAt = (latitude: number, longitude: number, kilometres = 300) =>
    drawLand([], { latitude, longitude, kilometres })
  const landOf = async (latitude: number, longitude: number) =>
    /class="land"[^>]* d="([^"]*)"/.exec(await drawAt(latitude, longitude))![1]!
  const corners = (await landOf(50, 15)).slice(1, -1).split('L')
  expect(corners.sort()).toEqual(['-8 -8', '-8 608', '608 -8', '608 608'])
  expect(await landOf(-30, -120)).toBe('')
  expect((await landOf(-17.8, 179)).split('M').length).toBeGreaterThan(4)
  // A lake is a hole in the land around it, and a river a line; a map of a continent has no rivers.
  expect((await landOf(47.6, 9.4)).split('M').length).toBeGreaterThan(2)
  expect(await drawAt(50, 8)).toMatch(/class="rivers" d="M[^Z]+"/)
  expect(await drawAt(50, 8, 3000)).not.toContain('class="rivers"')
})

test('a speck for each city that is in sight', async () => {
  const svg = await drawLand(positions, regions[0].window)
  expect(svg.match(/h0/g)).toHaveLength(3)
})

test('a window holds all places that it is made for', () => {
  const window = windowAround(positions.slice(5))
  const project = onSquare(window)
  for (const position of positions.slice(5, 8)) {
    const [x, y] = project(position)
    expect(x > 0 && x < squareSide && y > 0 && y < squareSide).toBe(true)
  }
})
