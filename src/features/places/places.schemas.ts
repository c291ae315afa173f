import { z } from 'zod'

/** Where a city lies, in degrees to about a kilometre, and its IANA time zone. */
export const place = z.object({ latitude: z.number(), longitude: z.number(), time_zone: z.string() })
export type Place = z.infer<typeof place>
