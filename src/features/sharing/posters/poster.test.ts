import { expect, test } from 'vitest'
import { seriesName } from '#features/identity/series-name.ts'
import { sample } from '#tests/support/sample-facts.ts'
import { figures } from './figures.ts'
import { breakLines, letterLines, posterLettering } from './lettering.ts'
import { drawPoster, initialsOf, type PosterFacts, posterSizes } from './poster.ts'

const facts: PosterFacts = {
  name: 'RustConf 2027',
  start_date: '2027-09-07',
  end_date: '2027-09-09',
  location_name: 'Montréal',
  position: { latitude: 45.5, longitude: -73.6 },
  isOnline: false,
}

/** What the eye sees: a poster without its letters. */
const drawingOf = (poster: string) => poster.slice(0, poster.lastIndexOf('<g class='))

test('the same facts give the same poster, and another edition the same figure, whatever its topics are', () => {
  const poster = drawPoster(facts, 'card')
  const other = { ...facts, name: 'RustConf 2028', tags: ['Web'] }
  expect(drawPoster({ ...facts }, 'card')).toBe(poster)
  expect(drawingOf(drawPoster(other, 'card'))).toBe(drawingOf(poster))
})

test.each(posterSizes)('every figure draws whole numbers in a %s, in and south of the north', (size) => {
  for (const name of Object.keys(figures))
    for (const latitude of [45, -33]) {
      const poster = drawPoster(
        { ...facts, name: `${name} ${latitude}`, position: { latitude, longitude: 10 } },
        size,
      )
      expect(poster).not.toMatch(/NaN|undefined|Infinity/)
      expect(poster.length).toBeLessThan(30_000)
    }
})

test('twelve conferences beside each other are twelve drawings', () => {
  const posters = sample.map((event) => {
    const isOnline = event.location_name === 'Online'
    return {
      name: seriesName(event.name),
      drawing: drawingOf(drawPoster({ ...facts, ...event, isOnline }, 'thumb')),
    }
  })
  for (let first = 0; first + 12 <= posters.length; first += 12) {
    const page = posters.slice(first, first + 12)
    const names = new Set(page.map(({ name }) => name)).size
    expect(new Set(page.map(({ drawing }) => drawing)).size).toBeGreaterThanOrEqual(names)
  }
})

test.each([
  ['ICPADS 2026', 'ICPADS'],
  ['Northern Query Days', 'NQD'],
  ['The Conference on Data', 'DA'],
  ['RubyKaigi', 'RK'],
  ['日本Ruby会議', '日R'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name).toUpperCase().slice(0, initials.length)).toBe(initials)
})

test('a name in other letters is written with fonts of the reader, and never as markup', () => {
  expect(posterLettering('Łódź – Ångström', false).marks).toContain('<path')
  expect(posterLettering('東京', false).marks).toBeUndefined()
  const poster = drawPoster({ ...facts, name: '東京 <script>&"' }, 'card')
  expect(poster).toContain('<text')
  expect(poster).not.toContain('<script')
})

test.each([
  ['You do not need an ORM', ['You do', 'not need', 'an ORM']],
  ['RubyKaigi', ['RubyKaigi']],
  ['オープンソースカンファレンス', ['オープンソース', 'カンファレンス']],
  ['开源世界大会（北京）', ['开源世界大会', '（北京）']],
  ['Rindfleischetikettierungsgesetz', ['Rindfleischetikettierungsg', 'esetz']],
  ['مؤتمر دبي', ['مؤتمر', 'دبي']],
])('the lines of %s are as large as they can be', (text, lines) => {
  const block = breakLines(text, { width: 600, height: 300, largest: 300 })
  expect(block.lines).toEqual(lines)
  expect(block.lines.length * block.size * block.leading).toBeLessThanOrEqual(300)
  if (text.startsWith('م')) expect(letterLines(block, 40, 90)).toContain('<text x="640" y="90"')
  for (const line of block.lines)
    expect(posterLettering(line, false).width * block.size).toBeLessThanOrEqual(600_000)
})
