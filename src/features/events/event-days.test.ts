import { expect, test } from 'vitest'
import { dayShiftText, daysWarning, suggestedForProgramme } from './event-days.ts'

const days = (start_date: string, end_date = start_date) => ({ start_date, end_date })

test.each([
  ['a week later', days('2026-09-17', '2026-09-19'), 'moves'],
  ['and longer', days('2026-09-17', '2026-09-21'), 'moves'],
  ['overlapping the old days', days('2026-09-11', '2026-09-13'), 'moves'],
  ['in the next year', days('2027-09-10', '2027-09-12'), 'moves'],
  ['shorter', days('2026-09-17', '2026-09-18'), 'stays'],
  ['a day more at the beginning', days('2026-09-09', '2026-09-12'), 'stays'],
  ['a day more at both ends', days('2026-09-09', '2026-09-13'), 'stays'],
  ['where a talk was put before', days('2026-10-01', '2026-10-03'), 'stays'],
])('the programme of three days, %s', (_, after, suggested) => {
  const programme = ['2026-09-10', '2026-09-12', '2026-10-01']
  expect(suggestedForProgramme(days('2026-09-10', '2026-09-12'), after, programme)).toBe(suggested)
})

test.each([
  [7, '7 days later'],
  [1, '1 day later'],
  [-1, '1 day earlier'],
  [365, '365 days later'],
])('%s days are %s', (n, text) => {
  expect(dayShiftText(n)).toBe(text)
})

test.each([
  [days('2026-09-10', '2027-09-12'), 'This conference lasts 368 days. Is the year right?'],
  [days('2026-01-01', '2026-02-01'), 'This conference lasts 32 days. Is the year right?'],
  [days('2026-12-30', '2026-01-02'), 'It ends before it begins. Does it end in 2027?'],
  [days('2026-01-01', '2026-01-31'), undefined],
  [days('2026-12-30', '2027-01-02'), undefined],
  [days('2026-09-10', '2026-09-09'), undefined],
  [days('2026-09-10', ''), undefined],
  [days('', '2026-09-10'), undefined],
  [days('2026-09-10', '0202-09-12'), undefined],
])('%o is worth a look: %s', (event, warning) => {
  expect(daysWarning(event)).toBe(warning)
})
