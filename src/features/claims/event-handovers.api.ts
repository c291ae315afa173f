import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { changeOwner } from '#features/events/event-owner.server.ts'
import { isOwner } from '#features/events/events.rules.ts'
import { type OpenHandover, openHandover } from '#features/events/events.schemas.ts'
import { event_handovers, events } from '#features/events/events.tables.ts'
import { notify, withdraw as withdrawNotices } from '#features/notifications/notifications.server.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { del, get, put, signedIn } from '#platform/procedures/procedure.ts'
import { consume, invitationLimit } from '#platform/rate-limits.ts'
import { limits } from '#src/limits.ts'

const notFound = { NOT_FOUND: { message: 'Conference not found' } }
const forbidden = { FORBIDDEN: { message: 'Only its owner can hand a conference over' } }
const ofEvent = z.object({ event_id: z.uuid() })
const person = { id: profiles.id, full_name: profiles.full_name, avatar_url: profiles.avatar_url }

/** Offered by who is the owner still, within the last days. */
const isOpen = sql`event_handovers.from_id = events.created_by
  and event_handovers.created_at > now() - make_interval(days => ${limits.handoverDays}::integer)`

const noticeKey = (event: { id: string }) => `handover ${event.id}`

/** Ends an offer: its notice goes, and whoever has read it or got the mail is told. */
async function takeBack(
  tx: Database,
  site: Context['site'],
  viewer: { id: string; name: string | null; isAdmin: boolean },
  event: { id: string; name: string; slug: string },
): Promise<void> {
  const [offer] = await tx
    .delete(event_handovers)
    .where(eq(event_handovers.event_id, event.id))
    .returning({ made_at: event_handovers.created_at })
  if (!offer) return
  const replaceKey = noticeKey(event)
  await withdrawNotices(tx, replaceKey, offer.made_at)
  const ofOffer = sql`replace_key = ${replaceKey} and created_at >= ${offer.made_at}::timestamptz`
  await notify(tx, site, {
    from: viewer,
    kind: 'event_invitation',
    subject: 'An offer was withdrawn',
    to: sql`select user_id from notifications where ${ofOffer} union select user_id from mail_outbox where ${ofOffer}`,
    message: `${viewer.name ?? 'Someone'} withdrew the offer to hand over ${event.name}. You do not need to do anything.`,
    path: `/conferences/${event.slug}`,
    names: viewer.id,
  })
  await tx.delete(notifications).where(eq(notifications.replace_key, replaceKey))
}

const offer = signedIn
  .route(put('/events/{event_id}/handover', 'Offer a conference to another member (its owner)'))
  .errors({
    ...notFound,
    ...forbidden,
    CONFLICT: { message: 'You already own this conference' },
    TOO_MANY_REQUESTS: { message: "You have reached today's invitation limit. Please try again tomorrow." },
  })
  .input(ofEvent.extend({ user_id: z.uuid() }))
  .output(z.void())
  .handler(({ context: { db, site, viewer }, input: { event_id, user_id }, errors }) =>
    db.transaction(async (tx) => {
      const event = await lockEvent(tx, event_id)
      if (!event) throw errors.NOT_FOUND()
      if (!isOwner(viewer, event)) throw errors.FORBIDDEN()
      if (user_id === viewer.id) throw errors.CONFLICT()
      // The foreign key would also let a hidden profile through.
      if ((await tx.$count(profiles, eq(profiles.id, user_id))) === 0)
        throw errors.NOT_FOUND({ message: 'User not found' })
      if ((await consume(tx, invitationLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
      await takeBack(tx, site, viewer, event)
      await tx.insert(event_handovers).values({ event_id, from_id: viewer.id, to_id: user_id })
      await notify(tx, site, {
        from: viewer,
        kind: 'event_invitation',
        subject: 'A conference is offered to you',
        to: sql`select ${user_id}::uuid`,
        message: `${viewer.name ?? 'Someone'} would like to hand over ${event.name} to you. Please accept or decline.`,
        path: `/conferences/${event.slug}`,
        names: viewer.id,
        replaceKey: noticeKey(event),
      })
    }),
  )

const withdraw = signedIn
  .route(del('/events/{event_id}/handover', 'Take back the offer of a conference (its owner)'))
  .errors({ ...notFound, ...forbidden })
  .input(ofEvent)
  .output(z.void())
  .handler(({ context: { db, site, viewer }, input: { event_id }, errors }) =>
    db.transaction(async (tx) => {
      const event = await lockEvent(tx, event_id)
      if (!event) throw errors.NOT_FOUND()
      if (!isOwner(viewer, event)) throw errors.FORBIDDEN()
      await takeBack(tx, site, viewer, event)
    }),
  )

const offered = signedIn
  .route(get('/events/{event_id}/handover', 'Whom I have offered my conference to; null if nobody'))
  .input(ofEvent)
  .output(personCard.nullable())
  .handler(async ({ context: { db, viewer }, input: { event_id } }) => {
    const [row] = await db
      .select(person)
      .from(event_handovers)
      .innerJoin(events, eq(events.id, event_handovers.event_id))
      .innerJoin(profiles, eq(profiles.id, event_handovers.to_id))
      .where(and(eq(event_handovers.event_id, event_id), eq(event_handovers.from_id, viewer.id), isOpen))
    return row ?? null
  })

const mine = signedIn
  .route(get('/handovers', 'Conferences that their owners offer me, the newest offer first'))
  .input(z.object({ event_id: z.uuid().optional() }))
  .output(z.array(openHandover))
  .handler(
    ({ context: { db, viewer }, input: { event_id } }) =>
      rows<OpenHandover>(db)`
      select json_build_object('id', events.id, 'name', events.name, 'slug', slug) as event,
        json_build_object('id', profiles.id, 'full_name', full_name, 'avatar_url', avatar_url) as "from"
      from event_handovers
      join events on events.id = event_handovers.event_id join profiles on profiles.id = event_handovers.from_id
      where to_id = ${viewer.id}::uuid and ${isOpen} ${event_id ? sql`and event_id = ${event_id}::uuid` : sql``}
      order by event_handovers.created_at desc, events.id limit ${limits.openInvitations}`,
  )

const answer = signedIn
  .route(put('/events/{event_id}/handover/answer', 'Accept or decline a conference that is offered to me'))
  .errors({ NOT_FOUND: { message: 'This offer is no longer open' } })
  .input(ofEvent.extend({ is_accepted: z.boolean() }))
  .output(z.object({ is_owner: z.boolean() }))
  .handler(({ context: { db, site, viewer }, input: { event_id, is_accepted }, errors }) =>
    db.transaction(async (tx) => {
      const event = await lockEvent(tx, event_id)
      const [handover] = await tx
        .delete(event_handovers)
        .where(and(eq(event_handovers.event_id, event_id), eq(event_handovers.to_id, viewer.id)))
        .returning({
          from_id: event_handovers.from_id,
          is_over: sql<boolean>`${event_handovers.created_at} <= now() - make_interval(days => ${limits.handoverDays}::integer)`,
        })
      if (!event || !handover || handover.is_over || event.created_by !== handover.from_id)
        throw errors.NOT_FOUND()
      const path = `/conferences/${event.slug}`
      if (!is_accepted) {
        await notify(tx, site, {
          from: viewer,
          kind: 'event_invitation',
          subject: 'Your offer was declined',
          to: sql`select ${handover.from_id}::uuid`,
          message: `${viewer.name ?? 'Someone'} declined to take over ${event.name}. You are still its owner.`,
          path,
          names: viewer.id,
        })
        return { is_owner: false }
      }
      const owner = { id: viewer.id, full_name: viewer.name }
      await changeOwner(tx, site, { from: viewer, event, owner, exceptIds: [viewer.id] })
      await recordAdminAction(tx, viewer, {
        action: 'event_taken_over',
        subject: event.name,
        path,
        before: { owner: event.created_by },
        after: { owner: viewer.id, name: viewer.name },
      })
      return { is_owner: true }
    }),
  )

export const eventHandoversApi = { offer, withdraw, offered, mine, answer }
