import { z } from 'zod'
import { day, line, optionalLine, optionalText, optionalTime, optionalUrl, time } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

/** No track: a break for everybody, a talk in the main one. */
const track_id = z
  .union([z.uuid(), z.enum(['', 'all-tracks'])])
  .nullish()
  .transform((value) => (!value || value === 'all-tracks' ? null : value))

export const track = z.object({ id: z.uuid(), name: z.string(), description: z.string().nullable() })
export type Track = z.infer<typeof track>

export const trackForm = z.object({
  name: line('Track name is required', limits.trackName, 'Track name'),
  description: optionalText(limits.trackDescription, 'Description'),
})

export const eventBreak = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  date: z.iso.date(),
  start_time: z.string(),
  end_time: z.string().nullable(),
  track_id: z.uuid().nullable(),
  track_name: z.string().nullable(),
})
export type EventBreak = z.infer<typeof eventBreak>

export const breakForm = z.object({
  title: line('Title is required', limits.breakTitle, 'Title'),
  description: optionalText(limits.breakDescription, 'Description'),
  date: day('Date is required'),
  start_time: time('Start time is required'),
  end_time: optionalTime(),
  track_id,
})

const talkFields = {
  title: line('Title is required', limits.talkTitle, 'Title'),
  description: optionalText(limits.talkDescription, 'Description'),
  date: day('Date is required'),
  start_time: optionalTime(),
  end_time: optionalTime(),
  location: optionalLine(limits.talkLocation, 'Location'),
  track_id,
  slides_url: optionalUrl(limits.url),
  video_url: optionalUrl(limits.url),
  /** The topics' names. */
  topics: z
    .array(z.string().max(limits.topicName))
    .max(limits.topicsPerTalk, `A talk has at most ${limits.topicsPerTalk} topics`),
}

const tooManySpeakers = `A talk has at most ${limits.speakersPerTalk} speakers`
const talkSpeaker = z.object({ id: z.uuid(), name: z.string() })

/** A talk as its form holds it; `updated_at` is the version that it was made from, empty for a new one. */
export const talkForm = z.object({
  ...talkFields,
  speakers: z.array(talkSpeaker).max(limits.speakersPerTalk, tooManySpeakers),
  updated_at: z.string().max(64),
})
export type TalkValues = z.input<typeof talkForm>

/** A talk as it is sent; speakers in the order of the programme. */
export const newTalk = z.object({
  ...talkFields,
  speaker_ids: z
    .array(z.uuid())
    .max(limits.speakersPerTalk, tooManySpeakers)
    .transform((ids) => [...new Set(ids)]),
})

/** A whole talk, as its editor needs it. */
export const wholeTalk = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  date: z.iso.date(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  location: z.string().nullable(),
  track_id: z.uuid().nullable(),
  slides_url: z.string().nullable(),
  video_url: z.string().nullable(),
  topics: z.array(z.string()),
  speakers: z.array(talkSpeaker),
  updated_at: z.string(),
})
export type WholeTalk = z.infer<typeof wholeTalk>

/** One line of the list of talks: everything to find it by, nothing long. */
export const listedTalk = wholeTalk
  .pick({ id: true, title: true, date: true, start_time: true, end_time: true, location: true })
  .extend({ track_name: z.string().nullable(), track_id: z.uuid().nullable(), speakers: z.array(z.string()) })
export type ListedTalk = z.infer<typeof listedTalk>
