import { expect, test } from 'vitest'
import { nearbySection, sectionsOf } from './find.ts'

const id = '0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11'
const results = {
  events: [
    {
      name: 'Rust and Go Days',
      slug: 'rust-and-go-days',
      start_date: '2027-03-01',
      end_date: '2027-03-01',
      location_name: 'Bergen',
      country_name: 'Norway',
      status: 'scheduled' as const,
    },
  ],
  talks: [
    {
      number: 1,
      title: 'Compilers',
      date: '2027-03-01',
      has_video: true,
      speakers: ['Mira Example'],
      event_name: 'X',
      event_slug: 'x',
    },
  ],
  speakers: [{ id, name: 'Mira Example', location_name: null, country_name: null }],
  topics: [{ name: 'Rust', event_count: 3 }],
  places: [{ city: 'Bergen', country: 'Norway' }],
  exact: 5,
}
const titles = (typed: string) => sectionsOf(results, typed).map(({ title }) => title)

test.each([
  ['mira example', ['Speakers', 'Events', 'Talks', 'Topics', 'Places']],
  ['mira ex', ['Speakers', 'Events', 'Talks', 'Topics', 'Places']],
  ['RUST', ['Topics', 'Events', 'Talks', 'Speakers', 'Places']],
  ['bergen', ['Places', 'Events', 'Talks', 'Speakers', 'Topics']],
  ['days go', ['Events', 'Talks', 'Speakers', 'Topics', 'Places']],
  ['something else', ['Events', 'Talks', 'Speakers', 'Topics', 'Places']],
])('for %s the kind that it names comes first', (typed, order) => {
  expect(titles(typed)).toEqual(order)
})

test('cities nearby are links of one section, with how far they are', () => {
  const near = { country: 'Croatia', from: 'Osijek', count: 2 }
  const [section] = nearbySection([
    { ...near, city: 'Zagreb', kilometres: 212 },
    { ...near, city: 'Osijek', kilometres: 0 },
  ])
  expect(section?.items.map(({ label, detail }) => [label, detail])).toEqual([
    ['Zagreb, Croatia', '212 km from Osijek · 2 upcoming'],
    ['Osijek, Croatia', 'in Osijek · 2 upcoming'],
  ])
  expect(nearbySection([])).toEqual([])
})
