import { sql } from 'drizzle-orm'
import { listedCountry } from '#lib/country-names.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { editionKey, formSlugCandidates } from './slug.ts'

export type ListedEvent = {
  id: string
  name: string
  slug: string
  start_date: string
  end_date: string
  location_name: string
  created_by: string | null
}

/** Held until the transaction ends: one at a time lists conferences, so that the form and imports see each other's. */
export const lockListing = (tx: Database) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('event_imports'))`)

/** The listed events that are the same edition of a conference as one of these, by their key. */
export async function listedEditions(
  tx: Database,
  candidates: { name: string; start_date: string; location_name: string }[],
): Promise<Map<string, ListedEvent>> {
  const names = candidates.map(({ name }) => name)
  const sameNameEvents = await rows<ListedEvent>(tx)`
    select id, name, slug, start_date::text, end_date::text, location_name, created_by from events
    where name_key = any (array(select fold(name) from unnest(${sql.param(names)}::text[]) as name))`
  return new Map(sameNameEvents.map((event) => [editionKey(event), event]))
}

export async function findTakenSlugs(tx: Database, slugs: string[]): Promise<Set<string>> {
  const takenRows = await rows<{ slug: string }>(tx)`
    select slug from all_events where slug = any (${sql.param(slugs)}::text[])`
  return new Set(takenRows.map(({ slug }) => slug))
}

/** The slug of a conference that is listed with the form or from its programme. */
export async function findFreeSlug(tx: Database, event: Parameters<typeof formSlugCandidates>[0]) {
  const slugs = formSlugCandidates(event)
  const takenSlugs = await findTakenSlugs(tx, slugs)
  const slug = slugs.find((candidate) => !takenSlugs.has(candidate))
  if (!slug) throw new Error(`No free URL for ${event.name}`)
  return slug
}

/** Not in the schema of the form, which would bring the names to every page that has a field of it. */
export const withListedCountry = <Event extends { country_name: string }>(event: Event): Event => ({
  ...event,
  country_name: listedCountry(event.country_name),
})
