import { z } from 'zod'
import { eventCard } from '#features/events/events.schemas.ts'
import { personCard } from '#features/people/people.schemas.ts'

/** An invitation as the owner of the event sees it. */
export const sentInvitation = z.object({
  person: personCard,
  status: z.enum(['pending', 'accepted', 'declined']),
})
export type SentInvitation = z.infer<typeof sentInvitation>

export const sentInvitations = z.object({
  invitations: z.array(sentInvitation),
  next: z.string().nullable(),
})

/** An invitation as the invited person sees it: nobody is named where the host's account is gone. */
export const openInvitation = z.object({
  event: eventCard,
  invited_by: personCard.nullable(),
})
export type OpenInvitation = z.infer<typeof openInvitation>
