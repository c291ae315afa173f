import { z } from 'zod'
import { isHonestName, line, optionalLine, optionalPicture, optionalText, optionalUrl } from '#lib/fields.ts'
import { type Fields, rulesOf, storedShape } from '#lib/form-fields.ts'
import { limits } from '#src/limits.ts'
import { attendanceVisibilities } from './attendance-visibility.ts'

const mixedLetters = 'Please write each word with the letters of one alphabet, without invisible signs'

const handle = optionalLine(limits.handle, 'Handle')

/** What a person says about themselves. */
export const profileFields = {
  full_name: {
    label: 'Full name',
    schema: line('Full name is required', limits.fullName, 'Full name').refine(isHonestName, mixedLetters),
  },
  headline: { label: 'In one line', schema: optionalLine(limits.profileHeadline, 'This line') },
  organisation: { label: 'Organisation', schema: optionalLine(limits.organisation, 'Organisation') },
  city: { label: 'City', schema: optionalLine(limits.place, 'City') },
  bio: { label: 'Bio', schema: optionalText(limits.profileBio, 'Bio') },
  website: { label: 'Website', schema: optionalUrl(limits.url) },
  avatar_url: { label: 'Avatar URL', schema: optionalPicture(limits.url) },
  bluesky_handle: { label: 'Bluesky', schema: handle },
  github_handle: { label: 'GitHub', schema: handle },
  mastodon_handle: { label: 'Mastodon', schema: handle },
  linkedin_handle: { label: 'LinkedIn', schema: handle },
  twitch_handle: { label: 'Twitch', schema: handle },
} satisfies Fields

/** The input of an update: trimmed, null instead of an empty text. */
export const profileForm = z.object(rulesOf(profileFields))
export type ProfileFormValues = z.input<typeof profileForm>

/** What others see of a person, who may have been registered without a name. */
export const profile = z.object({
  id: z.uuid(),
  ...storedShape(profileFields),
  full_name: z.string().nullable(),
  is_administrator: z.boolean(),
})
export type Profile = z.infer<typeof profile>

export const personCard = profile.pick({
  id: true,
  full_name: true,
  avatar_url: true,
  is_administrator: true,
})
export type PersonCard = z.infer<typeof personCard>

export const attendanceVisibility = z.enum(attendanceVisibilities)

/** A person as administrators see them: never with the address. */
export const listedUser = personCard
  .omit({ is_administrator: true })
  .extend({ is_admin: z.boolean(), is_steward: z.boolean(), is_suspended: z.boolean() })
export type ListedUser = z.infer<typeof listedUser>

/** The dialog in which an account is deleted: what is typed there is compared with `deletionPhrase`. */
export const deleteAccountForm = z.object({
  confirmName: z.string().trim().min(1, 'Please enter your full name to confirm').max(limits.email),
  /** In a session that is older than an hour. The code is that of the app, where the account has a second factor. */
  password: z.string().max(limits.passwordMax).optional(),
  code: z.string().trim().max(40).optional(),
})

/** A new mail address, and whose mailbox has confirmed it. */
export const waitingAddressChange = z.object({
  new_email: z.string(),
  is_old_confirmed: z.boolean(),
  is_new_confirmed: z.boolean(),
})
export type WaitingAddressChange = z.infer<typeof waitingAddressChange>

/** A device that somebody is signed in on. `used_at` is to the day. */
export const accountSession = z.object({
  id: z.uuid(),
  device: z.string(),
  address: z.string().nullable(),
  created_at: z.string(),
  used_at: z.string(),
  is_current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>
