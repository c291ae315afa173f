import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '#platform/database/db.ts'
import { adminChange, adminOnly, get, post } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { isUndone, undoOne } from './undo-changes.server.ts'

// Merges of speakers as 1.5.0 listed and undid them. The history of the speaker does.

const formerMerge = z.object({
  id: z.number().int(),
  removed_id: z.uuid(),
  removed_name: z.string(),
  created_at: z.string(),
})

const readMerges = (db: Database, isWanted: SQL) =>
  rows<z.infer<typeof formerMerge>>(db)`
    select set_id::float8 as id, record_id as removed_id, before ->> 'name' as removed_name, at::text as created_at
    from changed_rows join change_sets on change_sets.id = set_id
    where ${isWanted} and table_name = 'all_speakers' and parent_id is not null and via = 'merge' and undone_by is null
      and at > now() - make_interval(days => ${limits.undoableDays})
    order by set_id desc limit ${serverLimits.mergesListed}`

const merges = adminOnly
  .route({
    ...get('/speakers/{id}/merges', 'Merges into a record that can still be undone, newest first'),
    deprecated: true,
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.array(formerMerge))
  .handler(({ context: { db }, input: { id } }) => readMerges(db, sql`parent_id = ${id}::uuid`))

const undoMerge = adminChange
  .route({
    ...post('/speaker-merges/{merge_id}/undo', 'Undo a merge: the removed record returns with its talks'),
    deprecated: true,
  })
  .errors({ NOT_FOUND: { message: 'This merge can no longer be undone' }, CONFLICT: isUndone })
  .input(z.object({ merge_id: z.number().int() }))
  .output(z.object({ id: z.uuid() }))
  .handler(async ({ context: { tx, viewer }, input: { merge_id }, errors }) => {
    const [merge] = await readMerges(tx, sql`set_id = ${merge_id}::bigint`)
    if (!merge) throw errors.NOT_FOUND()
    await undoOne(tx, viewer, merge_id)
    return { id: merge.removed_id }
  })

export const formerMergesApi = { merges, undoMerge }
