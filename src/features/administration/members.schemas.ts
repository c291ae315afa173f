import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'

/** A member as administrators see them: who came through whom, and what is theirs. Never with the address. */
export const memberForAdmins = personCard.omit({ is_administrator: true }).extend({
  is_admin: z.boolean(),
  is_confirmed: z.boolean(),
  created_at: z.string(),
  suspended_at: z.string().nullable(),
  /** How many people a restoration concerns: all who were suspended together. */
  suspended_together: z.number().int(),
  invited_by: personCard.nullable(),
  /** How many they invited themselves, and with those whom these invited. */
  invited: z.number().int(),
  branch: z.number().int(),
  /** Administrators among these: they are never suspended with others. */
  branch_admins: z.number().int(),
  sessions: z.number().int(),
  /** How many more invitation codes than others they may have. */
  extra_invitations: z.number().int(),
  speaker: z.object({ id: z.uuid(), name: z.string(), is_hidden: z.boolean() }).nullable(),
  conference_count: z.number().int(),
  conferences: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      start_date: z.string(),
      is_hidden: z.boolean(),
    }),
  ),
})
export type MemberForAdmins = z.infer<typeof memberForAdmins>

/** A mail that was not sent, without its address and its content. */
export const unsentMail = z.object({
  id: z.uuid(),
  person: personCard.nullable(),
  /** The kind of notification; null for mail of an account. */
  kind: z.string().nullable(),
  created_at: z.string(),
  tries: z.number().int(),
  /** Null if it is not tried again by itself. */
  next_try_at: z.string().nullable(),
  last_error: z.string().nullable(),
})
export type UnsentMail = z.infer<typeof unsentMail>
