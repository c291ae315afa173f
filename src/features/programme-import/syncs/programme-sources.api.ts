import { z } from 'zod'
import { editErrors, lockForEdit, readForEdit, recordEdit } from '#features/events/event-editing.server.ts'
import { rows } from '#platform/database/db.ts'
import { get, memberChange, put, signedIn } from '#platform/procedures/procedure.ts'
import { type ProgrammeSource, programmeSource } from './programme-syncs.schemas.ts'

const detail = signedIn
  .route(get('/events/{event_id}/source', 'Where the programme of an event comes from'))
  .errors(editErrors)
  .input(z.object({ event_id: z.uuid() }))
  .output(programmeSource.nullable())
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const event = await readForEdit(db, input.event_id, { viewer, errors })
    const [source] = await rows<ProgrammeSource>(db)`
        select format, url, is_automatic, checked_at::text as checked_at, next_check_at::text as next_check_at, last_error
        from programme_sources where event_id = ${event.id}::uuid`
    return source ?? null
  })

const update = memberChange
  .route(put('/events/{event_id}/source', 'Switch automatic checks of the URL on or off'))
  .errors({
    ...editErrors,
    NO_ADDRESS: { status: 409, message: 'The programme was not imported from a URL' },
  })
  .input(z.object({ event_id: z.uuid(), is_automatic: z.boolean() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const event = await lockForEdit(tx, input.event_id, { viewer, errors })
    const changed = await rows(tx)`
        update programme_sources set is_automatic = ${input.is_automatic}, next_check_at = now() + interval '6 hours', failures = 0, failing_since = null
        where event_id = ${event.id}::uuid and url is not null returning event_id`
    if (changed.length === 0) throw errors.NO_ADDRESS()
    await recordEdit(tx, viewer, event, {
      action: 'programme_edited',
      after: { is_automatic: input.is_automatic },
    })
  })

export const programmeSourcesApi = { detail, update }
