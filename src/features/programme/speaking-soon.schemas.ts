import { z } from 'zod'
import { speakerCard } from '#features/speakers/speakers.schemas.ts'

/** A speaker of one of the next talks, with its conference. */
export const soonSpeaker = speakerCard.pick({ id: true, name: true, image_url: true }).extend({
  date: z.iso.date(),
  event_name: z.string(),
  event_slug: z.string(),
})
export type SoonSpeaker = z.infer<typeof soonSpeaker>
