import { sql } from 'drizzle-orm'
import { type Conference, editionKey, sameEdition, windowDays } from '#features/identity/compare.ts'
import { createMatcher, type Match, maxDays } from '#features/identity/identify.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { formSlugCandidates } from './slug.ts'

export type ListedEvent = Conference & { id: string; slug: string; created_by: string | null }

const listedColumns = sql`
  id, name, slug, start_date::text as start_date, end_date::text as end_date, location_name, country_name, website, created_by`

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
      select ${listedColumns} from events
      where name_key = any (array(select fold(name) from unnest(${sql.param(names)}::text[]) as name))`
  return new Map(sameNameEvents.map((event) => [editionKey(event), event]))
}

/** Those that may be the same as one of these, without those that an import has listed. */
export async function readCandidates(
  db: Database,
  conferences: Pick<Conference, 'start_date' | 'end_date'>[],
  importId: string | null = null,
): Promise<ListedEvent[]> {
  const firstDay = conferences.map(({ start_date }) => start_date).sort()[0]!
  const lastDay = conferences
    .map(({ end_date }) => end_date)
    .sort()
    .at(-1)!
  return rows<ListedEvent>(db)`
      select ${listedColumns} from events
      where start_date between ${firstDay}::date - ${windowDays + maxDays}::integer and ${lastDay}::date + ${windowDays}::integer
        and (${importId}::uuid is null or import_id is distinct from ${importId}::uuid)`
}

/** The listed conferences that one is, or may be, the likeliest first. What has its name, year and city is the same one. */
export async function findMatches(tx: Database, conference: Conference): Promise<Match<ListedEvent>[]> {
  const find = await createMatcher(await readCandidates(tx, [conference]))
  const matches = await find(conference)
  const edition = (await listedEditions(tx, [conference])).get(editionKey(conference))
  if (!edition) return matches
  const furtherMatches = matches.filter(({ event }) => event.id !== edition.id)
  return [{ event: edition, verdict: 'same', reasons: sameEdition }, ...furtherMatches]
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
