import { z } from 'zod'
import { eventCard, eventSeries } from '#features/events/events.schemas.ts'
import { limits } from '#src/limits.ts'
import { linkKinds } from './link-kinds.ts'

/** Local time of the event, HH:mm. */
const localTime = z.string()

/** The talk's part of its page's path. */
const number = z.number().int()
const status = z.enum(['scheduled', 'cancelled'])

export const scheduledTalk = z.object({
  id: z.uuid(),
  number,
  title: z.string(),
  /** Null in a list, which shows none. */
  excerpt: z.string().nullable(),
  status,
  /** The day after that of the programme for a talk after midnight. */
  date: z.iso.date(),
  start_time: localTime.nullable(),
  end_time: localTime.nullable(),
  location: z.string().nullable(),
  slides_url: z.string().nullable(),
  video_url: z.string().nullable(),
  track_name: z.string().nullable(),
  speakers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  topics: z.array(z.string()),
})
export type ScheduledTalk = z.infer<typeof scheduledTalk>

export const scheduledBreak = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string().nullable(),
  date: z.iso.date(),
  start_time: localTime,
  end_time: localTime.nullable(),
  track_name: z.string().nullable(),
})
export type ScheduledBreak = z.infer<typeof scheduledBreak>

/** Names in the order of the programme, and how many talks of the day each has. */
const counts = z.array(z.object({ name: z.string(), count: z.number().int() }))

export const daySchedule = z.object({
  /** Every day of the programme, yyyy-MM-dd, in order. */
  days: z.array(z.iso.date()),
  /** The day that `talks` and `breaks` belong to; null without a programme. */
  day: z.iso.date().nullable(),
  /** The event's local time while it takes place, yyyy-MM-ddTHH:mm: the server's moment, which a page shows and advances. */
  now: z.string().nullable(),
  /** Columns only where all tracks fit beside each other. */
  view: z.enum(['list', 'columns']),
  tracks: counts,
  rooms: counts,
  /** The talks of the day by the hour in which they begin, with those that are not chosen. */
  hours: counts,
  /** Those of the chosen tracks and rooms; all if none is chosen. */
  talks: z.array(scheduledTalk),
  breaks: z.array(scheduledBreak),
})
export type DaySchedule = z.infer<typeof daySchedule>

/** Which talks of a day, and how they are shown. */
export const scheduleChoice = z.object({
  day: z.iso.date().optional(),
  /** The one track of a narrow screen; in a list the only one. */
  track: z.string().max(limits.trackName).optional(),
  tracks: z.array(z.string().max(limits.trackName)).max(limits.chosenTracks).optional(),
  rooms: z.array(z.string().max(limits.talkLocation)).max(limits.chosenTracks).optional(),
  view: z.enum(['list', 'columns']).optional(),
  /** The list of days alone: without talks. */
  part: z.enum(['days']).optional(),
})
export type ScheduleChoice = z.infer<typeof scheduleChoice>

/** The talk before or after another one in its room. */
const neighbour = z.object({
  number,
  title: z.string(),
  start_time: localTime,
  end_time: localTime.nullable(),
  speakers: z.array(z.string()),
})

/** What a talk's page shows. */
export const talkPage = z.object({
  id: z.uuid(),
  number,
  event_id: z.uuid(),
  event_slug: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  description: z.string().nullable(),
  date: z.iso.date(),
  /** The day of the programme. */
  day: z.iso.date(),
  start_time: localTime.nullable(),
  end_time: localTime.nullable(),
  /** To the minute while the event takes place, if its time zone is known; else by the day. */
  is_over: z.boolean(),
  location: z.string().nullable(),
  track_name: z.string().nullable(),
  language: z.string().nullable(),
  type: z.string().nullable(),
  url: z.string().nullable(),
  feedback_url: z.string().nullable(),
  slides_url: z.string().nullable(),
  video_url: z.string().nullable(),
  recording: z.enum(['unknown', 'none']),
  status,
  speakers: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      image_url: z.string().nullable(),
      user_id: z.uuid().nullable(),
    }),
  ),
  topics: z.array(z.string()),
  updated_at: z.string().optional(),
  before: neighbour.nullable(),
  after: neighbour.nullable(),
})
export type TalkPage = z.infer<typeof talkPage>
export type Neighbour = z.infer<typeof neighbour>

export const speakerEvent = eventCard.extend({
  series: eventSeries.nullable(),
  talks: z.array(
    z.object({
      id: z.uuid(),
      number,
      title: z.string(),
      date: z.iso.date(),
      slides_url: z.string().nullable(),
      video_url: z.string().nullable(),
      /** Write-ups, code and what else is linked. */
      links: z.array(z.object({ kind: z.enum(linkKinds), title: z.string().nullable(), url: z.string() })),
    }),
  ),
})
export type SpeakerEvent = z.infer<typeof speakerEvent>

export const profileTalk = z.object({
  id: z.uuid(),
  number,
  title: z.string(),
  excerpt: z.string().nullable(),
  date: z.iso.date(),
  event_name: z.string(),
  event_slug: z.string(),
})
export type ProfileTalk = z.infer<typeof profileTalk>

/** A talk in someone's schedule. */
export const savedTalk = z.object({
  id: z.uuid(),
  number,
  title: z.string(),
  status,
  date: z.iso.date(),
  start_time: localTime.nullable(),
  end_time: localTime.nullable(),
  location: z.string().nullable(),
  track_name: z.string().nullable(),
  speakers: z.array(z.string()),
})
export type SavedTalk = z.infer<typeof savedTalk>

export const talkResult = savedTalk.extend({ has_video: z.boolean() })
export type TalkResult = z.infer<typeof talkResult>
