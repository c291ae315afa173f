import { z } from 'zod'

export const publicDump = z.object({
  name: z.string(),
  date: z.iso.date(),
  sizeBytes: z.number().int(),
  sha256: z.string(),
})
export type PublicDump = z.infer<typeof publicDump>
