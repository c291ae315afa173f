import { expect, test } from 'vitest'
import { nextTalk, talkToRepeat } from './next-talk.ts'
import type { EventBreak } from './programme-editing.schemas.ts'

const blank = {
  title: '',
  subtitle: '',
  type: '',
  language: '',
  url: '',
  feedback_url: '',
  description: '',
  date: '2027-05-04',
  start_time: '',
  end_time: '',
  location: '',
  track_id: '',
  slides_url: '',
  video_url: '',
  status: 'scheduled' as const,
  topics: [],
  speakers: [],
  updated_at: '',
}

test('the first talk is on the first day', () => {
  expect(nextTalk('2027-05-04')).toEqual(blank)
})

test('the next talk is on the same day, in the same track and room, right after the last one and as long', () => {
  const last = {
    ...blank,
    title: 'First',
    description: 'Long',
    date: '2027-05-05',
    start_time: '09:15',
    end_time: '10:00',
    location: 'Aula',
    track_id: '7b0c1cdd-44c5-4d36-ae0b-6a2c4f0c3a11',
    topics: ['Go'],
    updated_at: 'now',
  }
  expect(nextTalk('2027-05-04', last)).toEqual({
    ...blank,
    date: '2027-05-05',
    start_time: '10:00',
    end_time: '10:45',
    location: 'Aula',
    track_id: last.track_id,
  })
})

test('a talk over midnight is followed by one after midnight; without an end nothing is known of the next', () => {
  const times = (start_time: string, end_time: string) => {
    const next = nextTalk('2027-05-04', { ...blank, start_time, end_time })
    return [next.start_time, next.end_time]
  }
  expect(times('23:30', '00:30')).toEqual(['00:30', '01:30'])
  expect(times('09:00', '')).toEqual(['', ''])
  expect(times('', '10:00')).toEqual(['10:00', ''])
})

test('where a break begins right after a talk, the next one is after the break', () => {
  const coffee: EventBreak = {
    ...{ id: '1', title: 'Coffee', description: null, track_id: null, track_name: null, updated_at: '' },
    ...{ date: blank.date, start_time: '10:00', end_time: '10:30' },
  }
  const last = { ...blank, start_time: '09:20', end_time: '10:00', track_id: 'one' }
  const timesAfter = (...breaks: EventBreak[]) => {
    const next = nextTalk(blank.date, last, breaks)
    return [next.start_time, next.end_time]
  }
  expect(timesAfter(coffee)).toEqual(['10:30', '11:10'])
  expect(timesAfter({ ...coffee, track_id: 'one' })).toEqual(['10:30', '11:10'])
  expect(timesAfter({ ...coffee, track_id: 'two' })).toEqual(['10:00', '10:40'])
  expect(timesAfter({ ...coffee, date: '2027-05-05' })).toEqual(['10:00', '10:40'])
  expect(timesAfter({ ...coffee, end_time: null })).toEqual(['10:00', '10:40'])
})

test('a talk that is given once more is the same but for what belongs to the one time', () => {
  const talk = {
    ...blank,
    title: 'Workshop',
    description: 'Bring a laptop',
    location: 'Aula',
    track_id: '7b0c1cdd-44c5-4d36-ae0b-6a2c4f0c3a11',
    slides_url: 'https://slides.example/1',
    topics: ['Go'],
    speakers: [{ id: '7b0c1cdd-44c5-4d36-ae0b-6a2c4f0c3a12', name: 'Jo Muster' }],
  }
  const values = {
    start_time: '09:15',
    end_time: '10:00',
    video_url: 'https://video.example/1',
    status: 'cancelled' as const,
    updated_at: 'now',
  }
  expect(talkToRepeat({ ...talk, ...values })).toEqual(talk)
})
