import { z } from 'zod'
import { claim } from './claims.schemas.ts'

export const myEventClaim = claim.extend({ event_id: z.uuid(), reason: z.string().nullable() })
export type MyEventClaim = z.infer<typeof myEventClaim>
