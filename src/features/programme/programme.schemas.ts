import { z } from 'zod'
import { eventCard } from '#features/events/events.schemas.ts'

/** Local time of the event, HH:mm. */
const localTime = z.string()

export const scheduledTalk = z.object({
  id: z.uuid(),
  title: z.string(),
  excerpt: z.string().nullable(),
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

export const daySchedule = z.object({
  /** Every day of the programme, yyyy-MM-dd, in order. */
  days: z.array(z.iso.date()),
  /** The day that `talks` and `breaks` belong to; null without a programme. */
  day: z.iso.date().nullable(),
  talks: z.array(scheduledTalk),
  breaks: z.array(scheduledBreak),
})
export type DaySchedule = z.infer<typeof daySchedule>

export const speakerEvent = eventCard.extend({
  talks: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      date: z.iso.date(),
      slides_url: z.string().nullable(),
      video_url: z.string().nullable(),
    }),
  ),
})
export type SpeakerEvent = z.infer<typeof speakerEvent>

export const profileTalk = z.object({
  id: z.uuid(),
  title: z.string(),
  excerpt: z.string().nullable(),
  date: z.iso.date(),
  event_name: z.string(),
  event_slug: z.string(),
})
export type ProfileTalk = z.infer<typeof profileTalk>

export const talkResult = z.object({
  id: z.uuid(),
  title: z.string(),
  date: z.iso.date(),
  start_time: localTime.nullable(),
  end_time: localTime.nullable(),
  location: z.string().nullable(),
  track_name: z.string().nullable(),
  speakers: z.array(z.string()),
})
export type TalkResult = z.infer<typeof talkResult>

/** A talk in someone's schedule, with the same fields as a search result. */
export type SavedTalk = TalkResult
