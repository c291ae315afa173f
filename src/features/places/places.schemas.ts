import { z } from 'zod'

/** In degrees, to about a kilometre. */
export const position = z.object({ latitude: z.number(), longitude: z.number() })
export type Position = z.infer<typeof position>

/** Where a city lies, and its IANA time zone. */
export const place = position.extend({ time_zone: z.string() })
export type Place = z.infer<typeof place>
