import { and, asc, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { profiles } from '#features/people/people.tables.ts'
import { momentCursor } from '#lib/cursor.ts'
import { open } from '#server/procedure.ts'
import { limits } from '#src/limits.ts'
import { user_events } from './events.tables.ts'

const tags = ['Attendance']
const attending = (eventId: string) =>
  and(eq(user_events.event_id, eventId), eq(user_events.is_attending, true))

const list = open
  .route({
    method: 'GET',
    path: '/events/{event_id}/attendees',
    tags,
    summary: 'Who goes to an event, in order of joining',
  })
  .input(z.object({ event_id: z.uuid(), after: momentCursor.optional() }))
  .output(z.object({ people: z.array(personCard), next: z.string().nullable() }))
  .handler(async ({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    const [moment, id] = input.after?.split('_') ?? []
    const found = await context.replica
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
          attending(input.event_id),
          moment
            ? sql`(${user_events.created_at}, ${user_events.user_id}) > (${moment}::timestamptz, ${id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(asc(user_events.created_at), asc(user_events.user_id))
      .limit(limits.attendeesPerPage + 1)
    const people = found.slice(0, limits.attendeesPerPage)
    const last = people.at(-1)
    return { people, next: last && found.length > people.length ? `${last.created_at}_${last.id}` : null }
  })

const total = open
  .route({
    method: 'GET',
    path: '/events/{event_id}/attendees/count',
    tags,
    summary: 'How many people go to an event',
  })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.number().int())
  .handler(async ({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    const [found] = await context.replica
      .select({ n: count() })
      .from(user_events)
      .where(attending(input.event_id))
    return found?.n ?? 0
  })

export const attendanceApi = { list, total }
