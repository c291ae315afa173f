import { expect, test } from 'vitest'
import { eventStatuses, hasNewDate, takesPlace } from './event-status.ts'
import { inPlace, placeOf, placeText, statusSentence } from './event-text.ts'

const scheduled = {
  status: 'scheduled' as const,
  start_date: '2027-03-01',
  end_date: '2027-03-02',
  first_start_date: null,
  first_end_date: null,
}
const postponed = {
  ...scheduled,
  status: 'postponed' as const,
  first_start_date: '2027-03-01',
  first_end_date: '2027-03-02',
}

test('a place that is the same twice is said once, and online is no place to be in', () => {
  const bergen = { location_name: 'Bergen', country_name: 'Norway', status: 'scheduled' as const }
  const online = { location_name: 'Online', country_name: 'Online', status: 'scheduled' as const }
  expect([bergen, online].map(placeText)).toEqual(['Bergen, Norway', 'Online'])
  expect([bergen, online].map(inPlace)).toEqual(['in Bergen, Norway', 'online'])
  expect(placeOf({ ...bergen, status: 'moved_online' })).toBe('Online')
})

test('what takes place: all but the cancelled, and the postponed without a new date', () => {
  expect(
    eventStatuses.filter((status) =>
      takesPlace({ ...scheduled, status, ...(status === 'postponed' && postponed) }),
    ),
  ).toEqual(['scheduled', 'moved_online'])
  expect(takesPlace({ ...postponed, end_date: '2027-03-03' })).toBe(true)
})

test('old dates stand beside new ones', () => {
  const moved = { ...postponed, start_date: '2027-06-07', end_date: '2027-06-08' }
  expect([hasNewDate(postponed), hasNewDate(moved)]).toEqual([false, true])
  expect(statusSentence(postponed)).toBe(
    'This conference is postponed. The new date is not known yet (it was Mar 1 to 2, 2027).',
  )
  expect(statusSentence(moved)).toBe(
    'This conference is postponed to Jun 7 to 8, 2027 (it was Mar 1 to 2, 2027).',
  )
  expect(statusSentence(scheduled)).toBeNull()
})
