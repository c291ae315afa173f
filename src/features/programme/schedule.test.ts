import { expect, test } from 'vitest'
import { zoneOffset } from '#lib/time-zones.ts'
import type { DaySchedule, ScheduledTalk } from './programme.schemas.ts'
import {
  hasEndedAt,
  hourLabel,
  hourOf,
  isOverAt,
  isRunningAt,
  minutesTo,
  nowAndNext,
  progressAt,
  scheduleHours,
  scheduleTable,
  showsNow,
  splitHours,
} from './schedule.ts'

const day = '2027-03-01'

const talk = (title: string, fields: Partial<ScheduledTalk> = {}): ScheduledTalk => ({
  id: title,
  number: 1,
  title,
  excerpt: null,
  status: 'scheduled',
  date: day,
  start_time: '10:00',
  end_time: '11:00',
  location: null,
  slides_url: null,
  video_url: null,
  track_name: null,
  speakers: [],
  topics: [],
  ...fields,
})

const schedule = (talks: ScheduledTalk[], fields: Partial<DaySchedule> = {}): DaySchedule => ({
  days: [day],
  day,
  now: null,
  view: 'list',
  tracks: ['Main Track', 'Zebra', 'Ant'].map((name) => ({ name, count: 1 })),
  rooms: [],
  hours: [],
  talks,
  breaks: [],
  ...fields,
})

test('tracks are columns in the order of the programme, whatever their first talks are', () => {
  const talks = [talk('A', { track_name: 'Ant', start_time: '08:00' }), talk('B', { track_name: 'Zebra' })]
  expect(scheduleTable(schedule(talks)).tracks).toEqual(['Zebra', 'Ant'])
})

test('what takes place after midnight stands at the end of the day', () => {
  const talks = [
    talk('Night', { date: '2027-03-02', start_time: '00:30' }),
    talk('Late', { start_time: '23:00' }),
    talk('Some time', { start_time: null }),
  ]
  expect(scheduleTable(schedule(talks)).rows.map(({ time }) => time)).toEqual(['23:00', null, '00:30'])
  expect(scheduleHours(schedule(talks)).map(({ hour }) => hourLabel(hour))).toEqual([
    '23:00',
    '00:00',
    'Any time',
  ])
})

test('an hour counts the talks that are not chosen, also where none is', () => {
  const hours = [
    { name: '10', count: 3 },
    { name: '11', count: 2 },
  ]
  expect(
    scheduleHours(schedule([talk('A')], { hours })).map(({ hour, talks, others }) => [hour, talks, others]),
  ).toEqual([
    ['10', 1, 2],
    ['11', 0, 2],
  ])
})

test.each([
  ['09:59', false],
  ['10:00', true],
  ['10:59', true],
  ['11:00', false],
])('at %s a talk from 10:00 to 11:00 runs: %s', (time, isRunning) => {
  expect(isRunningAt(`${day}T${time}`, talk('A'))).toBe(isRunning)
})

test('a talk over midnight runs on both sides of it', () => {
  const night = talk('A', { start_time: '23:30', end_time: '00:30' })
  expect(isRunningAt(`${day}T23:45`, night)).toBe(true)
  expect(isRunningAt('2027-03-02T00:15', night)).toBe(true)
  expect(isRunningAt('2027-03-02T00:45', night)).toBe(false)
  expect(hourOf(day, { date: '2027-03-02', start_time: '00:15' })).toBe('24')
})

test('each room has what runs and what follows; cancelled talks and rooms that are done are left out', () => {
  const talks = [
    talk('Runs', { location: 'Hall' }),
    talk('Cancelled', { location: 'Hall', start_time: '11:00', status: 'cancelled' }),
    talk('Follows', { location: 'Hall', start_time: '12:00', end_time: null }),
    talk('Over', { location: 'Attic', start_time: '08:00', end_time: '09:00' }),
  ]
  const rooms = [
    { name: 'Attic', count: 1 },
    { name: 'Hall', count: 3 },
  ]
  const board = nowAndNext(schedule(talks, { rooms }), `${day}T10:30`)
  expect(board.map(({ room, now, next }) => [room, now?.title, next?.title])).toEqual([
    ['Hall', 'Runs', 'Follows'],
  ])
})

test('what has ended is told to the minute: without an end after half an hour, over midnight, else by the day', () => {
  const at = (time: string, fields: Partial<ScheduledTalk> = {}) =>
    hasEndedAt(`${day}T${time}`, talk('A', fields))
  expect([at('10:59'), at('11:00')]).toEqual([false, true])
  expect([at('10:29', { end_time: null }), at('10:30', { end_time: null })]).toEqual([false, true])
  expect(at('23:59', { start_time: '23:30', end_time: '00:30' })).toBe(false)
  expect(at('23:59', { start_time: null, end_time: null })).toBe(false)
  expect(hasEndedAt('2027-03-02T00:00', talk('A', { start_time: null, end_time: null }))).toBe(true)
  expect([isOverAt(null, day, talk('A')), isOverAt(null, '2027-03-02', talk('A'))]).toEqual([false, true])
  expect(isOverAt(`${day}T10:30`, '2027-03-02', talk('A'))).toBe(false)
})

test('an hour of which some talks have ended is in both parts, and counts in each what is there', () => {
  const talks = [
    talk('Early', { start_time: '09:00', end_time: '09:30' }),
    talk('Workshop', { start_time: '09:00', end_time: '12:00' }),
    talk('Short', { end_time: '10:10' }),
    talk('Running'),
    talk('Later', { start_time: '11:00', end_time: '12:00' }),
  ]
  const hours = ['08', '09', '10', '11'].map((name) => ({ name, count: 3 }))
  const { over, coming } = splitHours(scheduleHours(schedule(talks, { hours })), `${day}T10:20`)
  const summary = (part: typeof over) =>
    part.map(({ hour, items, talks, others }) => [hour, items.map(({ title }) => title), talks, others])
  expect(summary(over)).toEqual([
    ['08', [], 0, 3],
    ['09', ['Early'], 1, 0],
    ['10', ['Short'], 1, 0],
  ])
  expect(summary(coming)).toEqual([
    ['09', ['Workshop'], 1, 1],
    ['10', ['Running'], 1, 1],
    ['11', ['Later'], 1, 2],
  ])
})

test('the minutes to the start and the end, and how much is over', () => {
  expect(minutesTo(`${day}T09:47`, talk('A'))).toEqual({ start: 13, end: 73 })
  expect(minutesTo(`${day}T10:45`, talk('A'))).toEqual({ start: -45, end: 15 })
  expect(progressAt(`${day}T10:45`, talk('A'))).toBe(75)
})

test.each([
  ['before the first talk', '09:10', true],
  ['within the last one', '16:29', true],
  ['after it', '16:30', false],
])('%s the list has what is on now: %s', (_, time, isShown) => {
  const talks = [talk('First'), talk('Last', { start_time: '15:30', end_time: '16:30' })]
  expect(showsNow(schedule(talks, { now: `${day}T${time}` }))).toBe(isShown)
  expect(showsNow(schedule(talks, { now: `2027-03-02T${time}` }))).toBe(false)
  expect(showsNow(schedule(talks, { now: `${day}T${time}`, view: 'columns' }))).toBe(false)
  expect(showsNow(schedule(talks))).toBe(false)
})

test.each([
  ['2026-01-31', 'Europe/Brussels', '+01:00'],
  ['2026-07-31', 'Europe/Brussels', '+02:00'],
  ['2026-07-31', 'America/St_Johns', '-02:30'],
  ['2026-07-31', 'UTC', '+00:00'],
])('on %s %s is %s', (date, zone, offset) => {
  expect(zoneOffset(date, '14:00', zone)).toBe(offset)
})
