import { z } from 'zod'
import { line } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

export const calendarKind = z.enum(['schedule', 'attending'])

export const newCalendarFeed = z.object({
  kind: calendarKind,
  name: line('Please give the calendar a name', limits.calendarFeedName, 'Name'),
})

export const calendarFeed = z.object({
  id: z.uuid(),
  kind: calendarKind,
  name: z.string(),
  created_at: z.string(),
  last_read_at: z.string().nullable(),
  /** The secret path: anybody who has it can read the calendar. */
  path: z.string(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>
