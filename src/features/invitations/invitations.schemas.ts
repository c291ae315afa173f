import { z } from 'zod'
import { requiredText } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

const hasFittingLength = (code: string) =>
  code.length >= limits.invitationCodeMin && code.length <= limits.invitationCodeMax

/** The form for a new code. Without `code` one is generated; without `expires_at` it never expires. */
export const invitationForm = z.object({
  code: z
    .string()
    .transform((value) => value.trim().toUpperCase())
    .pipe(
      z
        .string()
        .refine((code) => code === '' || hasFittingLength(code), 'Code must be between 4 and 20 characters')
        .regex(/^[A-Z0-9]*$/, 'Code can only contain uppercase letters and numbers'),
    )
    .nullish()
    .transform((value) => value || null),
  /** The last day on which the code works, in UTC. */
  expires_at: z
    .string()
    .refine((day) => day === '' || z.iso.date().safeParse(day).success, 'Please enter a valid date')
    .nullish()
    .transform((value) => value || null),
})

export const invitation = z.object({
  id: z.uuid(),
  code: z.string(),
  /** A held code works again an hour after it was tried. */
  state: z.enum(['used', 'revoked', 'expired', 'held', 'active']),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  /** The last day on which the code works, in UTC. */
  last_day: z.iso.date().nullable(),
  /** When somebody last registered with it and an address that has an account, which does not use it. */
  tried_at: z.string().nullable(),
  used_at: z.string().nullable(),
  /** Who created it and who used it; null if the account was deleted, or if unused. */
  created_by: z.object({ id: z.uuid(), full_name: z.string().nullable() }).nullable(),
  used_by: z.object({ id: z.uuid(), full_name: z.string().nullable() }).nullable(),
})
export type Invitation = z.infer<typeof invitation>

export const invitationRequestForm = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Email is required')
    .max(limits.email, 'Email is too long')
    .pipe(z.email('Please enter a valid email')),
  reason: requiredText('Please say a word about yourself', limits.invitationRequestReason, 'This text'),
})

export const invitationPage = z.object({
  codes: z.array(invitation),
  next: z.string().nullable(),
  /** How many more the person may create, and how many in all; null if unlimited. */
  left: z.number().int().nullable(),
  limit: z.number().int().nullable(),
})

/** One entry of the audit log. `user_id` is who did it, or whose code expired; the account may be deleted. */
export const invitationAudit = z.object({
  id: z.number().int(),
  action: z.string(),
  code: z.string().nullable(),
  user_id: z.uuid().nullable(),
  created_at: z.string(),
})
export type InvitationAudit = z.infer<typeof invitationAudit>
