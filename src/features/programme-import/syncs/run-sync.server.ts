import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beginSet } from '#features/change-log/undo.server.ts'
import { fold } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { isEmptyPlan, type ProgrammePlan, type TalkChange } from '../merging/programme-plan.ts'
import type { ProgrammeDocument } from '../reading/document.ts'
import { unpacked } from './packing.server.ts'
import { programme_syncs } from './programme-import.tables.ts'
import {
  compareWithStored,
  namespaceOf,
  readSyncedEvent,
  type SyncedEvent,
} from './stored-programme.server.ts'
import { createStep, recount, type Step, takenOver } from './sync-steps.server.ts'
import { notifyOfChanges } from './talk-changes.server.ts'
import {
  insertTalks,
  type Lookups,
  removeTalks,
  removeTracks,
  type SyncTarget,
  updateTalks,
  writeBreaks,
  writePeople,
  writeTracks,
} from './write-programme.server.ts'

export type Run = {
  site: Context['site']
  today: string
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

const maxPasses = 4

/** What was compared a moment ago. Rows that were written since are left alone, and compared again. */
type ComparedProgramme = { document: ProgrammeDocument; plan: ProgrammePlan }

/**
 * Applies a sync, or continues one that was interrupted. It works in short transactions; each writes rows and what it did
 * to them, so whatever ends it, the next run finds the rest by comparing again.
 */
export async function runSync(db: Database, id: string, run: Run, compared?: ComparedProgramme) {
  const runner = randomUUID()
  const started = performance.now()
  const [sync] = await db
    .update(programme_syncs)
    .set({ runner, progressed_at: sql`now()` })
    .where(sql`${programme_syncs.id} = ${id}::uuid and ${programme_syncs.status} = 'applying'`)
    .returning()
  if (!sync?.document) throw takenOver()
  const event = await readSyncedEvent(db, { id: sync.event_id! })
  if (!event) throw takenOver()
  const document: ProgrammeDocument = compared?.document ?? (await unpacked(sync.document))
  const namespace = namespaceOf(event.id, sync.url)
  const setId = sync.set_id ?? (await beginRun(db, sync))
  const step = createStep(db, { id, runner, setId }, run.signal)
  for (let pass = 1; ; pass++) {
    const plan =
      pass === 1 && compared
        ? compared.plan
        : (await compareWithStored(db, event, document, { url: sync.url, today: run.today }))(sync.choices)
    if (isEmptyPlan(plan) || pass > maxPasses) break
    if (await applyPlan(step, { event, document, namespace, plan, run })) break
  }
  await recount(db, step, setId)
  await step([id], async (tx) => {
    await tx.execute(sql`select set_config('synchronous_commit', 'on', true)`)
    if (!sync.is_quiet) await notifyOfChanges(tx, run, event, { ...sync, set_id: setId })
    const spent = Math.round(performance.now() - started)
    await tx.execute(sql`
      update programme_syncs set status = 'done', finished_at = now(),
        report = jsonb_set(report, '{milliseconds}', to_jsonb((report ->> 'milliseconds')::integer + ${spent}::integer))
      where id = ${id}::uuid`)
  })
}

/** The set of changes of a sync, which a run that continues it goes on with. */
const beginRun = (db: Database, { id, begun_by }: { id: string; begun_by: string | null }) =>
  db.transaction(async (tx) => {
    const setId = await beginSet(tx, { by: begun_by, via: 'import' })
    await tx.update(programme_syncs).set({ set_id: setId }).where(eq(programme_syncs.id, id))
    return setId
  })

type Work = {
  event: SyncedEvent
  document: ProgrammeDocument
  namespace: string
  plan: ProgrammePlan
  run: Run
}

/** Returns whether all of it could be written; a row that was edited meanwhile is left for the next comparison. */
async function applyPlan(step: Step, { event, document, namespace, plan, run }: Work): Promise<boolean> {
  const target: SyncTarget = { eventId: event.id }
  // Who is somebody else of the source comes after them.
  const people = plan.people
    .filter(({ hasNews, isNeeded }) => hasNews && isNeeded)
    .sort((one, other) => Number(Boolean(one.sameAs)) - Number(Boolean(other.sameAs)))
  const total = people.length + plan.talks.length + plan.breaks.length
  let done = 0
  let isComplete = true
  /** Writes rows in steps; `write` returns false if it left rows for the next comparison. */
  const apply = <Row>(all: Row[], write: (tx: Database, part: Row[]) => Promise<unknown>) =>
    step(all, async (tx, part) => {
      if ((await write(tx, part)) === false) isComplete = false
      done += part.length
      run.onProgress?.(done, total)
    })
  const { added, renamed, removed } = plan.tracks
  if (added.length + renamed.length > 0)
    await step([plan.tracks], (tx) => writeTracks(tx, target, plan.tracks))
  const speakerIds = new Map(
    plan.people.flatMap(({ key, speaker_id }) => (speaker_id ? [[key, speaker_id]] : [])),
  )
  const sourcePeople = new Map(document.people.map((person) => [person.key, person]))
  await apply(people, (tx, part) => writePeople(tx, { ...target, sourcePeople, speakerIds, namespace }, part))
  const work = { ...target, ...(await readLookups(step, event, speakerIds)) }
  const talksOf = (test: (change: TalkChange) => boolean) => plan.talks.filter(test)
  await apply(
    talksOf(({ kind }) => kind === 'added'),
    (tx, part) => insertTalks(tx, work, part),
  )
  await apply(
    talksOf(({ kind }) => kind !== 'added' && kind !== 'removed'),
    (tx, part) => updateTalks(tx, work, part),
  )
  await apply(plan.breaks, (tx, part) => writeBreaks(tx, work, part))
  await apply(
    talksOf(({ kind }) => kind === 'removed'),
    (tx, part) => removeTalks(tx, part),
  )
  await step(removed, async (tx, part) => {
    await removeTracks(tx, part)
  })
  return isComplete
}

/** Tracks by their names and, before these, by those of the source. */
async function readLookups(
  step: Step,
  event: SyncedEvent,
  speakerIds: Map<string, string>,
): Promise<Lookups> {
  const trackIds = new Map<string, string>()
  await step([event], async (tx) => {
    const tracks = await rows<{ id: string; name: string; source_key: string | null }>(tx)`
      select id, name, source_key from tracks where event_id = ${event.id}::uuid`
    for (const { id, name } of tracks) trackIds.set(fold(name), id)
    for (const { id, source_key } of tracks) if (source_key) trackIds.set(fold(source_key), id)
  })
  return {
    trackIdOf: (name) => (name ? (trackIds.get(fold(name)) ?? null) : null),
    idsOf: (keys) => [...new Set(keys.flatMap((key) => speakerIds.get(key) ?? []))],
  }
}

const docsPerStep = 10
const fieldsWithWords = { all_talks: ['title', 'location', 'track_id'], all_speakers: ['name'] }

/** New words follow after an import; what is left out is added at night. */
export async function addWords(db: Database, signal: AbortSignal | undefined): Promise<void> {
  const syncs = await rows<{ id: string; set_id: number }>(db)`
      select id, set_id::float8 as set_id from programme_syncs
      where status = 'done' and not has_words order by finished_at`
  for (const { id, set_id } of syncs) {
    for (const [table, fields] of Object.entries(fieldsWithWords)) {
      const ids = await rows<{ id: string }>(db)`
          select distinct record_id as id from changed_rows
          where set_id = ${set_id}::bigint and table_name = ${table} and (action = 'added' or after ?| ${sql.param(fields)}::text[])`
      for (let at = 0; at < ids.length; at += docsPerStep) {
        if (signal?.aborted) return
        const part = sql.param(ids.slice(at, at + docsPerStep).map((row) => row.id))
        await db.execute(
          sql`select keep_words(${table.replace('all_', '')}, array(select doc from ${sql.raw(table)} where id = any (${part}::uuid[])))`,
        )
        await new Promise((resume) => setImmediate(resume))
      }
    }
    await db.execute(sql`update programme_syncs set has_words = true where id = ${id}::uuid`)
  }
}
