import { type Column, desc, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { change_sets, changed_rows } from '#features/change-log/change-log.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { personColumns } from '#features/people/person-card.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { adminOnly, get } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type RecordedAction, recordedAction } from './admin-actions.schemas.ts'
import { operatorId } from './admin-actions.server.ts'
import { admin_actions } from './admin-actions.tables.ts'

/** The fields of an entry with those that are in the log of changes. */
const withLogged = (own: Column, logged: Column) => sql<RecordedAction['before']>`
  case when ${logged} is null then ${own} else coalesce(${own}, '{}') || (
    select jsonb_object_agg(key, value) from jsonb_each(${logged}) where key = any (${admin_actions.logged_fields})
  ) end`

const list = adminOnly
  .route(get('/admin-actions', 'Actions of administrators, newest first'))
  .input(z.object({ after: z.coerce.number().int().min(1).optional() }))
  .output(z.object({ actions: z.array(recordedAction), next: z.number().int().nullable() }))
  .handler(async ({ context: { db }, input: { after } }) => {
    const rows: RecordedAction[] = await db
      .select({
        id: admin_actions.id,
        admin: personColumns,
        is_command: sql<boolean>`${admin_actions.admin_id} = ${operatorId.id}::uuid`,
        action: admin_actions.action,
        subject: admin_actions.subject,
        path: admin_actions.path,
        before: withLogged(admin_actions.before, changed_rows.before),
        after: withLogged(admin_actions.after, changed_rows.after),
        created_at: admin_actions.created_at,
        set_id: change_sets.id,
      })
      .from(admin_actions)
      .leftJoin(profiles, eq(profiles.id, admin_actions.admin_id))
      .leftJoin(change_sets, eq(change_sets.id, admin_actions.set_id))
      .leftJoin(changed_rows, eq(changed_rows.id, admin_actions.changed_row))
      .where(after ? lt(admin_actions.id, after) : undefined)
      .orderBy(desc(admin_actions.id))
      .limit(serverLimits.adminActionsPerPage + 1)
    const { items: actions, next } = pageOf(rows, serverLimits.adminActionsPerPage, ({ id }) => id)
    return { actions, next }
  })

export const adminActionsApi = { list }
