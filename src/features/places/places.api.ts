import { z } from 'zod'
import { get, open } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { findPlace } from './gazetteer.server.ts'
import { place } from './places.schemas.ts'

const locate = open
  .route(get('/places', 'Where a city lies, and its time zone; null for one that is not known'))
  .meta({ isOptional: true })
  .input(z.object({ city: z.string().max(limits.place), country: z.string().max(limits.place) }))
  .output(place.nullable())
  .handler(async ({ input: { city, country } }) => (await findPlace(city, country)) ?? null)

export const placesApi = { locate }
