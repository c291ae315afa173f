import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { event_imports } from '#features/events/events.tables.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { cleanText } from '#lib/fields.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { adminOnly, get, postJob } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { beginImport, deleteImportedEvents, runImport } from './csv-import.server.ts'
import { parseImport } from './csv-import.ts'
import { type ListedImport, listedImport, skippedLines } from './imports.schemas.ts'

const NOT_FOUND = { message: 'Import not found' }
const idInput = z.object({ id: z.uuid() })
const maxListed = 20
/** The largest integer of PostgreSQL. */
const maxLine = 2_147_483_647

async function findImports(db: Database, condition: SQL = sql`true`): Promise<ListedImport[]> {
  return rows<ListedImport>(db)`
      select *, status in ('done', 'failed', 'interrupted') and imported > 0 and is_recent as is_undoable
      from (
        select import.id, file_name, total, done, imported, skipped,
          (select count(*)::integer from event_import_skips where import_id = import.id and is_imported) as warnings, unknown_columns, tagged, proposed_topics, import.created_at::text as created_at,
          case
            when status in ('running', 'undoing') and progressed_at < now() - interval '1 minute' then 'interrupted'
            else status
          end as status,
          import.created_at > now() - make_interval(hours => ${serverLimits.importUndoableHours}) as is_recent,
          ${personOf()} as created_by
        from event_imports as import left join profiles on profiles.id = import.created_by
        where ${condition}
        order by import.created_at desc, import.id desc limit ${maxListed}
      ) as listed`
}

const start = adminOnly
  .route(
    postJob(
      '/imports',
      'Import conferences from a CSV file; answers at once and continues in the background',
    ),
  )
  .meta({ failure: 'Please try again later.' })
  .errors({ BAD_REQUEST: { message: 'Import failed', data: z.object({ title: z.string() }) } })
  .input(z.object({ file: z.file() }))
  .output(idInput)
  .handler(async ({ context: { db, viewer, runInBackground }, input: { file }, errors }) => {
    const fileName = cleanText(file.name)
    const parseResult = await parseImport(fileName, new Uint8Array(await file.arrayBuffer()))
    if (!parseResult.ok)
      throw errors.BAD_REQUEST({ message: parseResult.message, data: { title: parseResult.title } })
    const { skipped, unknownColumns, isOwnExport: addsTopics } = parseResult
    const importOptions = { fileName, importedBy: viewer.id, skipped, unknownColumns }
    const id = await db.transaction((tx) => beginImport(tx, parseResult.rows.length, importOptions))
    runInBackground(async (signal) => {
      await runImport(db, id, parseResult.rows, { importedBy: viewer.id, signal, addsTopics })
    })
    return { id }
  })

const list = adminOnly
  .route(get('/imports', 'The latest imports'))
  .output(z.array(listedImport))
  .handler(({ context: { db } }) => findImports(db))

const detail = adminOnly
  .route(get('/imports/{id}', 'An import and its progress'))
  .errors({ NOT_FOUND })
  .input(idInput)
  .output(listedImport)
  .handler(async ({ context: { db }, input: { id }, errors }) => {
    const [importRow] = await findImports(db, sql`import.id = ${id}::uuid`)
    if (!importRow) throw errors.NOT_FOUND()
    return importRow
  })

const skipped = adminOnly
  .route(
    get(
      '/imports/{id}/skipped',
      'The lines that an import skipped, or that are perhaps listed already, with reasons',
    ),
  )
  .input(
    idInput.extend({
      after: z.coerce.number().int().min(0).max(maxLine).optional(),
      is_imported: z.union([z.boolean(), z.stringbool()]).default(false),
    }),
  )
  .output(skippedLines)
  .handler(async ({ context: { db }, input: { id, after = 0, is_imported } }) => {
    const lineRows = await rows<{ line: number; reason: string }>(db)`
      select line, reason from event_import_skips
      where import_id = ${id}::uuid and is_imported = ${is_imported} and line > ${after}::integer
      order by line limit ${serverLimits.skippedLinesPerPage + 1}`
    const { items: lines, next } = pageOf(lineRows, serverLimits.skippedLinesPerPage, ({ line }) => line)
    return { lines, next }
  })

const undo = adminOnly
  .route(
    postJob(
      '/imports/{id}/undo',
      'Undo an import of the last day: deletes its conferences in the background',
    ),
  )
  .errors({ NOT_FOUND, CONFLICT: { message: 'This import can no longer be undone' } })
  .input(idInput)
  .output(z.void())
  .handler(async ({ context: { db, viewer, runInBackground }, input: { id }, errors }) => {
    await db.transaction(async (tx) => {
      // Locked, so that of two who undo it at once one does.
      await tx.execute(sql`select from event_imports where id = ${id}::uuid for update`)
      const [importRow] = await findImports(tx, sql`import.id = ${id}::uuid`)
      if (!importRow) throw errors.NOT_FOUND()
      if (!importRow.is_undoable) throw errors.CONFLICT()
      await tx
        .update(event_imports)
        .set({ status: 'undoing', progressed_at: sql`now()` })
        .where(eq(event_imports.id, id))
      const path = `/admin/events?import=${id}`
      const before = { conferences: importRow.imported }
      await recordAdminAction(tx, viewer, {
        action: 'import_undone',
        subject: importRow.file_name,
        path,
        before,
      })
    })
    runInBackground(async (signal) => {
      await deleteImportedEvents(db, id, signal)
      await db.update(event_imports).set({ status: 'undone' }).where(eq(event_imports.id, id))
    })
  })

export const importsApi = { start, list, detail, skipped, undo }
