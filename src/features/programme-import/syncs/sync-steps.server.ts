import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { statementCount, watchStatements } from '#platform/database/statements.ts'

// A sync is applied and undone in short transactions, whose changes belong to one set of the log (decision 26).

/** A step blocks the embedded engine as long as it takes: longer where nothing else was asked during the last one. */
const stepMs = { alone: 60, shared: 30 }
/** Between two steps, where something was: a request that the first one held up gets through its other statements, too. */
const restMs = 5
/** Rows. The first are the slowest: nothing is planned yet. */
const [smallestStep, firstStep, largestStep] = [5, 10, 100]

/** The constraint that refuses a second import of a conference while one runs. */
export const oneAtATime = 'programme_syncs_run_one_at_a_time'

export const takenOver = () =>
  Object.assign(new Error('Another run continues this import'), { code: 'TAKEN_OVER' })

export type Step = <Row>(all: Row[], write: (tx: Database, part: Row[]) => Promise<void>) => Promise<void>

/** Runs `write` over all rows in short transactions, as long as this run is the one that applies the sync. */
export function createStep(
  db: Database,
  { id, runner, setId }: { id: string; runner: string; setId: number },
  signal: AbortSignal | undefined,
): Step {
  const hold = async (tx: Database) => {
    // The last step waits until all is on the disk; what a power cut takes of the others, the next run writes again.
    const [held] = await rows(tx)`
      update programme_syncs set progressed_at = now()
      where id = ${id}::uuid and runner = ${runner}::uuid and status in ('applying', 'undoing')
      returning set_config('hallway.programme', 'on', true), set_config('synchronous_commit', 'off', true),
        set_config('hallway.change_set', ${String(setId)}, true)`
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

/** Updates the counts of the speakers whose talks a set changed, which the triggers skip during a sync. */
export async function recount(db: Database, step: Step, setId: number): Promise<void> {
  const ids = await rows<{ id: string }>(db)`
    select distinct key ->> 'speaker_id' as id from changed_rows
    where set_id = ${setId}::bigint and table_name = 'talk_speakers' order by 1`
  await step(ids, async (tx, part) => {
    await tx.execute(sql`select keep_speakers(${sql.param(part.map(({ id }) => id))}::uuid[])`)
  })
}
