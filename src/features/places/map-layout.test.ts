import { expect, test } from 'vitest'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { drawLand } from './land.server.ts'
import { placeTowns } from './map-layout.ts'

const cities = await Promise.all(
  [
    ['Berlin', 'Germany'],
    ['Prague', 'Czechia'],
    ['Potsdam', 'Germany'],
    ['Munich', 'Germany'],
    ['Copenhagen', 'Denmark'],
    ['London', 'United Kingdom'],
    ['Warsaw', 'Poland'],
    ['Hamburg', 'Germany'],
    ['Leipzig', 'Germany'],
    ['Vienna', 'Austria'],
    ['Cologne', 'Germany'],
  ].map(async ([city, country]) => ({ city: city!, ...(await findPlace(city!, country))! })),
)
const window = { latitude: 52.52, longitude: 13.41, kilometres: 900 }

test('five towns around a city, most events first, none over another or over the city', () => {
  expect(placeTowns(cities, window).map(({ name }) => name)).toEqual([
    'Prague',
    'Munich',
    'Copenhagen',
    'Warsaw',
    'Vienna',
  ])
  expect(placeTowns([...cities].reverse(), window).map(({ name }) => name)).toContain('Cologne')
})

test('a name is to the left of its dot where the right has no room, and without its state', () => {
  const [austin] = placeTowns([{ city: 'Austin - TX', latitude: 30.27, longitude: -97.74 }], {
    latitude: 30.27,
    longitude: -106,
    kilometres: 900,
  })
  expect(austin).toMatchObject({ name: 'Austin', isLeft: true })
})

test('the name of a town is text in the picture, whatever it is', async () => {
  const svg = await drawLand([], window, [{ x: 1, y: 2, name: '</text><script>\u0000&', isLeft: false }])
  expect(svg).toContain('>&lt;/text&gt;&lt;script&gt;&amp;</text>')
  expect(svg).not.toContain('<script')
})
