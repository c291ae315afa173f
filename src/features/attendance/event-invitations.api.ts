import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cardColumns } from '#features/directory/event-list.server.ts'
import { canAttend, cancelledMessage } from '#features/events/events.rules.ts'
import { event_invitations, events } from '#features/events/events.tables.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { momentCursor, pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { get, memberChange, post, put, signedIn } from '#platform/procedures/procedure.ts'
import { consume, invitationLimit } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { answerInvitation, saveAttendance } from './attendance.server.ts'
import { visibleTo } from './attendees.server.ts'
import { canInvite } from './event-invitations.rules.ts'
import {
  type OpenInvitation,
  openInvitation,
  type SentInvitation,
  sentInvitations,
} from './event-invitations.schemas.ts'

const notFound = { NOT_FOUND: { message: 'Conference not found' } }
const ownerErrors = {
  ...notFound,
  FORBIDDEN: { message: 'You do not have permission to invite people to this event' },
}

const sent = signedIn
  .route(
    get(
      '/events/{event_id}/invitations',
      'The invitations to an event and the answers, newest first (its owner)',
    ),
  )
  .errors(ownerErrors)
  .input(z.object({ event_id: z.uuid(), after: momentCursor.optional() }))
  .output(sentInvitations)
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    const [event] = await db
      .select({ id: events.id, created_by: events.created_by })
      .from(events)
      .where(eq(events.id, input.event_id))
    if (!event) throw errors.NOT_FOUND()
    if (!canInvite(viewer, event)) throw errors.FORBIDDEN()
    const [moment, id] = input.after?.split('_') ?? []
    // Who accepted and attends unlisted, or no longer attends, is shown as invited.
    const invitationRows = await rows<SentInvitation & { created_at: string }>(db)`
      select ${personOf()} as person, invitation.created_at, case
        when invitation.status = 'accepted' and not exists (
          select from ${visibleTo(viewer)} as visible where visible.user_id = profiles.id and visible.event_id = invitation.event_id
        ) then 'pending' else invitation.status end as status
      from event_invitations as invitation join profiles on profiles.id = invitation.user_id
      where invitation.event_id = ${input.event_id}::uuid
        ${moment ? sql`and (invitation.created_at, user_id) < (${moment}::timestamptz, ${id}::uuid)` : sql``}
      order by invitation.created_at desc, user_id desc limit ${serverLimits.eventInvitationsPerPage + 1}`
    const { items: invitations, next } = pageOf(
      invitationRows,
      serverLimits.eventInvitationsPerPage,
      (last) => `${last.created_at}_${last.person.id}`,
    )
    return { invitations, next }
  })

const invite = memberChange
  .route(post('/events/{event_id}/invitations', 'Invite a person to an event (its owner)'))
  .errors({
    ...ownerErrors,
    CONFLICT: { message: 'This person has already been invited' },
    TOO_MANY_REQUESTS: { message: "You have reached today's invitation limit. Please try again tomorrow." },
  })
  .input(z.object({ event_id: z.uuid(), user_id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer, today, site }, input, errors }) => {
    // Locked, so that the owner does not change between the check and the insert.
    const [event] = await tx.select().from(events).where(eq(events.id, input.event_id)).for('no key update')
    if (!event) throw errors.NOT_FOUND()
    if (!canInvite(viewer, event)) throw errors.FORBIDDEN()
    if (input.user_id === viewer.id) throw errors.CONFLICT({ message: 'You cannot invite yourself' })
    if (!canAttend(event)) throw errors.CONFLICT({ message: cancelledMessage })
    if (event.end_date < today) throw errors.CONFLICT({ message: 'This event is already over' })
    const relation = await relationOf(tx, viewer, input)
    if (relation.is_attending)
      throw errors.CONFLICT({ message: 'This person is already attending this event' })
    if (relation.is_invited) throw errors.CONFLICT()
    if ((await consume(tx, invitationLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
    await tx
      .insert(event_invitations)
      .values({ ...input, invited_by: viewer.id })
      .catch(
        byConstraint({
          event_invitations_user_id_fkey: () => errors.NOT_FOUND({ message: 'User not found' }),
        }),
      )
    await notify(tx, site, {
      from: viewer,
      subject: 'An invitation to a conference',
      kind: 'event_invitation',
      to: sql`select ${input.user_id}::uuid`,
      message: `${viewer.name ?? 'Someone'} invited you to ${event.name}`,
      path: `/conferences/${event.slug}`,
      names: viewer.id,
    })
  })

/** Whether a person attends an event, as far as its owner may see that, or is invited to it. */
async function relationOf(
  tx: Database,
  viewer: { id: string },
  { event_id, user_id }: { event_id: string; user_id: string },
) {
  const [relation] = await rows<{ is_attending: boolean; is_invited: boolean }>(tx)`
    select
      exists (
        select from ${visibleTo(viewer)} as visible where visible.user_id = ${user_id}::uuid and visible.event_id = ${event_id}::uuid
      ) as is_attending,
      exists (select from event_invitations where event_id = ${event_id}::uuid and user_id = ${user_id}::uuid) as is_invited`
  return relation ?? { is_attending: false, is_invited: false }
}

const mine = signedIn
  .route(get('/event-invitations', 'My unanswered invitations to events, the next event first'))
  .input(z.object({ event_id: z.uuid().optional() }))
  .output(z.array(openInvitation))
  .handler(
    ({ context: { db, viewer, today }, input }) =>
      rows<OpenInvitation>(db)`
      select (select to_json(card) from (select ${cardColumns}) as card) as event,
        (select to_json(card) from (select id, full_name, avatar_url, is_administrator from profiles where id = invited_by) as card) as invited_by
      from events join (
        select event_id, invited_by from event_invitations where user_id = ${viewer.id}::uuid and status = 'pending'
      ) as invitations on event_id = id
      where end_date >= ${today}::date ${input.event_id ? sql`and id = ${input.event_id}::uuid` : sql``}
      order by start_date, id limit ${serverLimits.openInvitations}`,
  )

const answer = memberChange
  .route(
    put('/events/{event_id}/invitations/mine', 'Accept an invitation and attend the event, or decline it'),
  )
  .errors({
    NOT_FOUND: { message: 'This invitation has already been answered' },
    CONFLICT: { message: cancelledMessage },
  })
  .input(z.object({ event_id: z.uuid(), is_accepted: z.boolean() }))
  .output(z.object({ is_attending: z.boolean() }))
  .handler(async ({ context: { tx, viewer }, input: { event_id, is_accepted }, errors }) => {
    if (!(await answerInvitation(tx, viewer.id, event_id, is_accepted))) throw errors.NOT_FOUND()
    if (!is_accepted) return { is_attending: false }
    const [event] = await tx.select({ status: events.status }).from(events).where(eq(events.id, event_id))
    if (event && !canAttend(event)) throw errors.CONFLICT()
    await saveAttendance(tx, viewer.id, event_id, true)
    return { is_attending: true }
  })

export const eventInvitationsApi = { sent, invite, mine, answer }
