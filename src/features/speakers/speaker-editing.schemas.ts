import { z } from 'zod'
import { line, optionalLine, optionalText, optionalUrl } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

const withoutBrackets = z.string().transform((value) => value.replace(/[<>]/g, ''))
const maybeWithoutBrackets = withoutBrackets.nullish()

const speakerFields = z.object({
  name: withoutBrackets.pipe(
    line(
      `Name must be at least ${limits.speakerNameMin} characters long`,
      limits.speakerName,
      'Name',
      limits.speakerNameMin,
    ),
  ),
  bio: maybeWithoutBrackets.pipe(optionalText(limits.speakerBio, 'Bio')),
  location_name: maybeWithoutBrackets.pipe(optionalLine(limits.speakerLocation, 'Location')),
  country_name: optionalLine(limits.speakerCountry, 'Country'),
  country_code: z
    .string()
    .trim()
    .refine((value) => value === '' || /^[A-Z]{2}$/.test(value), 'Country code must be 2 uppercase letters')
    .nullish()
    .transform((value) => value || null),
  twitter: optionalLine(limits.handle, 'Handle'),
  github: optionalLine(limits.handle, 'Handle'),
  website: optionalUrl(limits.url),
})

const unchosen = 'Please select a user to link to this speaker'

/** A new speaker, linked to an account or not. */
export const speakerForm = speakerFields
  .extend({ isLinked: z.boolean(), user_id: z.union([z.uuid(), z.literal('')]) })
  .refine((speaker) => !speaker.isLinked || speaker.user_id !== '', {
    path: ['user_id'],
    message: unchosen,
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
export type SpeakerValues = z.input<typeof speakerForm>

export const newSpeaker = speakerFields.extend({ user_id: z.uuid(unchosen).nullable() })

/** A speaker as a search offers them: the place tells two of one name apart. */
export const foundSpeaker = z.object({
  id: z.uuid(),
  name: z.string(),
  location_name: z.string().nullable(),
  country_name: z.string().nullable(),
  user_id: z.uuid().nullable(),
})
