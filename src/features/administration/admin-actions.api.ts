import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { personOf } from '#features/people/person-card.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { rows } from '#platform/database/db.ts'
import { adminOnly, get } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type RecordedAction, recordedAction } from './admin-actions.schemas.ts'
import { operatorId } from './admin-actions.server.ts'

/** The fields of an entry with those that are in the log of changes. */
const withLogged = (field: 'before' | 'after') => {
  const [own, logged] = [sql.raw(`admin_actions.${field}`), sql.raw(`changed_rows.${field}`)]
  return sql`
    case when ${logged} is null then ${own} else coalesce(${own}, '{}') || (
      select jsonb_object_agg(key, value) from jsonb_each(${logged}) where key = any (logged_fields)
    ) end as ${sql.raw(field)}`
}

const list = adminOnly
  .route(get('/admin-actions', 'Actions of administrators, newest first'))
  .input(z.object({ after: z.coerce.number().int().min(1).optional() }))
  .output(z.object({ actions: z.array(recordedAction), next: z.number().int().nullable() }))
  .handler(async ({ context: { db }, input: { after } }) => {
    const actionRows = await rows<RecordedAction>(db)`
      select admin_actions.id::float8 as id, ${personOf()} as admin, admin_id = ${operatorId.id}::uuid as is_command,
        admin_actions.action, subject, path, ${withLogged('before')}, ${withLogged('after')}, admin_actions.created_at,
        change_sets.id::float8 as set_id
      from admin_actions left join profiles on profiles.id = admin_id
      left join change_sets on change_sets.id = admin_actions.set_id
      left join changed_rows on changed_rows.id = changed_row
      where ${after ? sql`admin_actions.id < ${after}::bigint` : sql`true`}
      order by admin_actions.id desc limit ${serverLimits.adminActionsPerPage + 1}`
    const { items: actions, next } = pageOf(actionRows, serverLimits.adminActionsPerPage, ({ id }) => id)
    return { actions, next }
  })

export const adminActionsApi = { list }
