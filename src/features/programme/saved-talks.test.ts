import { expect, test } from 'vitest'
import { canPlan } from './programme.rules.ts'
import { groupByDay, overlapLabel, overlaps } from './saved-talks.ts'
import { nextToday } from './schedule.ts'

const talk = (id: string, start_time: string | null, end_time: string | null, date = '2026-11-20') => ({
  id,
  status: 'scheduled' as 'scheduled' | 'cancelled',
  date,
  start_time,
  end_time,
})

/** The pairs that overlap, each once: 'a b'. */
const pairs = (...talks: ReturnType<typeof talk>[]) =>
  [...overlaps(talks)].flatMap(([id, overlappingTalks]) =>
    overlappingTalks.filter((other) => id < other.id).map((other) => `${id} ${other.id}`),
  )

test('talks that share a minute overlap, each knows of the other', () => {
  const [a, b] = [talk('a', '09:00', '10:00'), talk('b', '09:30', '10:30')]
  expect([...overlaps([a, b])]).toEqual([
    ['a', [b]],
    ['b', [a]],
  ])
})

test('one talk after the other does not overlap', () => {
  expect(pairs(talk('a', '09:00', '10:00'), talk('b', '10:00', '11:00'))).toEqual([])
})

test('a talk within a longer one overlaps', () => {
  expect(
    pairs(talk('a', '09:00', '17:00'), talk('b', '12:00', '12:30'), talk('c', '16:00', '18:00')),
  ).toEqual(['a b', 'a c'])
})

test('a cancelled talk takes no time', () => {
  const cancelled = { ...talk('a', '09:00', '10:00'), status: 'cancelled' as const }
  expect(pairs(cancelled, talk('b', '09:00', '10:00'))).toEqual([])
})

test('the same time on another day does not overlap', () => {
  expect(pairs(talk('a', '09:00', '10:00'), talk('b', '09:00', '10:00', '2026-11-21'))).toEqual([])
})

test('an end before the start is after midnight', () => {
  const late = talk('a', '23:00', '00:30')
  expect(pairs(late, talk('b', '23:30', '23:45'))).toEqual(['a b'])
  expect(pairs(late, talk('b', '00:15', '01:00', '2026-11-21'))).toEqual(['a b'])
  expect(pairs(late, talk('b', '00:30', '01:00', '2026-11-21'))).toEqual([])
  expect(pairs(late, talk('b', '00:15', '01:00'))).toEqual([])
})

test('midnight is passed also at the end of a month and of a year', () => {
  expect(pairs(talk('a', '23:00', '01:00', '2026-12-31'), talk('b', '00:30', '02:00', '2027-01-01'))).toEqual(
    ['a b'],
  )
})

test('a missing end is unknown: such a talk overlaps only with what starts at the same time', () => {
  expect(pairs(talk('a', '09:00', null), talk('b', '09:00', '10:00'))).toEqual(['a b'])
  expect(pairs(talk('a', '09:00', null), talk('b', '09:00', null))).toEqual(['a b'])
  expect(pairs(talk('a', '09:00', null), talk('b', '09:10', '10:00'))).toEqual([])
})

test('without a start nothing is known', () => {
  expect(pairs(talk('a', null, null), talk('b', null, null), talk('c', null, '10:00'))).toEqual([])
})

test('days come in runs, in order', () => {
  const [a, b, c] = [talk('a', null, null), talk('b', null, null), talk('c', null, null, '2026-11-21')]
  expect(groupByDay([a, b, c])).toEqual([
    { day: '2026-11-20', talks: [a, b] },
    { day: '2026-11-21', talks: [c] },
  ])
  expect(groupByDay([])).toEqual([])
})

test('what is cancelled can be taken out of a plan, and not put in', () => {
  expect(canPlan({ status: 'scheduled' })).toBe(true)
  expect(canPlan({ status: 'cancelled' })).toBe(false)
  expect(canPlan({ status: 'cancelled' }, true)).toBe(true)
})

test('an overlap is one line with a count, however many talks it has', () => {
  expect(overlapLabel(5)).toBe('Overlaps with 5 of your talks')
})

test('next is the first of today that begins later, else the one that runs, and never a cancelled one', () => {
  const talks = [
    { ...talk('off', '10:30', '11:00'), status: 'cancelled' as const },
    talk('runs', '09:00', '10:30'),
    talk('follows', '11:00', '12:00'),
    talk('open', null, null),
    talk('tomorrow', '09:00', '10:00', '2026-11-21'),
  ]
  const next = (time: string) => nextToday(talks, `2026-11-20T${time}`)?.id
  expect([next('08:00'), next('10:00'), next('11:00'), next('11:59'), next('12:00')]).toEqual([
    'runs',
    'follows',
    'follows',
    'follows',
    undefined,
  ])
})
