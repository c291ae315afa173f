import { z } from 'zod'

/** In degrees, to about a kilometre. */
export const position = z.object({ latitude: z.number(), longitude: z.number() })
export type Position = z.infer<typeof position>

/** A bearing on a map, in the map's units; `isLeft`: its name ends at its dot. */
export type Town = { x: number; y: number; name: string; isLeft: boolean }

/** Where a city lies, and its IANA time zone. */
export const place = position.extend({ time_zone: z.string() })
export type Place = z.infer<typeof place>

/** `city` and `country` are of the address that was looked for. */
export const locatedPlace = place.extend({ city: z.string().optional(), country: z.string().optional() })
export type LocatedPlace = z.infer<typeof locatedPlace>
