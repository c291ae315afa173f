import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { statementCount, watchStatements } from '#platform/database/statements.ts'

// A sync is applied and undone in short transactions, each of which records what it did to the rows (decision 26).

/** A step blocks the embedded engine as long as it takes: longer where nothing else was asked during the last one. */
const stepMs = { alone: 60, shared: 30 }
/** Between two steps, where something was: a request that the first one held up gets through its other statements, too. */
const restMs = 5
/** Rows. The first are the slowest: nothing is planned yet. */
const [smallestStep, firstStep, largestStep] = [5, 10, 100]

export const takenOver = () =>
  Object.assign(new Error('Another run continues this import'), { code: 'TAKEN_OVER' })

export type Step = <Row>(all: Row[], write: (tx: Database, part: Row[]) => Promise<void>) => Promise<void>

/** Runs `write` over all rows in short transactions, as long as this run is the one that applies the sync. */
export function createStep(db: Database, id: string, runner: string, signal: AbortSignal | undefined): Step {
  const hold = async (tx: Database) => {
    // The last step waits until all is on the disk; what a power cut takes of the others, the next run writes again.
    const [held] = await rows(tx)`
      update programme_syncs set progressed_at = now()
      where id = ${id}::uuid and runner = ${runner}::uuid and status in ('applying', 'undoing')
      returning set_config('hallway.programme', 'on', true), set_config('synchronous_commit', 'off', true)`
    if (!held) throw takenOver()
  }
  return async (all, write) => {
    let size = firstStep
    for (let at = 0; at < all.length; ) {
      signal?.throwIfAborted()
      const part = all.slice(at, at + size)
      let begun = 0
      const countBefore = statementCount()
      const { statements } = await watchStatements(() =>
        db.transaction(async (tx) => {
          // Not before: what the step waited for the engine, it kept from nobody.
          begun = performance.now()
          await hold(tx)
          await write(tx, part)
        }),
      )
      at += part.length
      const isAlone = statementCount() - countBefore === statements.length
      const pace = stepMs[isAlone ? 'alone' : 'shared'] / (performance.now() - begun)
      size = Math.round(
        Math.min(largestStep, Math.max(smallestStep, size * Math.min(2, Math.max(0.5, pace)))),
      )
      if (!isAlone) await pause(restMs)
    }
  }
}

export type NewChange = {
  subject: 'talk' | 'break' | 'track' | 'speaker'
  subject_id: string
  key: string
  kind: string
  before?: unknown
  after?: unknown
  kept?: unknown[]
}

/** What was done to rows, as a statement: it may stand at the end of the one that does it. */
export const changesAdded = (syncId: string, changes: NewChange[]) => sql`
  insert into programme_changes (sync_id, subject, subject_id, key, kind, before, after, kept)
  select ${syncId}::uuid, subject, subject_id, key, kind, before, after, coalesce(kept, '[]')
  from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
    as row (subject text, subject_id uuid, key text, kind text, before jsonb, after jsonb, kept jsonb)`

export async function record(tx: Database, syncId: string, changes: NewChange[]): Promise<void> {
  if (changes.length > 0) await tx.execute(changesAdded(syncId, changes))
}

/** Updates the counts of the speakers whose talks changed, which the triggers skip during a sync. */
export async function recount(db: Database, step: Step, syncId: string): Promise<void> {
  const ids = await rows<{ id: string }>(db)`
    select distinct speaker_id::text as id from programme_changes,
      jsonb_array_elements_text(coalesce(before -> 'speaker_ids', '[]') || coalesce(after -> 'speaker_ids', '[]')) as speaker_id
    where sync_id = ${syncId}::uuid and subject = 'talk' order by 1`
  await step(ids, async (tx, part) => {
    await tx.execute(sql`select keep_speakers(${sql.param(part.map(({ id }) => id))}::uuid[])`)
  })
}
