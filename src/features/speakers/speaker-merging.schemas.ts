import { z } from 'zod'

const side = z.object({
  id: z.uuid(),
  name: z.string(),
  bio: z.string().nullable(),
  location_name: z.string().nullable(),
  country_name: z.string().nullable(),
  image_url: z.string().nullable(),
  user_id: z.uuid().nullable(),
  talks: z.number().int(),
})

/** What a merge would do: `kept` stays as it is, but for what it lacks and `removed` has. */
export const mergePreview = z.object({
  kept: side,
  removed: side,
  /** Talks on which both are. */
  shared: z.number().int(),
  claims: z.number().int(),
  /** The labels of what the kept record gets. */
  filled: z.array(z.string()),
  /** Why they can't be merged. */
  refusal: z.string().nullable(),
})
export type MergePreview = z.infer<typeof mergePreview>
