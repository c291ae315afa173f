import { z } from 'zod'
import { line, optionalLine, optionalText, optionalUrl } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

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

/** A person as administrators see them: never with the address. */
export const listedUser = personCard.extend({ is_admin: z.boolean() })
export type ListedUser = z.infer<typeof listedUser>

const handle = optionalLine(limits.handle, 'Handle')

/** What a person says about themselves: trimmed, and null where nothing is said. */
export const profileForm = z.object({
  full_name: line('Full name is required', limits.fullName, 'Full name'),
  bio: optionalText(limits.profileBio, 'Bio'),
  website: optionalUrl(limits.url),
  avatar_url: optionalUrl(limits.url),
  bluesky_handle: handle,
  github_handle: handle,
  mastodon_handle: handle,
  linkedin_handle: handle,
  twitch_handle: handle,
})

/** The dialog in which an account is deleted: what is typed there is compared with `deletionPhrase`. */
export const deleteAccountForm = z.object({
  confirmName: z.string().trim().min(1, 'Please enter your full name to confirm').max(limits.email),
})
