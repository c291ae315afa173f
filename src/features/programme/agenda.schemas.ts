import { z } from 'zod'
import { eventCard } from '#features/events/events.schemas.ts'

/** A talk that the viewer has saved or gives. Its times are local to the event. */
export const agendaTalk = z.object({
  id: z.uuid(),
  number: z.number().int(),
  title: z.string(),
  date: z.iso.date(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  location: z.string().nullable(),
  event: z.object({
    slug: z.string(),
    name: z.string(),
    start_date: z.iso.date(),
    time_zone: z.string().nullable(),
    location_name: z.string(),
    country_name: z.string(),
    status: z.string(),
  }),
  is_saved: z.boolean(),
  is_given: z.boolean(),
  /** The moment; null where the event's time zone or the time is not known. */
  starts_at: z.string().nullable(),
  /** Whole minutes from the answer to the start: negative while it runs. */
  minutes_until: z.number().int().nullable(),
  /** Days of the calendar from today to the talk's, where it is; by UTC where the time zone is not known. */
  days_until: z.number().int(),
})
export type AgendaTalk = z.infer<typeof agendaTalk>

/** A conference of the viewer that is not over: what they do there, and whom of those they follow they meet. */
export const agendaEvent = eventCard.extend({
  is_going: z.boolean(),
  is_speaking: z.boolean(),
  is_organising: z.boolean(),
  talk_count: z.number().int(),
  attendee_count: z.number().int(),
  /** The talks that the viewer saved. */
  planned_count: z.number().int(),
  /** Some of the people whom the viewer follows and sees among the attendees, and how many there are. */
  followed_names: z.array(z.string()),
  followed_count: z.number().int(),
})
export type AgendaEvent = z.infer<typeof agendaEvent>

export const agenda = z.object({
  next_talk: agendaTalk.nullable(),
  /** What else of the day of the next talk is to come. */
  more_that_day: z.number().int(),
  /** With how many of those the next talk overlaps. */
  overlap_count: z.number().int(),
  given: z.array(agendaTalk),
  /** The conferences that the viewer attends, speaks at or organises, the next ones. */
  events: z.array(agendaEvent),
  /** A conference that is over, with talks that the viewer saved, if they have not said whether they were there. */
  question: z
    .object({ id: z.uuid(), slug: z.string(), name: z.string(), saved_count: z.number().int() })
    .nullable(),
  /** The newest unread notifications. */
  news: z.array(z.object({ id: z.uuid(), message: z.string(), path: z.string() })),
  /** How many conferences of this year the viewer attends or attended, by the month in which they begin. */
  months: z.array(z.number().int()),
  claims: z.array(z.object({ kind: z.enum(['event', 'speaker']), name: z.string(), id: z.string() })),
})
export type Agenda = z.infer<typeof agenda>
