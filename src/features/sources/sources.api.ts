import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { undoResult } from '#features/history/history.schemas.ts'
import { describeKept, namesOf, recordIds } from '#features/history/undo-changes.server.ts'
import { isUnreadable } from '#features/reading/unreadable.ts'
import { OutboundError } from '#platform/fetch-safely.ts'
import { adminChange, adminOnly, del, get, post, postNew } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { listedSource, sourceCounts, sourceForm } from './sources.schemas.ts'
import { addSource, listSources, removeSource } from './sources.server.ts'
import { directory_sources } from './sources.tables.ts'
import { fetchAndSync } from './sync-due-sources.server.ts'
import { undoNewestRun } from './undo-run.server.ts'

const NOT_FOUND = { message: 'Source not found' }
const idInput = z.object({ id: z.uuid() })

const list = adminOnly
  .route(get('/sources', 'Lists of conferences that are read daily'))
  .output(z.array(listedSource))
  .handler(({ context: { db } }) => listSources(db))

const add = adminChange
  .route(postNew('/sources', 'Add a list of conferences'))
  .errors({ CONFLICT: { message: 'There is a source of this name already' } })
  .input(sourceForm)
  .output(idInput)
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const added = await addSource(tx, viewer, input)
    if (!added) throw errors.CONFLICT()
    return { id: added.id }
  })

const remove = adminChange
  .route(del('/sources/{id}', 'Remove a source with its proposals; its conferences stay'))
  .errors({ NOT_FOUND })
  .input(idInput)
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id }, errors }) => {
    if (!(await removeSource(tx, viewer, id))) throw errors.NOT_FOUND()
  })

const sync = adminOnly
  .route(post('/sources/{id}/sync', 'Read the addresses of a source now'))
  .errors({ NOT_FOUND, UNREADABLE: { status: 422, message: 'This source cannot be read' } })
  .input(idInput)
  .output(sourceCounts.nullable())
  .handler(async ({ context, input: { id }, errors }) => {
    const { db } = context
    const [source] = await db.select().from(directory_sources).where(eq(directory_sources.id, id))
    if (!source) throw errors.NOT_FOUND()
    try {
      return (await fetchAndSync(db, source, context)) ?? null
    } catch (error) {
      if (isUnreadable(error) || error instanceof OutboundError)
        throw errors.UNREADABLE({ message: error.message })
      throw error
    }
  })

const undo = adminOnly
  .route(post('/sources/{id}/undo', 'Take the newest run of a source back'))
  .errors({ NOT_FOUND, CONFLICT: { message: 'There is no run to undo' } })
  .input(idInput)
  .output(undoResult.pick({ kept: true }))
  .handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    const [source] = await db.select().from(directory_sources).where(eq(directory_sources.id, id))
    if (!source) throw errors.NOT_FOUND()
    const rest = await undoNewestRun(db, id, { by: viewer.id })
    if (!rest) throw errors.CONFLICT()
    const first = rest.slice(0, serverLimits.rowsOfChange)
    await recordAdminAction(db, viewer, {
      action: 'source_undone',
      subject: source.name,
      path: '/admin/sources',
    })
    return { kept: describeKept(first, await namesOf(db, viewer, recordIds(first)), true) }
  })

export const sourcesApi = { list, add, remove, sync, undo }
