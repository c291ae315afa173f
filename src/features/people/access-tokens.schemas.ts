import { z } from 'zod'
import { line } from '#lib/fields.ts'
import { serverLimits } from '#src/limits.ts'

export const newAccessToken = z.object({
  name: line('Please give the token a name', serverLimits.accessTokenName, 'Name'),
  /** From now on until it expires. */
  days: z.enum(['30', '90', '365']),
})
export type NewAccessToken = z.infer<typeof newAccessToken>

export const accessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(['read']),
  expires_at: z.string(),
  is_expired: z.boolean(),
  last_used_at: z.iso.date().nullable(),
})
export type AccessToken = z.infer<typeof accessToken>
