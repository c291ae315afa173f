import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { events } from '#features/events/events.tables.ts'
import { notify, withdraw } from '#features/notifications/notifications.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { del, get, memberChange, post, sameForAll, signedIn } from '#platform/procedures/procedure.ts'
import { announcementLimit, consume } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { canAnnounce, canRemoveAnnouncement } from './announcements.rules.ts'
import {
  type Announcement,
  announcement,
  announcementForm,
  type RecipientCounts,
  recipientCounts,
} from './announcements.schemas.ts'
import { announcements } from './announcements.tables.ts'
import type { Audience } from './announcements.ts'

const notFound = { NOT_FOUND: { message: 'Conference not found' } }
const ownerErrors = {
  ...notFound,
  FORBIDDEN: { message: 'Only organisers of a conference write to its attendees' },
}
const replaceKeyOf = (id: string) => `announcement ${id}`

/** Selects whom an announcement reaches: attendees who go unlisted, too, but not who writes. */
const recipients: Record<Audience, (eventId: string, viewer: { id: string }) => SQL> = {
  attendees: (eventId, { id }) => sql`
    select user_id as id from user_events where event_id = ${eventId}::uuid and is_attending and user_id <> ${id}::uuid`,
  savers: (eventId, { id }) => sql`
    select distinct user_id as id from user_saved_talks where event_id = ${eventId}::uuid and user_id <> ${id}::uuid`,
}

async function findEvent(db: Database, eventId: string) {
  const [event] = await db.select().from(events).where(eq(events.id, eventId)).for('no key update')
  return event
}

const list = sameForAll
  .route(
    get(
      '/events/{event_id}/announcements',
      'What the owner of an event wrote to its attendees, the newest first',
    ),
  )
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(announcement))
  .handler(({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    return rows<Announcement>(context.db)`
      select announcements.id, message, announcements.created_at::text as created_at,
        (select to_json(card) from (select profiles.id, full_name, avatar_url, is_administrator from profiles where profiles.id = created_by) as card) as author
      from announcements
      where event_id = ${input.event_id}::uuid and (created_by is null or exists (select from profiles where profiles.id = created_by))
      order by created_at desc, id desc limit ${serverLimits.announcementsShown}`
  })

const countRecipients = signedIn
  .route(
    get(
      '/events/{event_id}/announcements/recipients',
      'How many people an announcement would reach (its owner)',
    ),
  )
  .errors(ownerErrors)
  .input(z.object({ event_id: z.uuid() }))
  .output(recipientCounts)
  .handler(async ({ context: { db, viewer }, input: { event_id }, errors }) => {
    const [row] = await rows<RecipientCounts & { id: string; created_by: string | null }>(db)`
      select id, created_by,
        (select count(*)::integer from (${recipients.attendees(event_id, viewer)}) as people) as attendees,
        (select count(*)::integer from (${recipients.savers(event_id, viewer)}) as people) as savers
      from events where id = ${event_id}::uuid`
    if (!row) throw errors.NOT_FOUND()
    if (!canAnnounce(viewer, row)) throw errors.FORBIDDEN()
    return row
  })

const create = memberChange
  .route(
    post(
      '/events/{event_id}/announcements',
      'Write to the attendees of an event, or to those who saved a talk, once a day (its owner)',
    ),
  )
  .errors({
    ...ownerErrors,
    TOO_MANY_REQUESTS: { message: 'A conference has one announcement a day. Please try again tomorrow.' },
  })
  .input(z.object({ event_id: z.uuid(), ...announcementForm.shape }))
  .output(z.object({ id: z.uuid() }))
  .handler(async ({ context: { tx, viewer, site }, input: { event_id, audience, message }, errors }) => {
    // Locked, so that the owner does not change between the check and the insert.
    const event = await findEvent(tx, event_id)
    if (!event) throw errors.NOT_FOUND()
    if (!canAnnounce(viewer, event)) throw errors.FORBIDDEN()
    if ((await consume(tx, announcementLimit(event_id))) > 0) throw errors.TOO_MANY_REQUESTS()
    const [row] = await tx
      .insert(announcements)
      .values({ event_id, audience, message, created_by: viewer.id })
      .returning({ id: announcements.id })
    await notify(tx, site, {
      from: viewer,
      subject: 'News from a conference',
      kind: 'announcement',
      to: recipients[audience](event_id, viewer),
      message: `${event.name}: ${message}`,
      path: `/conferences/${event.slug}`,
      names: viewer.id,
      replaceKey: replaceKeyOf(row!.id),
    })
    return row!
  })

const remove = memberChange
  .route(
    del(
      '/announcements/{id}',
      'Delete an announcement, and what of it has not been sent or read (the owner, administrators)',
    ),
  )
  .errors({
    NOT_FOUND: { message: 'This announcement has already been deleted' },
    FORBIDDEN: { message: 'Only organisers of a conference delete its announcements' },
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id }, errors }) => {
    const [row] = await tx.select().from(announcements).where(eq(announcements.id, id))
    const event = row && (await findEvent(tx, row.event_id))
    if (!event) throw errors.NOT_FOUND()
    if (!canRemoveAnnouncement(viewer, event)) throw errors.FORBIDDEN()
    await tx.delete(announcements).where(eq(announcements.id, id))
    await withdraw(tx, replaceKeyOf(id), row.created_at)
  })

export const announcementsApi = { list, recipients: countRecipients, create, remove }
