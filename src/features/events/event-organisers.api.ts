import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { type PersonCard, personCard } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { rows } from '#platform/database/db.ts'
import { del, get, memberChange, put, signedIn } from '#platform/procedures/procedure.ts'
import { consume, invitationLimit } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { editErrors, lockForEdit, readForEdit } from './event-editing.server.ts'
import { type canEditEvent, canRemoveOrganiser } from './events.rules.ts'
import { event_organisers } from './events.tables.ts'

const ofEvent = z.object({ event_id: z.uuid() })
const path = '/events/{event_id}/organisers/{user_id}'

const list = signedIn
  .route(get('/events/{event_id}/organisers', 'The co-organisers of a conference, for those who may edit it'))
  .errors(editErrors)
  .input(ofEvent)
  .output(z.array(personCard))
  .handler(async ({ context: { db, viewer }, input: { event_id }, errors }) => {
    await readForEdit(db, event_id, { viewer, errors })
    return rows<PersonCard>(db)`
      select id, full_name, avatar_url, is_administrator from event_organisers join profiles on id = user_id
      where event_id = ${event_id}::uuid order by event_organisers.created_at, id`
  })

const add = memberChange
  .route(
    put(path, 'Make a member a co-organiser, who may edit the conference, but not delete it or hand it over'),
  )
  .errors({
    ...editErrors,
    CONFLICT: { message: 'This member is the owner of the conference' },
    LIMIT_REACHED: {
      status: 409,
      message: `A conference has at most ${serverLimits.eventOrganisers} co-organisers, and a member is one of at most ${serverLimits.organisedEvents} conferences.`,
    },
    TOO_MANY_REQUESTS: { message: "You have reached today's invitation limit. Please try again tomorrow." },
  })
  .input(ofEvent.extend({ user_id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, site, viewer }, input: { event_id, user_id }, errors }) => {
    // Lock order everywhere: people, then the event.
    const [person] = await tx
      .select({ name: profiles.full_name })
      .from(profiles)
      .where(eq(profiles.id, user_id))
      .for('no key update')
    const event = await lockForEdit(tx, event_id, { viewer, errors })
    if (!person) throw errors.NOT_FOUND({ message: 'User not found' })
    if (event.created_by === user_id) throw errors.CONFLICT()
    const ofThisEvent = await tx.$count(event_organisers, eq(event_organisers.event_id, event_id))
    const ofPerson = await tx.$count(event_organisers, eq(event_organisers.user_id, user_id))
    const added = await tx
      .insert(event_organisers)
      .values({ event_id, user_id, added_by: viewer.id })
      .onConflictDoNothing()
      .returning({ user_id: event_organisers.user_id })
    if (added.length === 0) return
    if (ofThisEvent >= serverLimits.eventOrganisers || ofPerson >= serverLimits.organisedEvents)
      throw errors.LIMIT_REACHED()
    if ((await consume(tx, invitationLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
    if (user_id !== viewer.id)
      await notify(tx, site, {
        from: viewer,
        kind: 'event_invitation',
        subject: 'You are a co-organiser of a conference',
        to: sql`select ${user_id}::uuid`,
        message: `${viewer.name ?? 'Someone'} made you a co-organiser of ${event.name}. You can edit it and its programme, or leave on the page where it is edited.`,
        path: `/conferences/${event.slug}`,
        names: viewer.id,
      })
    await recordAdminAction(tx, viewer, {
      action: 'event_organiser_added',
      subject: event.name,
      path: `/conferences/${event.slug}`,
      after: { user: user_id, name: person.name },
    })
  })

const remove = memberChange
  .route(del(path, 'Remove a co-organiser (the owner and administrators), or leave as one'))
  .errors({
    ...editErrors,
    FORBIDDEN: { message: 'Only the owner of the conference can remove co-organisers' },
  })
  .input(ofEvent.extend({ user_id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, site, viewer }, input: { event_id, user_id }, errors }) => {
    const may: typeof canEditEvent = (viewer, event) => canRemoveOrganiser(viewer, event, user_id)
    const event = await lockForEdit(tx, event_id, { viewer, errors, may })
    const removed = await tx
      .delete(event_organisers)
      .where(and(eq(event_organisers.event_id, event_id), eq(event_organisers.user_id, user_id)))
      .returning({ user_id: event_organisers.user_id })
    if (removed.length === 0) return
    const hasLeft = user_id === viewer.id
    await notify(tx, site, {
      from: viewer,
      kind: 'event_invitation',
      subject: hasLeft ? 'A co-organiser has left' : 'You are no longer a co-organiser',
      to: hasLeft
        ? sql`select ${event.created_by}::uuid where ${event.created_by}::uuid is not null`
        : sql`select ${user_id}::uuid`,
      message: hasLeft
        ? `${viewer.name ?? 'Someone'} is no longer a co-organiser of ${event.name}.`
        : `You are no longer a co-organiser of ${event.name}.`,
      path: `/conferences/${event.slug}`,
      names: viewer.id,
    })
    await recordAdminAction(tx, viewer, {
      action: 'event_organiser_removed',
      subject: event.name,
      path: `/conferences/${event.slug}`,
      before: { user: user_id },
    })
  })

export const eventOrganisersApi = { list, add, remove }
