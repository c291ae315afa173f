import { redirect } from '@tanstack/react-router'
import { loadSuggestion } from '#features/find/suggestion.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** A known city whose name is spelled much like the one that is not. */
export async function suggestCity(load: Load, { near }: { near?: string }): Promise<string | null> {
  const suggestion = await loadSuggestion(load, near, 'events', 0)
  if (!suggestion || (await hasUnknownCity(load, { near: suggestion }))) return null
  return suggestion.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}

/** Whether the city of a search is not known, so that nothing is near it. */
export async function hasUnknownCity(load: Load, { near }: { near?: string }): Promise<boolean> {
  if (near === undefined) return false
  return (await load(api.places.locate.queryOptions({ input: { city: near } }))) === null
}

/** A country and “online” are no cities: they lead to the filters for them. A form without script sends them as `near`. */
export async function redirectNear(
  to: '/conferences' | '/cfp',
  { near = '', within: _, ...search }: { near?: string; within?: number },
) {
  if (/^(?:online|remote|virtual)$/i.test(near)) throw redirect({ to, search: { ...search, how: 'online' } })
  // Only a page that is loaded from the server has what was typed.
  const country = import.meta.env.SSR && (await import('#lib/country-names.ts')).findCountry(near)
  if (country) throw redirect({ to, search: { ...search, country: [country.name] } })
}
