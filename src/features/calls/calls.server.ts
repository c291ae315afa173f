import { eq, type SQL, sql } from 'drizzle-orm'
import { callColumns } from '#features/events/event-calls.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { isOrganisedBy, organisersOf } from '#features/events/organisers.server.ts'
import { notify, wasNotifiedToday } from '#features/notifications/notifications.server.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import type { EditableCall } from './calls.schemas.ts'
import { calls } from './calls.tables.ts'

type Person = NonNullable<Viewer>

/** The columns of `editableCall`, from `calls` joined with `profiles` as who added it. */
export const editableColumns = (now: string): SQL => sql`
  ${callColumns(now)}, calls.updated_at::text as updated_at,
  ${personOf()} as added_by`

/** Whether a person decides about a call: who organises the conference, and administrators. */
export const decidedBy = (viewer: Person): SQL => (viewer.isAdmin ? sql`true` : isOrganisedBy(viewer.id))

/** A call with its event, both locked until the transaction ends. */
export async function lockCall(tx: Database, id: string) {
  const [unlockedCall] = await tx.select({ event_id: calls.event_id }).from(calls).where(eq(calls.id, id))
  const event = unlockedCall && (await lockEvent(tx, unlockedCall.event_id))
  // Again, since it may have been deleted before the event was locked.
  const [call] = event ? await tx.select().from(calls).where(eq(calls.id, id)) : []
  return event && call ? { event, call } : undefined
}

export async function readEditable(tx: Database, id: string, now: string): Promise<EditableCall> {
  const [call] = await rows<EditableCall>(tx)`
    select ${editableColumns(now)} from calls join events on events.id = calls.event_id
    left join profiles on profiles.id = calls.added_by where calls.id = ${id}::uuid`
  return call!
}

/** Notifies those who organise a conference that a call of it waits, each at most once a day. */
export async function notifyOfSuggestion(
  tx: Database,
  site: Context['site'],
  viewer: Person,
  event: { id: string; name: string },
): Promise<void> {
  const replaceKey = 'suggested calls'
  await notify(tx, site, {
    from: viewer,
    kind: 'coverage',
    subject: 'A call for papers was suggested',
    to: sql`
      select id from (${organisersOf(event.id)}) as organiser (id)
      where not ${wasNotifiedToday(sql`organiser.id`, replaceKey)}`,
    replaceKey,
    message: `A member has added a call for papers to ${event.name}. It is listed once you accept it, or in ${limits.suggestedCallDays} days.`,
    path: '/decisions?kind=call',
  })
}

/** Lists the suggested calls that have waited long enough, where the conference has no other of the kind. */
export const listOverdueSuggestions = (db: Database) =>
  db.execute(sql`
    update calls set status = 'live', listed_at = now()
    where status = 'suggested' and created_at < now() - make_interval(days => ${limits.suggestedCallDays})
      and event_id in (select id from events)
      and (added_by is null or added_by not in (select user_id from suspensions))
      and not exists (
        select from calls as other where other.event_id = calls.event_id and other.kind = calls.kind and other.status = 'live'
      )`)
