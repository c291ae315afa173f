import { z } from 'zod'
import { line } from '#lib/fields.ts'
import { serverLimits } from '#src/limits.ts'

export const newAccessToken = z.object({
  name: line('Please give the token a name', serverLimits.accessTokenName, 'Name'),
  /** From now on until it expires. */
  days: z.enum(['30', '90', '365']),
  /** The conference whose programme it changes; without one it reads as me. */
  event_id: z.union([z.literal(''), z.uuid()]).default(''),
})
export type NewAccessToken = z.input<typeof newAccessToken>

export const accessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(['read', 'programme']),
  conference: z.string().nullable(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  last_used_at: z.iso.date().nullable(),
})
export type AccessToken = z.infer<typeof accessToken>

export const accessTokens = z.object({
  tokens: z.array(accessToken),
  /** Those that are to come and whose programmes I may change. */
  conferences: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type AccessTokenLists = z.infer<typeof accessTokens>
