import { z } from 'zod'
import { speakerCard } from '#features/speakers/speakers.schemas.ts'

/** A speaker with the next talk and its conference. */
export const soonSpeaker = speakerCard.pick({ id: true, name: true, image_url: true }).extend({
  /** Of the talk. */
  title: z.string(),
  number: z.number().int(),
  date: z.iso.date(),
  event_name: z.string(),
  event_slug: z.string(),
})
export type SoonSpeaker = z.infer<typeof soonSpeaker>
