import { z } from 'zod'
import { suggestionFields } from '#features/decisions/suggestion-fields.ts'
import {
  blankIsNull,
  day,
  line,
  optionalDay,
  optionalLine,
  optionalText,
  optionalTime,
  optionalUrl,
  time,
} from '#lib/fields.ts'
import { type Fields, rulesOf, storedShape } from '#lib/form-fields.ts'
import { limits } from '#src/limits.ts'

/** Null is all tracks for a break, the main track for a talk. */
const track_id = z
  .union([z.uuid(), z.enum(['', 'all-tracks'])])
  .nullish()
  .transform((value) => (value === '' || value === 'all-tracks' ? null : value))

export const track = z.object({ id: z.uuid(), name: z.string(), description: z.string().nullable() })
export type Track = z.infer<typeof track>

export const trackFields = {
  name: { label: 'Track name', schema: line('Track name is required', limits.trackName, 'Track name') },
  description: {
    label: 'Track description',
    schema: optionalText(limits.trackDescription, 'Description'),
  },
} satisfies Fields

export const trackForm = z.object(rulesOf(trackFields))

export const eventBreak = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  date: z.iso.date(),
  start_time: z.string(),
  end_time: z.string().nullable(),
  track_id: z.uuid().nullable(),
  track_name: z.string().nullable(),
  updated_at: z.string(),
})
export type EventBreak = z.infer<typeof eventBreak>

export const breakFields = {
  title: { label: 'Break title', schema: line('Title is required', limits.breakTitle, 'Title') },
  description: {
    label: 'Break description',
    schema: optionalText(limits.breakDescription, 'Description'),
  },
  date: { label: 'Break date', schema: day('Date is required') },
  start_time: { label: 'Break start', schema: time('Start time is required') },
  end_time: { label: 'Break end', schema: optionalTime() },
  track_id: { label: 'Break track', schema: track_id },
} satisfies Fields

export const breakForm = z.object(rulesOf(breakFields))

/** The values of the break form; `updated_at` is the edited version, empty for a new break. */
export const breakValues = z.object({ ...rulesOf(breakFields), updated_at: z.string().max(64) })
export type BreakValues = z.input<typeof breakValues>

/** A new talk is scheduled; an edit that does not say it leaves it. */
const status = z
  .enum(['', 'scheduled', 'cancelled'])
  .nullish()
  .transform((value) => value || undefined)

const tooManySpeakers = `A talk has at most ${limits.speakersPerTalk} speakers`
const talkSpeaker = z.object({ id: z.uuid(), name: z.string() })

/** As the database checks it (0022_talk_pages.sql). */
const language = z
  .string()
  .trim()
  .regex(
    /^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3})?$/,
    'Write the language as a code, such as en or pt-BR',
  )
  .nullish()
  .transform(blankIsNull)

/** The editable fields of a talk, in the order in which two versions are compared. Topics are sent by name. */
export const talkFields = {
  title: { label: 'Title', schema: line('Title is required', limits.talkTitle, 'Title') },
  subtitle: { label: 'Subtitle', schema: optionalLine(limits.talkTitle, 'Subtitle') },
  speakers: { label: 'Speakers', schema: z.array(talkSpeaker).max(limits.speakersPerTalk, tooManySpeakers) },
  date: { label: 'Date', schema: day('Date is required') },
  start_time: { label: 'Start time', schema: optionalTime() },
  end_time: { label: 'End time', schema: optionalTime() },
  track_id: { label: 'Track', schema: track_id },
  location: { label: 'Room', schema: optionalLine(limits.talkLocation, 'Location') },
  description: { label: 'Description', schema: optionalText(limits.talkDescription, 'Description') },
  topics: {
    label: 'Topics',
    schema: z
      .array(z.string().max(limits.topicName))
      .max(limits.topicsPerTalk, `A talk has at most ${limits.topicsPerTalk} topics`),
  },
  type: { label: 'Kind', schema: optionalLine(limits.talkType, 'Kind') },
  language: { label: 'Language', schema: language },
  url: { label: 'Website', schema: optionalUrl(limits.url) },
  feedback_url: { label: 'Feedback', schema: optionalUrl(limits.url) },
  slides_url: { label: 'Slides', schema: optionalUrl(limits.url) },
  video_url: { label: 'Video', schema: optionalUrl(limits.url) },
  status: { label: 'Status', schema: status },
} satisfies Fields

const { speakers: _, ...inputRules } = rulesOf(talkFields)

/** The values of the talk form; `updated_at` is the edited version, empty for a new talk. */
export const talkForm = z.object({
  ...rulesOf(talkFields),
  updated_at: z.string().max(64),
  ...rulesOf(suggestionFields),
})
export type TalkValues = z.input<typeof talkForm>

/** The input for a talk; speakers in the order of the programme. */
export const newTalk = z.object({
  ...inputRules,
  speaker_ids: z
    .array(z.uuid())
    .max(limits.speakersPerTalk, tooManySpeakers)
    .transform((ids) => [...new Set(ids)]),
})

const maxMinutes = 12 * 60
/** Which talks move, all where a choice is left open, and where to. */
export const moveFields = {
  date: { label: 'Day', schema: optionalDay() },
  location: { label: 'Room', schema: optionalLine(limits.talkLocation, 'Room') },
  new_location: { label: 'New room', schema: optionalLine(limits.talkLocation, 'New room') },
  minutes: {
    label: 'Minutes later',
    schema: z
      .union([z.string(), z.number()])
      .nullish()
      .transform((value) => Number(value || 0))
      .pipe(
        z
          .number('Please enter a number of minutes')
          .int()
          .min(-maxMinutes, 'Please enter at most 720 minutes')
          .max(maxMinutes, 'Please enter at most 720 minutes'),
      ),
  },
} satisfies Fields

export const movedTalks = z
  .object(rulesOf(moveFields))
  .refine(({ new_location, minutes }) => Boolean(new_location) || minutes !== 0, {
    path: ['new_location'],
    message: 'Please enter a room or minutes',
  })

/** A talk with everything that its form needs. */
export const talkDetail = z.object({
  id: z.uuid(),
  ...storedShape(talkFields),
  status: z.enum(['scheduled', 'cancelled']),
  topics: z.array(z.string()),
  speakers: z.array(talkSpeaker),
  updated_at: z.string(),
})
export type TalkDetail = z.infer<typeof talkDetail>

/** What is left of a talk when it is over: its speakers may add it, too. */
export const talkLinksForm = z.object({
  ...rulesOf({ slides_url: talkFields.slides_url, video_url: talkFields.video_url }),
  updated_at: z.string().max(64),
})
export const talkLinks = talkDetail.pick({ slides_url: true, video_url: true, updated_at: true })

/** A talk in the editor's list: what it is searched by, without long texts. */
export const listedTalk = talkDetail
  .pick({ id: true, title: true, date: true, start_time: true, end_time: true, location: true })
  .extend({
    status: z.enum(['scheduled', 'cancelled']),
    track_name: z.string().nullable(),
    track_id: z.uuid().nullable(),
    speakers: z.array(z.string()),
  })
export type ListedTalk = z.infer<typeof listedTalk>
