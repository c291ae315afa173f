import { and, eq, sql } from 'drizzle-orm'
import { notify, type Sender } from '#features/notifications/notifications.server.ts'
import type { Database } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { event_organisers, events } from './events.tables.ts'
import { organisersOf } from './organisers.server.ts'

type OwnerChange = {
  from: Sender
  /** The event as it was, locked. */
  event: { id: string; name: string; slug: string; created_by: string | null }
  owner: { id: string; full_name: string | null } | null
  /** Ids of people who are not notified, because they know already. */
  exceptIds: string[]
}

/** Changes the owner of an event, or removes it, and notifies its attendees, the old owner and the new one. */
export async function changeOwner(
  tx: Database,
  site: Context['site'],
  { from, event, owner, exceptIds }: OwnerChange,
): Promise<void> {
  await tx
    .update(events)
    .set({ created_by: owner?.id ?? null })
    .where(eq(events.id, event.id))
  // An owner is no co-organiser as well.
  if (owner)
    await tx
      .delete(event_organisers)
      .where(and(eq(event_organisers.event_id, event.id), eq(event_organisers.user_id, owner.id)))
  await notify(tx, site, {
    from,
    kind: 'event_changed',
    subject: 'A conference has a new owner',
    to: sql`
      select id from (
        select user_id as id from user_events where event_id = ${event.id}::uuid and is_attending
        union select ${event.created_by}::uuid union ${organisersOf(event.id)}
      ) as recipients where id <> all (${sql.param(exceptIds)}::uuid[])`,
    message: owner
      ? `${event.name} has a new owner: ${owner.full_name ?? 'Unknown'}.`
      : `${event.name} no longer has an owner.`,
    path: `/conferences/${event.slug}`,
    names: owner?.id,
  })
}
