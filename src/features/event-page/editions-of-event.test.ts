import { expect, test } from 'vitest'
import { laterEdition, leadOf, rhythmOf } from './editions-of-event.ts'

const edition = (year: number) => ({
  id: String(year),
  name: `Conf ${year}`,
  slug: `conf-${year}`,
  start_date: `${year}-05-01`,
  end_date: `${year}-05-02`,
  location_name: 'Oslo',
  country_name: 'Norway',
  status: 'scheduled' as const,
})
const after2020 = { end_date: '2020-05-02', today: '2024-01-01' }
const laterName = (years: number[]) => laterEdition(after2020, { others: years.map(edition) })?.name

test('a conference goes on with the first edition to come, else with the newest, not with the one after it', () => {
  expect(laterName([2019, 2021, 2023, 2024, 2025])).toBe('Conf 2024')
  expect(laterName([2018, 2021, 2023])).toBe('Conf 2023')
  expect(laterName([2018, 2019])).toBeUndefined()
  const cancelled = [2021, 2022].map((year) => ({ ...edition(year), status: 'cancelled' as const }))
  expect(laterEdition(after2020, { others: cancelled })).toBeNull()
})

test('the rhythm of a series is what most of its editions have', () => {
  const status = 'scheduled' as const
  const inCity = (start_date: string, location_name: string) => ({ start_date, location_name, status })
  const berlin = ['2017-12-01', '2018-12-05', '2019-05-02'].map((day) => inCity(day, 'Berlin'))
  expect(rhythmOf(berlin)).toBe('3 editions listed since 2017, always in Berlin, usually in December')
  expect(rhythmOf([...berlin, inCity('2020-06-01', 'Online')])).toBe(
    '4 editions listed since 2017, in Berlin and online',
  )
  expect(rhythmOf([...berlin, inCity('2020-12-01', 'TBA'), inCity('2021-12-01', 'Bonn')])).toBe(
    '5 editions listed since 2017, in 2 cities, usually in December',
  )
  const moved = ['2011-05-01', '2012-05-01', '2013-05-01', '2014-06-01'].map((day) => inCity(day, 'Berlin'))
  const lately = ['2021-09-01', '2022-09-10', '2023-09-20'].map((day) => inCity(day, 'Berlin'))
  expect(rhythmOf([...lately, ...moved])).toBe(
    '7 editions listed since 2011, always in Berlin, lately in September',
  )
  expect(rhythmOf([inCity('2020-06-01', 'Online'), inCity('2021-06-01', 'Online')])).toContain(
    'always online',
  )
  expect(rhythmOf([...berlin, { ...inCity('2020-01-01', 'Rome'), status: 'cancelled' }])).toBe(
    `${rhythmOf(berlin)}, 1 cancelled`,
  )
})

test('a conference that nobody has described says what it is', () => {
  const event = {
    start_date: '2026-12-03',
    end_date: '2026-12-04',
    location_name: 'Austin - TX',
    country_name: 'United States',
    format: 'hybrid' as const,
    status: 'scheduled' as const,
    tags: ['AI', 'research', 'type-theory'],
  }
  expect(leadOf(event, [])).toBe(
    'A two-day research conference about AI and type theory in Austin and online.',
  )
  const online = { ...event, location_name: 'Online', country_name: 'Online', tags: [] }
  expect(leadOf({ ...online, end_date: '2026-12-31' }, [])).toBe('A conference online.')
  const earlier = ['2024-12-03', '2025-12-04'].map((day) => ({
    ...event,
    start_date: day,
    end_date: day.replace(/..$/, '09'),
  }))
  expect(leadOf({ ...event, tags: [] }, earlier)).toBe(
    'A two-day conference in Austin and online. 3 editions listed since 2024, always in Austin, TX, usually in December.',
  )
})
