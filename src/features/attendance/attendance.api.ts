import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cardColumns } from '#features/directory/event-list.server.ts'
import { canAttend, cancelledMessage } from '#features/events/events.rules.ts'
import { type EventCard, eventPage } from '#features/events/events.schemas.ts'
import { events, user_events } from '#features/events/events.tables.ts'
import { attendanceVisibility } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { groupCursor, momentCursor, pageOf, rankCursor } from '#lib/cursor.ts'
import { rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { get, memberChange, open, put, sameForAll, signedIn } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import {
  attendedPage,
  attendeePage,
  firstAttendees,
  type MyAttendance,
  myAttendance,
} from './attendance.schemas.ts'
import { answerInvitation, saveAttendance } from './attendance.server.ts'
import { afterRank, rankOf, readAttended, readAttendees } from './attendees.server.ts'

const attendsEvent = (eventId: string) => and(eq(user_events.event_id, eventId), sql`is_attending`)

const list = open
  .route(
    get(
      '/events/{event_id}/attendees',
      'The attendees of an event whom the viewer may see, in order of joining; for members those they follow and those they share events with come first',
    ),
  )
  .input(
    z.object({
      event_id: z.uuid(),
      search: z.string().trim().max(limits.fullName).optional(),
      after: z.union([momentCursor, groupCursor]).optional(),
    }),
  )
  .output(attendeePage)
  .handler(({ context: { db, viewer, shows }, input }) => {
    // A speaker's account decides who speaks.
    shows(`attendees:${input.event_id}`, `event:${input.event_id}`, 'speakers')
    // A replica may not have the viewer's attendance yet.
    return readAttendees(db, viewer, input)
  })

const first = open
  .meta({ isSameFor: 'visitors' })
  .route(
    get(
      '/events/{event_id}/attendees/first',
      'The first attendees of an event whom the viewer may see, and how many those are',
    ),
  )
  .input(z.object({ event_id: z.uuid() }))
  .output(firstAttendees)
  .handler(({ context: { db, viewer, shows }, input: { event_id } }) => {
    shows(`attendees:${event_id}`, `event:${event_id}`)
    return readAttendees(db, viewer, { event_id, limit: serverLimits.firstAttendees })
  })

const ofPerson = open
  .route(
    get(
      '/people/{id}/attended',
      'The events that a person attends or attended, as far as the viewer may see it: upcoming ones first, then past ones, newest first',
    ),
  )
  .input(z.object({ id: z.uuid(), after: rankCursor.optional() }))
  .output(attendedPage)
  .handler(async ({ context: { db, viewer, today, shows }, input }) => {
    const page = await readAttended(db, viewer, { ...input, today })
    shows(
      `profile:${input.id}`,
      'speakers',
      ...page.events.flatMap(({ id, series }) => [`event:${id}`, ...(series ? [`series:${series.id}`] : [])]),
    )
    return page
  })

const total = sameForAll
  .route(get('/events/{event_id}/attendees/count', 'How many people attend an event'))
  .input(z.object({ event_id: z.uuid() }))
  .output(z.number().int())
  .handler(async ({ context, input }) => {
    context.shows(`attendees:${input.event_id}`)
    return context.db.$count(user_events, attendsEvent(input.event_id))
  })

const mine = signedIn
  .route(get('/events/{event_id}/attendance', 'Whether I attend an event, and who sees it'))
  .input(z.object({ event_id: z.uuid() }))
  .output(myAttendance)
  .handler(async ({ context: { db, viewer }, input }) => {
    const [attendance] = await rows<MyAttendance>(db)`
      select coalesce(is_attending, false) as is_attending, coalesce(visibility, attendance_visibility) as visibility
      from profiles left join user_events on user_id = profiles.id and event_id = ${input.event_id}::uuid
      where profiles.id = ${viewer.id}::uuid`
    return attendance ?? { is_attending: false, visibility: 'public' }
  })

const set = memberChange
  .route(put('/events/{event_id}/attendance', 'Attend an event, or stop attending'))
  .errors({ NOT_FOUND: { message: 'Conference not found' }, CONFLICT: { message: cancelledMessage } })
  .input(z.object({ event_id: z.uuid(), is_attending: z.boolean() }))
  .output(z.object({ is_attending: z.boolean() }))
  .handler(async ({ context: { tx, viewer }, input: { event_id, is_attending }, errors }) => {
    // The foreign key would also let a hidden event through.
    const [event] = await tx.select({ status: events.status }).from(events).where(eq(events.id, event_id))
    if (!event) throw errors.NOT_FOUND()
    if (!canAttend(event, !is_attending)) throw errors.CONFLICT()
    // Attending accepts an invitation too. Locks are taken in the order of event-invitations.api.ts.
    if (is_attending) await answerInvitation(tx, viewer.id, event_id, true)
    await saveAttendance(tx, viewer.id, event_id, is_attending).catch(
      byConstraint({ user_events_event_id_fkey: errors.NOT_FOUND }),
    )
    return { is_attending }
  })

const setVisibility = signedIn
  .route(
    put(
      '/events/{event_id}/attendance/visibility',
      'Choose who sees that I attend an event: everybody, members, or nobody',
    ),
  )
  .errors({ NOT_FOUND: { message: 'You do not attend this conference' } })
  .input(z.object({ event_id: z.uuid(), visibility: attendanceVisibility }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input: { event_id, visibility }, errors }) => {
    const changedRows = await db
      .update(user_events)
      .set({ visibility })
      .where(and(attendsEvent(event_id), eq(user_events.user_id, viewer.id)))
      .returning({ event_id: user_events.event_id })
    if (changedRows.length === 0) throw errors.NOT_FOUND()
  })

const defaultVisibility = signedIn
  .route(get('/attending/visibility', 'Who sees that I attend an event, unless I chose otherwise for it'))
  .output(z.object({ visibility: attendanceVisibility }))
  .handler(async ({ context: { db, viewer } }) => {
    const [profile] = await db
      .select({ visibility: profiles.attendance_visibility })
      .from(profiles)
      .where(eq(profiles.id, viewer.id))
    return profile ?? { visibility: 'public' }
  })

const setDefaultVisibility = signedIn
  .route(
    put(
      '/attending/visibility',
      'Choose who sees that I attend events, but for those that have a choice of their own',
    ),
  )
  .input(z.object({ visibility: attendanceVisibility }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input: { visibility } }) => {
    await db.update(profiles).set({ attendance_visibility: visibility }).where(eq(profiles.id, viewer.id))
  })

const attendedEvents = signedIn
  .route(get('/attending', 'The events I attend: upcoming ones first, then past ones, newest first'))
  .input(z.object({ after: rankCursor.optional() }))
  .output(eventPage)
  .handler(async ({ context: { db, viewer, today }, input }) => {
    const rankedEvents = await rows<EventCard & { rank: number }>(db)`
      select ${cardColumns}, ${rankOf(today)} as rank from user_events join events on events.id = event_id
      where user_id = ${viewer.id}::uuid and is_attending ${afterRank(today, input.after)}
      order by rank, id limit ${serverLimits.attendingPerPage + 1}`
    const { items: events, next } = pageOf(
      rankedEvents,
      serverLimits.attendingPerPage,
      (last) => `${last.rank}_${last.id}`,
    )
    return { events, next }
  })

export const attendanceApi = {
  list,
  first,
  total,
  ofPerson,
  mine,
  set,
  setVisibility,
  defaultVisibility,
  setDefaultVisibility,
  attending: attendedEvents,
}
