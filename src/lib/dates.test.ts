import { expect, test } from 'vitest'
import {
  dateRange,
  dayParts,
  daysAway,
  daysBetween,
  durationLabel,
  formatMoment,
  longDay,
  longRange,
  rangeNear,
  shortDay,
  tabDay,
} from './dates.ts'

test('days and moments as they are written', () => {
  expect(shortDay('2025-06-01')).toBe('Jun 1, 2025')
  expect(longDay('2026-11-24')).toBe('Tuesday, November 24, 2026')
  expect(longDay('2024-02-29')).toBe('Thursday, February 29, 2024')
  expect(longRange('2026-11-23', '2026-11-23')).toBe('Monday, November 23, 2026')
  expect(longRange('2026-11-23', '2026-11-27')).toBe('Monday, November 23 to Friday, November 27, 2026')
  expect(longRange('2026-12-31', '2027-01-01')).toBe('Thursday, December 31, 2026 to Friday, January 1, 2027')
  expect(tabDay('2026-11-04')).toBe('Wed Nov 4')
  expect(formatMoment('2026-11-04T18:05:59.123Z')).toBe('Nov 04, 2026 18:05')
  expect(formatMoment('2026-01-31 00:00:00+00')).toBe('Jan 31, 2026 00:00')
  expect(dayParts('2026-11-04')).toEqual({ month: 'NOV', day: '04', year: '2026' })
})

test('how far off a day is', () => {
  const from = (day: string) => daysAway(day, '2026-11-24')
  expect(['2026-11-24', '2026-11-25', '2026-11-23', '2026-12-03', '2026-12-15'].map(from)).toEqual([
    ...['today', 'tomorrow', 'yesterday', 'in 9 days', 'in 3 weeks'],
  ])
  expect(['2027-03-10', '2026-03-10', '2024-12-10', '2030-01-01', '2011-04-01'].map(from)).toEqual([
    ...['in 3 months', '9 months ago', '2 years ago', 'in 3 years', '15 years ago'],
  ])
})

test('a range of days says the year where it is another one', () => {
  expect(rangeNear('2026-06-07', '2026-06-09', '2026-01-01')).toBe('Jun 7 to 9')
  expect(rangeNear('2027-06-07', '2027-06-09', '2026-01-01')).toBe('Jun 7 to 9, 2027')
  expect(rangeNear('2026-12-30', '2027-01-02', '2026-01-01')).toBe('Dec 30 to Jan 2, 2027')
})

test('from one day to another', () => {
  expect(dateRange('2026-11-24', '2026-11-24')).toBe('Nov 24, 2026')
  expect(dateRange('2026-11-24', '2026-11-26')).toBe('Nov 24 to 26, 2026')
  expect(dateRange('2026-11-30', '2026-12-02')).toBe('Nov 30 to Dec 2, 2026')
  expect(dateRange('2026-12-30', '2027-01-02')).toBe('Dec 30, 2026 to Jan 2, 2027')
  expect(durationLabel('2026-11-24', '2026-11-24')).toBe('one day')
  expect(durationLabel('2026-11-04', '2026-11-06')).toBe('to 06')
  expect(durationLabel('2026-11-30', '2026-12-02')).toBe('to Dec 2')
  expect(durationLabel('2026-01-01', '2026-12-31')).toBe('to Dec 2026')
  expect(durationLabel('2026-12-30', '2072-01-02')).toBe('to Jan 2072')
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  expect(daysBetween('2026-03-29', '2026-03-28')).toBe(-1)
})
