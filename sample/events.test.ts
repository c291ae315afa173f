import { describe, expect, test } from 'vitest'
import { addDays } from './calendar.ts'
import { sampleEvents } from './events.ts'

/** The sample events on each day of four years, with a leap year among them; in the gate on each fifth. */
const step = process.env.HALLWAY_LONG === '1' ? 1 : 5
const days = Array.from({ length: (4 * 365 + 1) / step }, (_, index) =>
  addDays('2026-01-01', index * step),
).map((today) => ({
  today,
  rows: sampleEvents(today).map(({ row }) => row),
}))

describe('whatever the day on which the sample is loaded', () => {
  test('at least four events start within 30 days, and one is on', () => {
    const poor = days.filter(({ today, rows }) => {
      const soon = rows.filter(({ start_date }) => start_date >= today && start_date <= addDays(today, 30))
      const running = rows.filter(({ start_date, end_date }) => start_date <= today && end_date >= today)
      return soon.length < 4 || running.length === 0
    })
    expect(poor).toEqual([])
  })

  test('two thirds of at least 64 events are past, over four years', () => {
    const poor = days.filter(({ today, rows }) => {
      const years = new Set(rows.map(({ start_date }) => start_date.slice(0, 4)))
      const past = rows.filter(({ start_date }) => start_date < today).length / rows.length
      return rows.length < 64 || years.size < 4 || past < 0.6 || past > 0.7
    })
    expect(poor).toEqual([])
  })

  test('no two events share a slug', () => {
    const double = days.filter(({ rows }) => new Set(rows.map(({ slug }) => slug)).size < rows.length)
    expect(double).toEqual([])
  })

  test('nothing was listed after today or after it had started', () => {
    const odd = days.filter(({ today, rows }) =>
      rows.some(({ created_at, start_date }) => created_at.slice(0, 10) > [today, start_date].sort()[0]!),
    )
    expect(odd).toEqual([])
  })
})

test('the same day gives the same events', () => {
  expect(sampleEvents('2026-03-10')).toEqual(sampleEvents('2026-03-10'))
})
