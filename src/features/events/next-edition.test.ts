import { expect, test } from 'vitest'
import { newEventValues } from './next-edition.ts'

const previous = {
  name: 'Fjord Data 2031',
  description: 'Two days about data.',
  location_name: 'Bergen',
  country_name: 'Norway',
  start_date: '2031-09-10',
  end_date: '2031-09-11',
  website: null,
  code_of_conduct_url: 'https://fjord.example.org/conduct',
  logo_url: null,
  time_zone: 'Europe/Oslo',
  status: 'cancelled',
  status_note: 'Storm',
  updated_at: '2031-09-01',
} as const

test('the next edition begins with what stays the same', () => {
  expect(newEventValues(previous)).toEqual({
    name: 'Fjord Data 2032',
    description: 'Two days about data.',
    location_name: 'Bergen',
    country_name: 'Norway',
    start_date: '',
    end_date: '',
    website: '',
    code_of_conduct_url: 'https://fjord.example.org/conduct',
    logo_url: '',
    time_zone: 'Europe/Oslo',
    status: '',
    status_note: '',
    updated_at: '',
    programme: '',
  })
  expect(newEventValues({ ...previous, name: 'Fjord Data' }).name).toBe('Fjord Data')
})
