import { expect, test } from 'vitest'
import { momentOf, timeUntil } from './agenda.ts'

test.each([
  ['2026-01-31', '14:25', 'Europe/Brussels', '2026-01-31T13:25:00.000Z'],
  ['2026-07-31', '14:25', 'Europe/Brussels', '2026-07-31T12:25:00.000Z'],
  ['2026-03-29', '03:30', 'Europe/Brussels', '2026-03-29T01:30:00.000Z'],
  ['2026-12-31', '23:00', 'America/Los_Angeles', '2027-01-01T07:00:00.000Z'],
  ['2026-05-01', '00:15', 'Asia/Kathmandu', '2026-04-30T18:30:00.000Z'],
])('%s %s in %s is %s', (date, time, zone, moment) => {
  expect(new Date(momentOf(date, time, zone)!).toISOString()).toBe(moment)
})

test('a time zone that nobody knows gives no moment', () => {
  expect(momentOf('2026-01-31', '14:25', 'Mars/Olympus')).toBeUndefined()
})

test.each([
  [-5, 'now'],
  [0, 'now'],
  [1, 'in 1 minute'],
  [13, 'in 13 minutes'],
  [119, 'in 119 minutes'],
  [120, 'in 2 hours'],
  [47 * 60, 'in 47 hours'],
])('%i minutes ahead is %s', (minutes, text) => {
  expect(timeUntil(minutes, 2)).toBe(text)
})

test('from two days on, days of the calendar are counted', () => {
  expect(timeUntil(48 * 60, 2)).toBe('in 2 days')
  // In the evening of November 22, for the morning of December 4.
  expect(timeUntil(11 * 24 * 60 + 14 * 60, 12)).toBe('in 12 days')
})
