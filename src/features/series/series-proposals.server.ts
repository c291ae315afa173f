import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { seriesName } from '#features/identity/series-name.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import {
  type Candidate,
  type Edition,
  groupEditions,
  readEdition,
  sureScore,
  withoutCity,
} from './grouping.ts'
import { series, series_proposals } from './series.tables.ts'
import { joinSeries, lockSeries, newSeries } from './series-changes.server.ts'

/** A step blocks the embedded engine for some ten milliseconds. */
const eventsPerStep = 500

export type Listed = {
  series_id: string | null
  confirmation: string | null
  created_by: string | null
  created_at: string
}
type StoredCandidate = Candidate & Listed & { slug: string }

/**
 * Those that more than their lister's word speaks for: what an administrator, an import or a source listed, or else what
 * was listed first, with what its owners listed, too, and the confirmed editions of its series.
 */
export function confirmedOf<E extends Listed>(editions: E[]): E[] {
  const trusted = editions.filter(({ confirmation }) => confirmation === 'listing')
  const [first] = editions.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
  const base = trusted.length > 0 || !first ? trusted : [first]
  const [owners, seriesIds] = [
    base.map(({ created_by }) => created_by),
    base.map(({ series_id }) => series_id),
  ]
  return editions.filter((edition) => {
    const { confirmation, created_by, series_id } = edition
    return (
      base.includes(edition) ||
      (created_by !== null && owners.includes(created_by)) ||
      (confirmation === 'series' && seriesIds.includes(series_id))
    )
  })
}

export type ProposedSeries = {
  name: string
  editions: StoredCandidate[]
  /** Only their listers say so. */
  unconfirmed: StoredCandidate[]
  series_id: string | null
  score: number
}

/** 'Rails Camp 27', 'the 3rd Rails Camp': what the editions of a series that are counted through have for themselves. */
const withoutNumber = (name: string) =>
  name
    .replace(/(?<![\w.])v?\d{1,3}(?:\.\d{1,2})?(?:st|nd|rd|th)?(?![\w%])/i, '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The most frequent name without a year, without a number if each has another, and without the city where one
 * edition has the name without it; of several the newest.
 */
function nameOf(editions: Edition[]): string {
  const numbers = new Set(editions.map(({ number }) => number))
  const areNumbered = numbers.size === editions.length && !numbers.has(null)
  const editionNames = editions.toReversed().map(({ name, location_name }) => {
    const plainName = areNumbered ? withoutNumber(seriesName(name)) : seriesName(name)
    return { plainName, shortName: withoutCity(plainName.split(' '), location_name).join(' ') || plainName }
  })
  const plainNames = new Set(editionNames.map(({ plainName }) => plainName))
  const names = editionNames.map(({ plainName, shortName }) =>
    plainNames.has(shortName) ? shortName : plainName,
  )
  const counts = [...Map.groupBy(names, (name) => name)].sort((one, other) => other[1].length - one[1].length)
  return counts[0]![0].slice(0, 200)
}

const listedColumns = sql.raw('series_id, confirmation, created_by, created_at::text as created_at')

/** Groups of conferences that look like the editions of one and are not in one series yet; nothing is stored. */
export async function findSeries(db: Database, signal?: AbortSignal): Promise<ProposedSeries[]> {
  const editions: Edition<StoredCandidate>[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal?.throwIfAborted()
    const step = await rows<StoredCandidate>(db)`
        select id, slug, name, start_date::text, location_name, country_name, ${listedColumns},
          coalesce(website, substring(left(description, 2000) from 'https?://[^[:space:]<>"]+')) as website,
          substring(description from '^[^.]{20,200}[.]') as meaning
        from events where id > ${last}::uuid order by id limit ${eventsPerStep}`
    editions.push(...step.map(readEdition))
    if (step.length < eventsPerStep) break
    last = step.at(-1)!.id
    await yieldToEventLoop()
  }
  const groups = await groupEditions(editions)
  return groups.flatMap(({ candidates, score }) => {
    const proposed = splitConfirmed(candidates)
    const seriesIds = [...new Set(proposed.editions.map(({ series_id }) => series_id))].filter(
      (id) => id !== null,
    )
    const all = [...proposed.editions, ...proposed.unconfirmed]
    const isNew = all.some(({ series_id }) => series_id === null)
    // The ids of more are too many for the index of proposals.
    if (!isNew || seriesIds.length > 1 || all.length < 2 || all.length > serverLimits.seriesEditions)
      return []
    return [{ ...proposed, name: nameOf(proposed.editions), series_id: seriesIds[0] ?? null, score }]
  })
}

/** A single conference that an import or a source listed may be one of the series that a member has begun: a person decides. */
function splitConfirmed(candidates: Edition<StoredCandidate>[]) {
  const confirmed = confirmedOf(candidates)
  const unconfirmed = candidates.filter(
    (candidate) => candidate.series_id === null && !confirmed.includes(candidate),
  )
  const ofMembers = candidates.filter(({ confirmation }) => confirmation === 'series')
  const isOfMember = confirmed.length + unconfirmed.length === 1 && ofMembers.length > 0
  return isOfMember ? { editions: ofMembers, unconfirmed: confirmed } : { editions: confirmed, unconfirmed }
}

/** Stores what was found for administrators to decide, in place of what was proposed before; what was dismissed stays so. */
export async function storeProposals(db: Database, proposed: ProposedSeries[]): Promise<void> {
  const proposalRows = proposed.map(({ name, editions, unconfirmed, series_id, score }) => ({
    ...{ name, series_id, score },
    event_ids: [...editions, ...unconfirmed].map(({ id }) => id).sort(),
  }))
  await db.transaction(async (tx) => {
    await lockSeries(tx)
    await tx.execute(sql`
      with found as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(proposalRows)}::text::jsonb)
          as row (name text, series_id uuid, score real, event_ids uuid[])
      ), outdated as (
        delete from series_proposals where not is_dismissed and event_ids not in (select event_ids from found)
      )
      insert into series_proposals (name, series_id, score, event_ids)
      select name, series_id, score, event_ids from found
      on conflict (event_ids) do update set name = excluded.name, series_id = excluded.series_id, score = excluded.score`)
  })
}

type Decided = { name: string; series_id: string | null; event_ids: string[] }

/**
 * Whether these may join without a person. Not where a member owns one, hidden ones of the series included: nobody gets
 * rights over a conference by what the site has joined. Nor if a person has dismissed two of them together, or undone that one of them
 * joined a series.
 */
async function mayJoinUnasked(tx: Database, events: { id: string }[], seriesId: string | undefined) {
  const ids = sql`${sql.param(events.map(({ id }) => id))}::uuid[]`
  const objections = await rows(tx)`
      select from all_events where (id = any (${ids}) or series_id = ${seriesId ?? null}::uuid)
        and created_by is not null and not has_role(created_by, 'admin')
      union all
      select from series_proposals as decided join all_events as edition on edition.id = any (event_ids)
      where is_dismissed and event_ids && ${ids} and edition.id = any (${ids})
      group by decided.id
      having count(*) > 1 and (count(distinct edition.series_id) > 1 or count(edition.series_id) < count(*))
      union all
      select from changed_rows join change_sets on change_sets.id = set_id
      where table_name = 'all_events' and record_id = any (${ids}) and action = 'changed'
        and after ->> 'series_id' is not null and undone_by is not null
      limit 1`
  return objections.length === 0
}

/**
 * Puts conferences into a series, without `withUnconfirmed` only what more than its lister's word speaks for. Returns how
 * many joined and were left out; null if they are in several series. Without a viewer it is the site that joins them.
 */
export async function acceptSeries(
  tx: Database,
  viewer: { id: string } | null,
  decided: Decided,
  withUnconfirmed: boolean,
): Promise<{ joined: number; unconfirmed: number } | null> {
  const { name, series_id, event_ids } = decided
  await lockSeries(tx)
  const proposedRows = await rows<Listed & { id: string; name: string; website: string | null }>(tx)`
      select id, name, website, ${listedColumns} from events where id = any (${sql.param(event_ids)}::uuid[])
      order by start_date, id for no key update`
  const events = withUnconfirmed ? proposedRows : confirmedOf(proposedRows)
  const unconfirmed = proposedRows.length - events.length
  const seriesIds = new Set(
    [series_id, ...events.map((event) => event.series_id)].filter((id) => id !== null),
  )
  if (seriesIds.size > 1) return null
  const joining = events.filter((event) => event.series_id === null)
  if (joining.length === 0 || events.length < 2) return { joined: 0, unconfirmed }
  const [existingId] = seriesIds
  if (!viewer && !(await mayJoinUnasked(tx, events, existingId))) return { joined: 0, unconfirmed }
  const [existing] = existingId ? await tx.select().from(series).where(eq(series.id, existingId)) : []
  const target = existing ?? (await newSeries(tx, name, events.at(-1)!.website))
  await joinSeries(tx, viewer, target, joining)
  if (!viewer && unconfirmed === 0)
    await tx.delete(series_proposals).where(sql`event_ids = ${sql.param(event_ids)}::uuid[]`)
  return { joined: joining.length, unconfirmed }
}

/** Until when this process has looked at what is listed. */
let lookedUntil: string | undefined

/** After conferences were listed: proposes their series, and puts them into those that are sure. Returns how many joined. */
export async function joinNewEditions(db: Database, signal?: AbortSignal): Promise<number> {
  const [newest] = await rows<{ latest: string | null }>(db)`
    select max(created_at)::text as latest from events`
  const latest = newest?.latest
  if (!latest || latest === lookedUntil) return 0
  await storeProposals(db, await findSeries(db, signal))
  const proposals = await rows<Decided>(db)`
    select name, series_id, event_ids from series_proposals where not is_dismissed and score >= ${sureScore} order by id`
  let joined = 0
  for (const proposal of proposals) {
    signal?.throwIfAborted()
    joined += (await db.transaction((tx) => acceptSeries(tx, null, proposal, false)))?.joined ?? 0
    await yieldToEventLoop()
  }
  lookedUntil = latest
  return joined
}
