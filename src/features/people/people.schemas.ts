import { z } from 'zod'

/** What others see of a person. */
export const profile = z.object({
  id: z.uuid(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  bio: z.string().nullable(),
  website: z.string().nullable(),
  bluesky_handle: z.string().nullable(),
  github_handle: z.string().nullable(),
  mastodon_handle: z.string().nullable(),
  linkedin_handle: z.string().nullable(),
  twitch_handle: z.string().nullable(),
})
export type Profile = z.infer<typeof profile>

export const personCard = profile.pick({ id: true, full_name: true, avatar_url: true })
export type PersonCard = z.infer<typeof personCard>
