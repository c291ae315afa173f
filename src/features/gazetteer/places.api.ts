import { z } from 'zod'
import { get, open } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { findCentre, findPlace } from './gazetteer.server.ts'
import { place } from './places.schemas.ts'

const locate = open
  .route(get('/places', 'Where a city lies, and its time zone; null for one that is not known'))
  .input(z.object({ city: z.string().max(limits.place), country: z.string().max(limits.place).default('') }))
  .output(place.nullable())
  .handler(
    async ({ input: { city, country } }) =>
      (await (country ? findPlace(city, country) : findCentre(city))) ?? null,
  )

export const placesApi = { locate }
