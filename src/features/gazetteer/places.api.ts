import { z } from 'zod'
import { get, open } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { placeInAddress } from './address.server.ts'
import { findCentre, findPlace } from './gazetteer.server.ts'
import { locatedPlace } from './places.schemas.ts'

const locate = open
  .route(get('/places', 'Where a city or an address lies, and its time zone; null for what is not known'))
  .input(
    z.object({ city: z.string().max(limits.address), country: z.string().max(limits.place).default('') }),
  )
  .output(locatedPlace.nullable())
  .handler(
    async ({ input: { city, country } }) =>
      (await placeInAddress(city, country)) ??
      (await (country ? findPlace(city, country) : findCentre(city))) ??
      null,
  )

export const placesApi = { locate }
