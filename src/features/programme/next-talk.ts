import { blankValues } from '#lib/form-fields.ts'
import { type TalkValues, talkFields } from './programme-editing.schemas.ts'

/** A blank talk, but for what the one before it tells: the next talk is in the same room, right after it and as long. */
export function nextTalk(firstDay: string, last?: TalkValues): TalkValues {
  const start = last?.end_time || ''
  return {
    ...blankValues(talkFields),
    date: last?.date || firstDay,
    start_time: start,
    end_time: start && last?.start_time ? later(start, minutesBetween(last.start_time, start)) : '',
    location: last?.location ?? '',
    track_id: last?.track_id ?? '',
    topics: [],
    speakers: [],
    updated_at: '',
  }
}

const day = 24 * 60
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const minutesBetween = (start: string, end: string) => (minutes(end) - minutes(start) + day) % day

function later(time: string, by: number): string {
  const at = (minutes(time) + by) % day
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}
