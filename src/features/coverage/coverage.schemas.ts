import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { linkKinds, listedKinds } from '#features/programme/link-kinds.ts'
import { optionalLine, optionalUrl } from '#lib/fields.ts'
import { type Fields, rulesOf } from '#lib/form-fields.ts'
import { limits } from '#src/limits.ts'

export const linkKind = z.enum(linkKinds)
export const listedKind = z.enum(listedKinds)

export const talkLink = z.object({
  id: z.uuid(),
  kind: linkKind,
  /** Its canonical address. */
  url: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  /** When it was first missing; null while it is there. */
  gone_since: z.string().nullable(),
  /** Of a video: the path of the picture that is stored here. */
  picture: z.string().nullable(),
})
export type TalkLink = z.infer<typeof talkLink>

const shownLink = talkLink.omit({ gone_since: true, picture: true })

/** What waits for a decision, or was rejected. */
export const openLink = shownLink.extend({
  status: z.enum(['suggested', 'rejected']),
  added_by: personCard.nullable(),
  created_at: z.string(),
})
export type OpenLink = z.infer<typeof openLink>

export const linkFields = {
  url: {
    label: 'Address',
    schema: optionalUrl(limits.url).refine((value) => Boolean(value), 'Please enter the address'),
  },
  kind: {
    label: 'What it is',
    // Left open, the address says it.
    schema: z
      .union([linkKind, z.literal('')])
      .nullish()
      .transform((value) => value || undefined),
  },
  title: { label: 'Title', schema: optionalLine(limits.linkTitle, 'Title') },
  language: {
    label: 'Language',
    schema: z
      .string()
      .trim()
      .regex(/^(?:[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3})?$/, 'Please enter a code such as en or pt-BR')
      .nullish()
      .transform((value) => (value === undefined ? undefined : value || null)),
  },
} satisfies Fields

export const linkForm = z.object(rulesOf(linkFields))
export type LinkValues = z.input<typeof linkForm>

export const newLink = talkLink.omit({ gone_since: true }).extend({
  listed_at: z.string(),
  talk: z.object({
    number: z.number().int(),
    title: z.string(),
    date: z.iso.date(),
    event_name: z.string(),
    event_slug: z.string(),
    speakers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
})
export type NewLink = z.infer<typeof newLink>

/** How many talks of an event have what. Cancelled ones do not count. */
export const figures = z.object({
  talks: z.number().int(),
  /** Without those that were not recorded. */
  recorded: z.number().int(),
  video: z.number().int(),
  slides: z.number().int(),
  writeups: z.number().int(),
})
export type Figures = z.infer<typeof figures>

/** With the first videos in the order of the programme. */
export const eventCoverage = figures.extend({ recordings: z.array(newLink) })
export type EventCoverage = z.infer<typeof eventCoverage>

/** A talk that lacks video or slides, or is said to be unrecorded. */
export const missingTalk = z.object({
  id: z.uuid(),
  number: z.number().int(),
  title: z.string(),
  day: z.iso.date(),
  recording: z.enum(['unknown', 'none']),
  has_video: z.boolean(),
  has_slides: z.boolean(),
  speakers: z.array(z.string()),
})
export type MissingTalk = z.infer<typeof missingTalk>
