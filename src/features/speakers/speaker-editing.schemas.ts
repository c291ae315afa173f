import { z } from 'zod'
import { suggestionFields } from '#features/decisions/suggestion-fields.ts'
import { blankIsNull, line, optionalLine, optionalPicture, optionalText, optionalUrl } from '#lib/fields.ts'
import { type Fields, rulesOf, storedShape } from '#lib/form-fields.ts'
import { limits } from '#src/limits.ts'

const textWithoutBrackets = z.string().transform((value) => value.replace(/[<>]/g, ''))
const optionalTextWithoutBrackets = textWithoutBrackets.nullish()

export const speakerFields = {
  name: {
    label: 'Name',
    schema: textWithoutBrackets.pipe(
      line(
        `Name must be at least ${limits.speakerNameMin} characters long`,
        limits.speakerName,
        'Name',
        limits.speakerNameMin,
      ),
    ),
  },
  bio: { label: 'Bio', schema: optionalTextWithoutBrackets.pipe(optionalText(limits.speakerBio, 'Bio')) },
  location_name: {
    label: 'Location',
    schema: optionalTextWithoutBrackets.pipe(optionalLine(limits.speakerLocation, 'Location')),
  },
  country_name: { label: 'Country', schema: optionalLine(limits.speakerCountry, 'Country') },
  country_code: {
    label: 'Country code',
    schema: z
      .string()
      .trim()
      .refine((value) => value === '' || /^[A-Z]{2}$/.test(value), 'Country code must be 2 uppercase letters')
      .nullish()
      .transform(blankIsNull),
  },
  twitter: { label: 'Twitter', schema: optionalLine(limits.handle, 'Handle') },
  github: { label: 'GitHub', schema: optionalLine(limits.handle, 'Handle') },
  website: { label: 'Website', schema: optionalUrl(limits.url) },
  image_url: { label: 'Picture URL', schema: optionalPicture(limits.url) },
} satisfies Fields

const speaker = z.object(rulesOf(speakerFields))
const userRequired = 'Please select a user to link to this speaker'

export const speakerForm = speaker
  .extend({ isLinked: z.boolean(), user_id: z.union([z.uuid(), z.literal('')]) })
  .refine((speaker) => !speaker.isLinked || speaker.user_id !== '', {
    path: ['user_id'],
    message: userRequired,
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
export type SpeakerValues = z.input<typeof speakerForm>

export const newSpeaker = speaker.extend({ user_id: z.uuid(userRequired).nullable() })

const version = z.string().max(64)

/** The form for a record that is there, with the version that is edited. */
export const speakerEditForm = speaker.extend({
  updated_at: version,
  /** The person's own choice: of anybody else it changes nothing. */
  shows_former_names: z.boolean().optional(),
  ...rulesOf(suggestionFields),
})
export type SpeakerEditValues = z.input<typeof speakerEditForm>

export const speakerEdit = speakerEditForm.omit({ reason: true }).extend({ id: z.uuid() })

/** The stored fields of a speaker: in a CONFLICT the version that someone else has saved. */
export const editedSpeaker = z.object({
  ...storedShape(speakerFields),
  shows_former_names: z.boolean(),
  updated_at: z.string(),
})
export type EditedSpeaker = z.infer<typeof editedSpeaker>

/** A speaker as a search offers them: the place and the number of events tell two of one name apart. */
export const speakerResult = z.object({
  id: z.uuid(),
  name: z.string(),
  location_name: z.string().nullable(),
  country_name: z.string().nullable(),
  events_spoken_at: z.number().int(),
  user_id: z.uuid().nullable(),
})
