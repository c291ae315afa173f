import { expect, test } from 'vitest'
import type { TrackedCall } from '#features/calls/calls.schemas.ts'
import type { AgendaEvent } from './agenda.schemas.ts'
import { calendarRows, momentOf, timeUntil, todayText } from './agenda.ts'
import { goingText } from './components/my-calendar.tsx'

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

const event = (fields: Partial<AgendaEvent>) =>
  ({
    ...{ name: 'Hall Days', start_date: '2026-12-01', end_date: '2026-12-02', status: 'scheduled' },
    ...{ is_going: true, talk_count: 3, planned_count: 0, followed_names: [], followed_count: 0 },
    ...fields,
  }) as unknown as AgendaEvent
const tracked = (closes_on: string) => ({ call: { closes_on } }) as unknown as TrackedCall

test('a calendar has conferences on their first day and calls on their last', () => {
  const rows = calendarRows(
    [event({ start_date: '2026-11-20' }), event({ start_date: '2026-12-05' })],
    [tracked('2026-12-01'), tracked('2026-12-31')],
  )
  expect(rows.map(({ day, event }) => [day, event !== undefined])).toEqual([
    ['2026-11-20', true],
    ['2026-12-01', false],
    ['2026-12-05', true],
    ['2026-12-31', false],
  ])
})

test('today has what runs today and takes place', () => {
  const events = [event({ name: 'Runs' }), event({ name: 'Off', status: 'cancelled' })]
  expect(todayText(events, '2026-12-02')).toBe('Today: Runs.')
  expect(todayText(events, '2026-12-03')).toBe('Nothing today.')
})

test('of a conference are named who goes, and what is planned', () => {
  const names = ['Ann', 'Ben', 'Cay']
  const text = (fields: Partial<AgendaEvent>) => goingText(event(fields))
  expect(text({})).toBe(undefined)
  expect(text({ talk_count: 0 })).toBe('No talks announced yet')
  expect(text({ planned_count: 1, followed_names: ['Ann'], followed_count: 1 })).toBe(
    'Ann goes, too · 1 talk planned',
  )
  expect(text({ followed_names: names.slice(0, 2), followed_count: 2 })).toBe('Ann and Ben go, too')
  expect(text({ followed_names: names, followed_count: 5 })).toBe('Ann, Ben, Cay and 2 more go, too')
})
