import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { dayCursor, pageOf } from '#lib/cursor.ts'
import { rows } from '#platform/database/db.ts'
import { adminChange, adminOnly, get, post } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type HiddenEvent, hiddenEventsPage } from './admin-events.schemas.ts'

const list = adminOnly
  .route(get('/managed/hidden-events', 'Conferences hidden because of a suspended or deleted member'))
  .input(z.object({ after: dayCursor.optional() }))
  .output(hiddenEventsPage)
  .handler(async ({ context: { db }, input: { after } }) => {
    const [day, id] = after?.split('_') ?? []
    const matches = await rows<HiddenEvent>(db)`
      select event.id, name, start_date::text, event.location_name, country_name,
        ${personOf(sql`owner`)} as owner
      from all_events as event left join all_profiles as owner on owner.id = event.created_by
      where event.is_hidden ${day ? sql`and (start_date, event.id) < (${day}::date, ${id}::uuid)` : sql``}
      order by start_date desc, event.id desc limit ${limits.adminEventsPerPage + 1}`
    const { items: events, next } = pageOf(
      matches,
      limits.adminEventsPerPage,
      ({ start_date, id }) => `${start_date}_${id}`,
    )
    return { events, next }
  })

const restore = adminChange
  .route(post('/managed/hidden-events/{event_id}/restore', 'Show a hidden conference again, without owner'))
  .errors({ NOT_FOUND: { message: 'This conference is no longer hidden' } })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.object({ slug: z.string() }))
  .handler(async ({ context: { tx, viewer }, input: { event_id }, errors }) => {
    const [event] = await rows<{ name: string; slug: string; owner: string | null }>(tx)`
      select name, slug, created_by as owner from all_events
      where id = ${event_id}::uuid and is_hidden for no key update`
    if (!event) throw errors.NOT_FOUND()
    await tx.execute(sql`update all_events set created_by = null where id = ${event_id}::uuid`)
    await tx.execute(sql`select keep_hidden('{}', array[${event_id}::uuid])`)
    await recordAdminAction(tx, viewer, {
      action: 'event_restored',
      subject: event.name,
      path: `/conferences/${event.slug}`,
      before: { owner: event.owner },
    })
    return { slug: event.slug }
  })

export const hiddenEventsApi = { list, restore }
