import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { optionalText } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'
import { audiences } from './announcements.ts'

export const announcement = z.object({
  id: z.uuid(),
  message: z.string(),
  created_at: z.string(),
  /** Null where the account is gone. */
  author: personCard.nullable(),
})
export type Announcement = z.infer<typeof announcement>

const required = 'Please write a message'

export const announcementForm = z.object({
  audience: z.enum(audiences),
  message: optionalText(limits.announcement, 'Message').pipe(z.string(required)),
})

/** How many people an announcement would reach. */
export const recipientCounts = z.object({ attendees: z.number().int(), savers: z.number().int() })
export type RecipientCounts = z.infer<typeof recipientCounts>
