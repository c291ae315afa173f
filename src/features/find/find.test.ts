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
  series: [
    {
      name: 'Otter Conf',
      slug: 'otter',
      edition_count: 3,
      first_date: '2019-03-01',
      last_date: '2027-03-01',
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
  ['mira example', ['Speakers', 'Events', 'Series', 'Talks', 'Topics', 'Places']],
  ['mira ex', ['Speakers', 'Events', 'Series', 'Talks', 'Topics', 'Places']],
  ['RUST', ['Topics', 'Events', 'Series', 'Talks', 'Speakers', 'Places']],
  ['bergen', ['Places', 'Events', 'Series', 'Talks', 'Speakers', 'Topics']],
  ['days go', ['Events', 'Series', 'Talks', 'Speakers', 'Topics', 'Places']],
  ['otter conf', ['Series', 'Events', 'Talks', 'Speakers', 'Topics', 'Places']],
  ['something else', ['Events', 'Series', 'Talks', 'Speakers', 'Topics', 'Places']],
])('for %s the kind that it names comes first', (typed, order) => {
  expect(titles(typed)).toEqual(order)
})

test('a series says how many editions it has, and from when to when', () => {
  const [section] = sectionsOf(results, 'otter conf')
  expect(section?.items[0]).toMatchObject({
    label: 'Otter Conf',
    detail: '3 editions, 2019 to 2027',
    link: { to: '/series/$slug', params: { slug: 'otter' } },
  })
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
