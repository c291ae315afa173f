import { and, asc, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { cardColumns } from '#features/events/event-list.server.ts'
import { canAttend, cancelledMessage } from '#features/events/events.rules.ts'
import { type EventCard, eventPage } from '#features/events/events.schemas.ts'
import { event_invitations, events, user_events } from '#features/events/events.tables.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { momentCursor, momentKey, pageOf, rankCursor } from '#lib/cursor.ts'
import { constraintOf, rows } from '#platform/database/db.ts'
import { sameForAll, signedIn } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { saveAttendance } from './attendance.server.ts'

const tags = ['Attendance']
const attendsEvent = (eventId: string) =>
  and(eq(user_events.event_id, eventId), eq(user_events.is_attending, true))

const list = sameForAll
  .route({
    method: 'GET',
    path: '/events/{event_id}/attendees',
    tags,
    summary: 'The attendees of an event, in order of joining',
  })
  .input(z.object({ event_id: z.uuid(), after: momentCursor.optional() }))
  .output(z.object({ people: z.array(personCard), next: z.string().nullable() }))
  .handler(async ({ context, input }) => {
    context.shows(`attendees:${input.event_id}`)
    const [moment, id] = input.after?.split('_') ?? []
    // A replica may not have the attendance of whoever asks yet.
    const attendees = await context.db
      .select({
        id: profiles.id,
        full_name: profiles.full_name,
        avatar_url: profiles.avatar_url,
        created_at: user_events.created_at,
      })
      .from(user_events)
      .innerJoin(profiles, eq(profiles.id, user_events.user_id))
      .where(
        and(
          attendsEvent(input.event_id),
          moment
            ? sql`(${user_events.created_at}, ${user_events.user_id}) > (${moment}::timestamptz, ${id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(asc(user_events.created_at), asc(user_events.user_id))
      .limit(limits.attendeesPerPage + 1)
    const { items: people, next } = pageOf(attendees, limits.attendeesPerPage, momentKey)
    return { people, next }
  })

const total = sameForAll
  .route({
    method: 'GET',
    path: '/events/{event_id}/attendees/count',
    tags,
    summary: 'How many people attend an event',
  })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.number().int())
  .handler(async ({ context, input }) => {
    context.shows(`attendees:${input.event_id}`)
    const [countRow] = await context.db
      .select({ n: count() })
      .from(user_events)
      .where(attendsEvent(input.event_id))
    return countRow?.n ?? 0
  })

const mine = signedIn
  .route({ method: 'GET', path: '/events/{event_id}/attendance', tags, summary: 'Whether I attend an event' })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.object({ is_attending: z.boolean() }))
  .handler(async ({ context: { db, viewer }, input }) => {
    const [attendance] = await db
      .select({ is_attending: user_events.is_attending })
      .from(user_events)
      .where(and(eq(user_events.user_id, viewer.id), eq(user_events.event_id, input.event_id)))
    return attendance ?? { is_attending: false }
  })

const set = signedIn
  .route({
    method: 'PUT',
    path: '/events/{event_id}/attendance',
    tags,
    summary: 'Attend an event, or stop attending',
  })
  .errors({ NOT_FOUND: { message: 'Conference not found' }, CONFLICT: { message: cancelledMessage } })
  .input(z.object({ event_id: z.uuid(), is_attending: z.boolean() }))
  .output(z.object({ is_attending: z.boolean() }))
  .handler(async ({ context: { db, viewer }, input: { event_id, is_attending }, errors }) => {
    try {
      await db.transaction(async (tx) => {
        // The foreign key would also let a hidden event through.
        const [event] = await tx.select({ status: events.status }).from(events).where(eq(events.id, event_id))
        if (!event) throw errors.NOT_FOUND()
        if (!canAttend(event, !is_attending)) throw errors.CONFLICT()
        // Attending accepts an invitation too. Locks are taken in the order of event-invitations.api.ts.
        if (is_attending) {
          await tx
            .update(event_invitations)
            .set({ status: 'accepted', answered_at: sql`now()` })
            .where(
              and(
                eq(event_invitations.event_id, event_id),
                eq(event_invitations.user_id, viewer.id),
                eq(event_invitations.status, 'pending'),
              ),
            )
        }
        await saveAttendance(tx, viewer.id, event_id, is_attending)
      })
    } catch (error) {
      if (constraintOf(error) === 'user_events_event_id_fkey') throw errors.NOT_FOUND()
      throw error
    }
    return { is_attending }
  })

/** Ranks past events after all others: no event is this many days away. */
const pastRankOffset = 1_000_000

const attendedEvents = signedIn
  .route({
    method: 'GET',
    path: '/attending',
    tags,
    summary: 'The events I attend: upcoming ones first, then past ones, newest first',
  })
  .input(z.object({ after: rankCursor.optional() }))
  .output(eventPage)
  .handler(async ({ context: { db, viewer, today }, input }) => {
    const rank = sql`(case when end_date >= ${today}::date then start_date - ${today}::date
      else ${pastRankOffset}::integer + (${today}::date - start_date) end)`
    const [lastRank, lastId] = input.after?.split('_') ?? []
    const rankedEvents = await rows<EventCard & { rank: number }>(
      db,
      sql`
        select ${cardColumns}, ${rank} as rank from user_events join events on events.id = event_id
        where user_id = ${viewer.id}::uuid and is_attending
          ${lastRank ? sql`and (${rank}, id) > (${lastRank}::integer, ${lastId}::uuid)` : sql``}
        order by rank, id limit ${limits.attendingPerPage + 1}`,
    )
    const { items: events, next } = pageOf(
      rankedEvents,
      limits.attendingPerPage,
      (last) => `${last.rank}_${last.id}`,
    )
    return { events, next }
  })

export const attendanceApi = { list, total, mine, set, attending: attendedEvents }
