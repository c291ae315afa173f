import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { isConfirmed, isOnlyOwnerOf } from '#features/events/confirmed-editions.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { changeOwner } from '#features/events/event-owner.server.ts'
import { event_claims } from '#features/events/events.tables.ts'
import { previousEditionOf } from '#features/events/neighbours.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { get, post, signedIn } from '#platform/procedures/procedure.ts'

const input = z.object({ event_id: z.uuid() })

/**
 * Whether a person owns the latest confirmed edition before this one in its series, and nobody owns this one. Where another
 * edition has another owner, an administrator decides: its owner may type other days.
 */
async function mayTakeOver(db: Database, viewerId: string, eventId: string): Promise<boolean> {
  const eventRows = await rows(
    db,
    sql`
      select later.id from events as later
      join lateral (${previousEditionOf()}) as previous on true join events as earlier on earlier.id = previous.id
      where later.id = ${eventId}::uuid and later.created_by is null and earlier.created_by = ${viewerId}::uuid
        and ${isConfirmed(sql`later`)} and ${isOnlyOwnerOf(viewerId, sql`later.series_id`)}`,
  )
  return eventRows.length > 0
}

const claimsOfOthers = (db: Database, viewerId: string, eventId: string) =>
  db.$count(
    event_claims,
    and(
      eq(event_claims.event_id, eventId),
      eq(event_claims.status, 'pending'),
      ne(event_claims.user_id, viewerId),
    ),
  )

const allowed = signedIn
  .route(
    get(
      '/events/{event_id}/takeover',
      'Whether I may take over an event without an owner, as the owner of the edition before',
    ),
  )
  .meta({ isOptional: true })
  .input(input)
  .output(z.boolean())
  .handler(async ({ context: { db, viewer }, input: { event_id } }) => {
    const [isNext, claims] = await Promise.all([
      mayTakeOver(db, viewer.id, event_id),
      claimsOfOthers(db, viewer.id, event_id),
    ])
    return isNext && claims === 0
  })

const take = signedIn
  .route(
    post(
      '/events/{event_id}/takeover',
      'Take over an event without an owner (the owner of the edition before)',
    ),
  )
  .errors({
    NOT_FOUND: { message: 'Conference not found' },
    FORBIDDEN: {
      message: 'Only the owner of the edition before can take over a conference without an owner',
    },
    CONFLICT: {
      message: 'Another member has claimed this conference. Claim it, too: an administrator decides.',
    },
  })
  .input(input)
  .output(z.void())
  .handler(({ context: { db, site, viewer }, input: { event_id }, errors }) =>
    db.transaction(async (tx) => {
      const event = await lockEvent(tx, event_id)
      if (!event) throw errors.NOT_FOUND()
      if (!(await mayTakeOver(tx, viewer.id, event.id))) throw errors.FORBIDDEN()
      if ((await claimsOfOthers(tx, viewer.id, event.id)) > 0) throw errors.CONFLICT()
      // Their own claim needs no decision any more.
      await tx
        .delete(event_claims)
        .where(
          and(
            eq(event_claims.event_id, event.id),
            eq(event_claims.user_id, viewer.id),
            eq(event_claims.status, 'pending'),
          ),
        )
      const owner = { id: viewer.id, full_name: viewer.name }
      await changeOwner(tx, site, { from: viewer, event, owner, exceptIds: [viewer.id] })
      await recordAdminAction(tx, viewer, {
        action: 'event_taken_over',
        subject: event.name,
        path: `/conferences/${event.slug}`,
        before: { owner: null },
        after: { owner: viewer.id, name: viewer.name },
      })
    }),
  )

export const eventTakeoversApi = { allowed, take }
