import { sql } from 'drizzle-orm'
import { readCandidates } from '#features/events/event-listing.server.ts'
import type { Conference } from '#features/identity/compare.ts'
import { createMatcher, findPairs } from '#features/identity/identify.server.ts'
import { type Database, rows } from '#platform/database/db.ts'

type ComparedEvent = Conference & { id: string; slug: string }

const readEvents = (db: Database, since: string | null = null) =>
  rows<ComparedEvent>(db)`
      select id, slug, name, start_date::text as start_date, end_date::text as end_date, location_name, country_name, website
      from events where ${since}::timestamptz is null or updated_at > ${since}::timestamptz`

const inOrder = (one: string, other: string) => (one < other ? [one, other] : [other, one])

/** The pairs of listed conferences that are the same, or perhaps, without those that are decided. */
export async function findDuplicates(db: Database) {
  const pairs = await findPairs(await readEvents(db))
  const decided = await rows<{ key: string }>(db)`select concat(one_id, other_id) as key from not_duplicates`
  const keys = new Set(decided.map(({ key }) => key))
  return pairs.filter(({ one, other }) => !keys.has(inOrder(one.id, other.id).join('')))
}

type StoredPair = { one_id: string; other_id: string; verdict: string }

/** Replaces the pairs of these conferences, or all. */
const storePairs = (db: Database, pairs: StoredPair[], ids?: string[]) =>
  db.transaction(async (tx) => {
    const param = ids && sql`${sql.param(ids)}::uuid[]`
    await tx.execute(
      sql`delete from duplicate_pairs where ${param ? sql`one_id = any (${param}) or other_id = any (${param})` : sql`true`}`,
    )
    await tx.execute(sql`
      insert into duplicate_pairs (one_id, other_id, verdict)
      select one_id, other_id, verdict
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (one_id uuid, other_id uuid, verdict text)
      join all_events as one on one.id = one_id join all_events as other on other.id = other_id
      on conflict (one_id, other_id) do update set verdict = excluded.verdict`)
  })

const pairOf = (one: { id: string }, other: { id: string }, verdict: string): StoredPair => {
  const [one_id, other_id] = inOrder(one.id, other.id)
  return { one_id: one_id!, other_id: other_id!, verdict }
}

/** Since when this process knows what has changed. */
let comparedUntil: string | undefined
/** Of more, all are compared. */
const maxChanged = 500

/** Stores the pairs again of what was changed since the last time, and of all the first time. */
export async function refreshDuplicates(db: Database): Promise<void> {
  const [{ latest } = { latest: null }] = await rows<{ latest: string | null }>(db)`
    select max(updated_at)::text as latest from events`
  if (latest === null || latest === comparedUntil) return
  const changed = comparedUntil === undefined ? undefined : await readEvents(db, comparedUntil)
  if (changed && changed.length <= maxChanged) await refreshPairsOf(db, changed)
  else
    await storePairs(
      db,
      (await findPairs(await readEvents(db))).map(({ one, other, verdict }) => pairOf(one, other, verdict)),
    )
  comparedUntil = latest
}

async function refreshPairsOf(db: Database, changed: ComparedEvent[]) {
  if (changed.length === 0) return
  const find = await createMatcher(await readCandidates(db, changed))
  const pairs = new Map<string, StoredPair>()
  for (const event of changed)
    for (const { event: other, verdict } of await find(event)) {
      if (other.id === event.id) continue
      const pair = pairOf(event, other, verdict)
      pairs.set(pair.one_id + pair.other_id, pair)
    }
  await storePairs(
    db,
    [...pairs.values()],
    changed.map(({ id }) => id),
  )
}
