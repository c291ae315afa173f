import { z } from 'zod'
import { eventCard, eventSeries } from '#features/events/events.schemas.ts'
import { attendanceVisibility, personCard, profile } from '#features/people/people.schemas.ts'
import { attendeeGroups } from './attendance.ts'

/** A person in the list of attendees. `group` and what they share with the viewer are told to members alone. */
export const attendee = personCard.extend({
  ...profile.pick({ headline: true, organisation: true, city: true }).shape,
  is_speaker: z.boolean(),
  is_organiser: z.boolean(),
  group: z.enum(attendeeGroups),
  /** The names of the newest conferences that both attend or attended, and how many there are. */
  shared_names: z.array(z.string()),
  shared_count: z.number().int(),
})
export type Attendee = z.infer<typeof attendee>

export const attendeePage = z.object({
  people: z.array(attendee),
  next: z.string().nullable(),
  /** How many this viewer may see, whatever is searched for. */
  visible_count: z.number().int(),
})
export type AttendeePage = z.infer<typeof attendeePage>

/** The first of them, as the page of a conference shows them. */
export const firstAttendees = attendeePage.pick({ visible_count: true }).extend({
  people: z.array(personCard.extend(attendee.pick({ group: true }).shape)),
})
export type FirstAttendees = z.infer<typeof firstAttendees>

/** A conference on a person's profile. */
export const attendedEvent = eventCard.extend({
  series: eventSeries.nullable(),
  is_speaker: z.boolean(),
  is_organiser: z.boolean(),
  /** Whether the viewer attends or attended it, too. */
  is_shared: z.boolean(),
})
export type AttendedEvent = z.infer<typeof attendedEvent>

export const attendedPage = z.object({
  events: z.array(attendedEvent),
  next: z.string().nullable(),
  going_count: z.number().int(),
  been_count: z.number().int(),
})
export type AttendedPage = z.infer<typeof attendedPage>

export const myAttendance = z.object({
  is_attending: z.boolean(),
  /** Who sees it: as chosen for this event, or by the person's default. */
  visibility: attendanceVisibility,
})
export type MyAttendance = z.infer<typeof myAttendance>
