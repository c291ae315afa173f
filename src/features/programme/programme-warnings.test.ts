import { expect, test } from 'vitest'
import { programmeWarnings } from './programme-warnings.ts'

const event = { start_date: '2027-03-01', end_date: '2027-03-02' }
type Talk = Parameters<typeof programmeWarnings>[0]['talks'][number]

const talk = (fields: Partial<Talk>): Talk => ({
  id: fields.title ?? 'A',
  title: 'A',
  date: '2027-03-01',
  start_time: '10:00',
  end_time: '11:00',
  location: null,
  speakers: [],
  status: 'scheduled',
  ...fields,
})

const textsOf = (programme: Partial<Parameters<typeof programmeWarnings>[0]>) =>
  programmeWarnings({ event, talks: [], breaks: [], tracks: [], ...programme }).map(({ text }) => text)

test.each([
  [
    'Europe/Berlin',
    '2027-03-28',
    '02:30',
    ['A: on Sun Mar 28 the clocks of Europe/Berlin go forward and skip 02:30: give it another start'],
  ],
  ['Europe/Berlin', '2027-03-28', '01:59', []],
  ['Europe/Berlin', '2027-03-28', '03:00:00', []],
  [
    'Europe/Berlin',
    '2027-10-31',
    '02:00:00',
    ['A: on Sun Oct 31 the clocks of Europe/Berlin go back and show 02:00 twice: it is taken for the second'],
  ],
  ['Europe/Berlin', '2027-10-31', '03:00', []],
  [
    'Australia/Lord_Howe',
    '2027-10-03',
    '02:15',
    ['A: on Sun Oct 3 the clocks of Australia/Lord_Howe go forward and skip 02:15: give it another start'],
  ],
  [
    'America/St_Johns',
    '2027-03-14',
    '02:30',
    ['A: on Sun Mar 14 the clocks of America/St_Johns go forward and skip 02:30: give it another start'],
  ],
  ['Asia/Kolkata', '2027-03-28', '02:30', []],
  ['', '2027-03-28', '02:30', []],
])('in %s, %s %s', (time_zone, date, start_time, texts) => {
  const night = { start_date: date, end_date: date, time_zone }
  expect(textsOf({ event: night, talks: [talk({ date, start_time, end_time: null })] })).toEqual(texts)
})

test.each<[string, Partial<Talk>, string[]]>([
  ['a talk as it should be', {}, []],
  ['one over midnight', { start_time: '23:30', end_time: '00:30' }, []],
  [
    'one after the midnight of the last day',
    { date: '2027-03-03', start_time: '00:30', end_time: '01:00' },
    [],
  ],
  ['one without times', { start_time: null, end_time: null }, []],
  ['a year off', { date: '2026-03-01' }, ['A: Sun Mar 1, 2026 is not a day of the conference']],
  ['the day after', { date: '2027-03-03' }, ['A: Wed Mar 3, 2027 is not a day of the conference']],
  [
    'an end before the start',
    { start_time: '15:00', end_time: '14:00' },
    ['A: it ends at 14:00, before it starts at 15:00'],
  ],
  ['no length', { end_time: '10:00' }, ['A: it starts and ends at 10:00']],
  ['an end without a start', { start_time: null }, ['A: it has an end and no start']],
])('%s', (_, fields, texts) => {
  expect(textsOf({ talks: [talk(fields)] })).toEqual(texts)
})

test('a break is looked at like a talk', () => {
  const pause = { id: 'b', title: 'Lunch', date: '2027-03-01', start_time: '13:00', end_time: '12:00' }
  expect(textsOf({ breaks: [pause] })).toEqual(['Lunch: it ends at 12:00, before it starts at 13:00'])
})

test('a room and a speaker are in one place at a time, however they are spelt', () => {
  const talks = [
    talk({ title: 'A', location: 'Hall', speakers: ['Zoë'] }),
    talk({ title: 'B', location: 'hall', start_time: '10:30' }),
    talk({ title: 'C', location: 'Attic', start_time: '10:59', end_time: null, speakers: ['Zoe'] }),
  ]
  expect(textsOf({ talks })).toEqual([
    'Hall has two talks at the same time: A and B',
    'Zoë has two talks at the same time: A and C',
  ])
})

test('one after the other, on another day, in no room or cancelled is no clash', () => {
  const talks = [
    talk({ title: 'A', location: 'Hall' }),
    talk({ title: 'B', location: 'Hall', start_time: '11:00', end_time: '12:00' }),
    talk({ title: 'C', location: 'Hall', date: '2027-03-02' }),
    talk({ title: 'D' }),
    talk({ title: 'E' }),
    talk({ title: 'F', location: 'Hall', status: 'cancelled' }),
  ]
  expect(textsOf({ talks })).toEqual([])
})

test('two tracks of one name are named once', () => {
  const tracks = [
    { id: '1', name: 'Main' },
    { id: '2', name: 'main' },
    { id: '3', name: 'Other' },
  ]
  expect(programmeWarnings({ event, talks: [], breaks: [], tracks })).toEqual([
    { subject: { kind: 'track', id: '2' }, text: 'Two tracks are called main' },
  ])
})
