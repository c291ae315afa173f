import { redirect } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** A former or other spelling of a city leads to the one of its conferences; one that never had any is not found. */
export async function redirectToCity(load: Load, locationName: string): Promise<void> {
  const { name } = await load(api.events.place.queryOptions({ input: { kind: 'city', name: locationName } }))
  if (name !== locationName)
    throw redirect({ to: '/cities/$locationName', params: { locationName: name }, statusCode: 301 })
}
