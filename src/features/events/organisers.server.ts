import { type SQL, sql } from 'drizzle-orm'

// The rule of events.rules.ts in SQL: who organises an event is its owner, and its co-organisers.

/** Whether a person organises an event, as a condition on `events`. */
export const isOrganisedBy = (userId: string): SQL => sql`
  (
    events.created_by = ${userId}::uuid
    or events.id in (select event_id from event_organisers where event_organisers.user_id = ${userId}::uuid)
  )`

/** A select of the user ids of those who organise the event with this id. */
export const organisersOf = (eventId: SQL | string): SQL => sql`
  select created_by from events where events.id = ${typeof eventId === 'string' ? sql`${eventId}::uuid` : eventId} and created_by is not null
  union select event_organisers.user_id from event_organisers
  where event_organisers.event_id = ${typeof eventId === 'string' ? sql`${eventId}::uuid` : eventId}`
