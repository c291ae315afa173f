import { blankValues } from '#lib/form-fields.ts'
import { type EventBreak, type TalkValues, talkFields } from './programme-editing.schemas.ts'

/**
 * The form for the next talk, prefilled from the previous one: same track and room, as long, and right after it, or after
 * the break that begins then.
 */
export function nextTalk(
  firstDay: string,
  last?: Partial<TalkValues>,
  breaks: EventBreak[] = [],
): TalkValues {
  const end = last?.end_time || ''
  const pause = breaks.find(
    ({ date, start_time, track_id }) =>
      date === last?.date && start_time === end && (!track_id || track_id === last.track_id),
  )
  const start = pause?.end_time ?? end
  return {
    ...blankValues(talkFields),
    date: last?.date || firstDay,
    start_time: start,
    end_time: start && last?.start_time ? addMinutes(start, minutesBetween(last.start_time, end)) : '',
    location: last?.location ?? '',
    track_id: last?.track_id ?? '',
    status: 'scheduled',
    topics: [],
    speakers: [],
    updated_at: '',
  }
}

/** The form for a talk that is given once more: all but what belongs to the one time. */
export const talkToRepeat = (talk: TalkValues): TalkValues => ({
  ...talk,
  start_time: '',
  end_time: '',
  video_url: '',
  status: 'scheduled',
  updated_at: '',
})

const minutesPerDay = 24 * 60
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const minutesBetween = (start: string, end: string) =>
  (minutes(end) - minutes(start) + minutesPerDay) % minutesPerDay

function addMinutes(time: string, minutesToAdd: number): string {
  const minute = (minutes(time) + minutesToAdd) % minutesPerDay
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
