import { z } from 'zod'

/** The error of an edit based on a version that somebody else has changed since; it brings the stored one. */
export const changedMeanwhile = <Schema extends z.ZodType>(noun: string, now: Schema) => ({
  message: `Someone else has changed this ${noun} in the meantime`,
  data: z.object({ now }),
})
