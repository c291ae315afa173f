import { expect, test } from 'vitest'
import { zoneOffset } from '#lib/time-zones.ts'
import type { DaySchedule, ScheduledTalk } from './programme.schemas.ts'
import {
  hourLabel,
  hourOf,
  isRunningAt,
  nowAndNext,
  scheduleHours,
  scheduleTable,
  showsHourOfNow,
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

test.each([
  ['before the first hour', '09:10', true],
  ['within the last one', '15:50', true],
  ['after it', '16:00', false],
])('%s the list has the hour of now: %s', (_, time, isShown) => {
  const talks = [talk('First'), talk('Last', { start_time: '15:30', end_time: '16:30' })]
  expect(showsHourOfNow(schedule(talks, { now: `${day}T${time}` }))).toBe(isShown)
  expect(showsHourOfNow(schedule(talks, { now: `2027-03-02T${time}` }))).toBe(false)
  expect(showsHourOfNow(schedule(talks, { now: `${day}T${time}`, view: 'columns' }))).toBe(false)
  expect(showsHourOfNow(schedule(talks))).toBe(false)
})

test.each([
  ['2026-01-31', 'Europe/Brussels', '+01:00'],
  ['2026-07-31', 'Europe/Brussels', '+02:00'],
  ['2026-07-31', 'America/St_Johns', '-02:30'],
  ['2026-07-31', 'UTC', '+00:00'],
])('on %s %s is %s', (date, zone, offset) => {
  expect(zoneOffset(date, '14:00', zone)).toBe(offset)
})
