import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { lockForEdit } from '#features/events/event-editing.server.ts'
import { changeOwner } from '#features/events/event-owner.server.ts'
import { isOwner } from '#features/events/events.rules.ts'
import {
  type OpenHandover,
  openHandover,
  type SentHandover,
  sentHandover,
} from '#features/events/events.schemas.ts'
import { event_handovers, events } from '#features/events/events.tables.ts'
import { notify, withdraw as withdrawNotices } from '#features/notifications/notifications.server.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { count } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { del, get, memberChange, put, signedIn } from '#platform/procedures/procedure.ts'
import { consume, invitationLimit } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'

const notFound = { NOT_FOUND: { message: 'Conference not found' } }
const forbidden = { FORBIDDEN: { message: 'Only its owner can hand a conference over' } }
const ofEvent = z.object({ event_id: z.uuid() })
const keyColumns = sql`'id', other.id, 'name', other.name, 'slug', other.slug`

/** Offered by who is the owner still, within the last days. */
const isOpen = sql`event_handovers.from_id = events.created_by
  and event_handovers.created_at > now() - make_interval(days => ${serverLimits.handoverDays}::integer)`

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

/** The other editions of its series that the owner of a conference owns, too. */
const editionsOf = (tx: Database, ownerId: string, event: { id: string; series_id: string | null }) =>
  rows<{ id: string }>(tx)`
    select id from events
    where created_by = ${ownerId}::uuid and series_id = ${event.series_id}::uuid and id <> ${event.id}::uuid`

/** A conference that is offered, with the editions that go with it; locked in one order. */
const lockOffered = (tx: Database, eventId: string) =>
  tx
    .select()
    .from(events)
    .where(
      sql`id in (
        select unnest(event_id || edition_ids) from event_handovers
        where event_id = ${eventId}::uuid
      )`,
    )
    .orderBy(events.id)
    .for('no key update')

const offer = memberChange
  .route(
    put(
      '/events/{event_id}/handover',
      'Offer a conference to another member, or all your editions of its series (its owner)',
    ),
  )
  .errors({
    ...notFound,
    ...forbidden,
    CONFLICT: { message: 'You already own this conference' },
    TOO_MANY_REQUESTS: { message: "You have reached today's invitation limit. Please try again tomorrow." },
  })
  .input(ofEvent.extend({ user_id: z.uuid(), with_series: z.boolean().default(false) }))
  .output(z.void())
  .handler(async ({ context: { tx, site, viewer }, input: { event_id, user_id, with_series }, errors }) => {
    const event = await lockForEdit(tx, event_id, { viewer, errors, may: isOwner })
    if (user_id === viewer.id) throw errors.CONFLICT()
    // The foreign key would also let a hidden profile through.
    if ((await tx.$count(profiles, eq(profiles.id, user_id))) === 0)
      throw errors.NOT_FOUND({ message: 'User not found' })
    if ((await consume(tx, invitationLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
    await takeBack(tx, site, viewer, event)
    const otherEditions = with_series && event.series_id ? await editionsOf(tx, viewer.id, event) : []
    const edition_ids = otherEditions.map(({ id }) => id)
    await tx.insert(event_handovers).values({ event_id, from_id: viewer.id, to_id: user_id, edition_ids })
    const withEditions =
      otherEditions.length > 0 ? ` and ${count(otherEditions.length, 'other edition', 'other editions')}` : ''
    await notify(tx, site, {
      from: viewer,
      kind: 'event_invitation',
      subject: 'A conference is offered to you',
      to: sql`select ${user_id}::uuid`,
      message: `${viewer.name ?? 'Someone'} would like to hand over ${event.name}${withEditions} to you. Please accept or decline.`,
      path: `/conferences/${event.slug}`,
      names: viewer.id,
      replaceKey: noticeKey(event),
    })
  })

const withdraw = memberChange
  .route(del('/events/{event_id}/handover', 'Take back the offer of a conference (its owner)'))
  .errors({ ...notFound, ...forbidden })
  .input(ofEvent)
  .output(z.void())
  .handler(async ({ context: { tx, site, viewer }, input: { event_id }, errors }) => {
    const event = await lockForEdit(tx, event_id, { viewer, errors, may: isOwner })
    await takeBack(tx, site, viewer, event)
  })

const offered = signedIn
  .route(
    get(
      '/events/{event_id}/handover',
      'Whom I have offered my conference to, if anybody, and my other editions of its series',
    ),
  )
  .input(ofEvent)
  .output(sentHandover)
  .handler(async ({ context: { db, viewer }, input: { event_id } }) => {
    const [row] = await rows<SentHandover>(db)`
      select ${personOf()} as to,
        (
          select coalesce(json_agg(json_build_object(
            ${keyColumns}, 'is_offered', profiles.id is not null and other.id = any (edition_ids)
          ) order by other.start_date desc, other.id), '[]')
          from events as other
          where other.created_by = ${viewer.id}::uuid and other.id <> events.id
            and (other.series_id = events.series_id or other.id = any (edition_ids))
        ) as editions
      from events
      left join event_handovers on event_id = events.id and ${isOpen}
      left join profiles on profiles.id = to_id
      where events.id = ${event_id}::uuid and events.created_by = ${viewer.id}::uuid`
    return row ?? { to: null, editions: [] }
  })

const mine = signedIn
  .route(get('/handovers', 'Conferences that their owners offer me, the newest offer first'))
  .input(z.object({ event_id: z.uuid().optional() }))
  .output(z.array(openHandover))
  .handler(
    ({ context: { db, viewer }, input: { event_id } }) =>
      rows<OpenHandover>(db)`
      select json_build_object('id', events.id, 'name', events.name, 'slug', slug) as event, ${personOf()} as "from",
        (
          select coalesce(json_agg(json_build_object(${keyColumns}) order by other.start_date desc, other.id), '[]')
          from events as other where other.id = any (edition_ids) and other.created_by = from_id
        ) as editions
      from event_handovers
      join events on events.id = event_handovers.event_id join profiles on profiles.id = event_handovers.from_id
      where to_id = ${viewer.id}::uuid and ${isOpen} ${event_id ? sql`and event_id = ${event_id}::uuid` : sql``}
      order by event_handovers.created_at desc, events.id limit ${serverLimits.openInvitations}`,
  )

const answer = memberChange
  .route(put('/events/{event_id}/handover/answer', 'Accept or decline a conference that is offered to me'))
  .errors({ NOT_FOUND: { message: 'This offer is no longer open' } })
  .input(ofEvent.extend({ is_accepted: z.boolean() }))
  .output(z.object({ is_owner: z.boolean() }))
  .handler(async ({ context: { tx, site, viewer }, input: { event_id, is_accepted }, errors }) => {
    const offeredEvents = await lockOffered(tx, event_id)
    const event = offeredEvents.find(({ id }) => id === event_id)
    const [handover] = await tx
      .delete(event_handovers)
      .where(and(eq(event_handovers.event_id, event_id), eq(event_handovers.to_id, viewer.id)))
      .returning({
        from_id: event_handovers.from_id,
        edition_ids: event_handovers.edition_ids,
        is_over: sql<boolean>`${event_handovers.created_at} <= now() - make_interval(days => ${serverLimits.handoverDays}::integer)`,
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
    const { from_id, edition_ids } = handover
    const owner = { id: viewer.id, full_name: viewer.name }
    for (const edition of offeredEvents) {
      const isOther = edition.id !== event_id
      if (isOther && (edition.created_by !== from_id || !edition_ids.includes(edition.id))) continue
      // Who handed them over is told of one of them.
      const exceptIds = isOther ? [viewer.id, from_id] : [viewer.id]
      await changeOwner(tx, site, { from: viewer, event: edition, owner, exceptIds })
      await recordAdminAction(tx, viewer, {
        action: 'event_taken_over',
        subject: edition.name,
        path: `/conferences/${edition.slug}`,
        before: { owner: from_id },
        after: { owner: viewer.id, name: viewer.name },
      })
    }
    return { is_owner: true }
  })

export const eventHandoversApi = { offer, withdraw, offered, mine, answer }
