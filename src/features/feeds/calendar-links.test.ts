import { expect, test } from 'vitest'
import { calendarLinks } from './calendar-links.ts'

test('the days of a conference open as a new entry at Google and at Outlook', () => {
  const { google, outlook, file } = calendarLinks(
    { url: 'https://example.org' },
    {
      name: 'R & D + C++ 2026',
      slug: 'rd-2026',
      start_date: '2026-12-30',
      end_date: '2026-12-31',
      location_name: 'São Paulo',
      country_name: 'Brazil',
      status: 'scheduled',
    },
  )
  expect(Object.fromEntries(new URL(google).searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'R & D + C++ 2026',
    dates: '20261230/20270101',
    location: 'São Paulo, Brazil',
    details: 'https://example.org/conferences/rd-2026',
  })
  expect(outlook).not.toContain('+')
  expect(Object.fromEntries(new URL(outlook).searchParams)).toEqual({
    rru: 'addevent',
    allday: 'true',
    subject: 'R & D + C++ 2026',
    startdt: '2026-12-30',
    enddt: '2027-01-01',
    location: 'São Paulo, Brazil',
    body: 'https://example.org/conferences/rd-2026',
  })
  expect(file).toBe('/conferences/rd-2026/feed.ics')
})
