import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { hasJoinedUnasked, isConfirmed, isOnlyOwnerOf } from '#features/events/confirmed-editions.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { changeOwner } from '#features/events/event-owner.server.ts'
import { canClaimEvent } from '#features/events/events.rules.ts'
import { event_claims } from '#features/events/events.tables.ts'
import { previousEditionOf } from '#features/events/neighbours.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { get, post, signedIn } from '#platform/procedures/procedure.ts'
import { claimLimit, consume } from '#platform/rate-limits.ts'
import { claimReason } from './claims.schemas.ts'
import { announceClaim } from './claims.server.ts'
import { myEventClaim } from './event-claims.schemas.ts'

const mine = signedIn
  .route(get('/events/{event_id}/claim', 'My claim to an event, if any'))
  .input(z.object({ event_id: z.uuid() }))
  .output(myEventClaim.nullable())
  .handler(async ({ context: { db, viewer }, input }) => {
    const [claim] = await db
      .select()
      .from(event_claims)
      .where(and(eq(event_claims.event_id, input.event_id), eq(event_claims.user_id, viewer.id)))
    return claim ?? null
  })

/**
 * Whether a person's claim needs no decision: they own the latest confirmed edition before this one in its series, and
 * nobody owns or claims this one. Where another edition has another owner, an administrator decides: its owner may type
 * other days. So it is where the site has joined one of the two without a person.
 */
async function mayTakeOver(db: Database, viewerId: string, eventId: string): Promise<boolean> {
  const eventRows = await rows(db)`
    select later.id from events as later
    join lateral (${previousEditionOf()}) as previous on true join events as earlier on earlier.id = previous.id
    where later.id = ${eventId}::uuid and later.created_by is null and earlier.created_by = ${viewerId}::uuid
      and ${isConfirmed(sql`later`)} and ${isOnlyOwnerOf(viewerId, sql`later.series_id`)}
      and not exists (
        select from event_claims
        where event_id = later.id and status = 'pending' and user_id <> ${viewerId}::uuid
      ) and not ${hasJoinedUnasked(sql`(later.id, earlier.id)`, sql`later.series_id`)}`
  return eventRows.length > 0
}

const canTakeOver = signedIn
  .route(
    get(
      '/events/{event_id}/takeover',
      'Whether my claim to an event needs no decision, as the owner of the edition before',
    ),
  )
  .input(z.object({ event_id: z.uuid() }))
  .output(z.boolean())
  .handler(({ context: { db, viewer }, input }) => mayTakeOver(db, viewer.id, input.event_id))

const submit = signedIn
  .route(
    post(
      '/events/{event_id}/claim',
      'Claim an event; without an owner, the owner of the edition before takes it over at once',
    ),
  )
  .errors({
    NOT_FOUND: { message: 'Conference not found' },
    FORBIDDEN: { message: 'You already own this event.' },
    CONFLICT: { message: 'You already have a pending claim for this event.' },
    TOO_MANY_REQUESTS: { message: "You have reached today's claim limit. Please try again tomorrow." },
  })
  .input(z.object({ event_id: z.uuid(), reason: claimReason }))
  .output(myEventClaim)
  .handler(({ context, input, errors }) =>
    context.db.transaction(async (tx) => {
      const { site, viewer } = context
      // Locked, so that the owner does not change between the check and the insert.
      const event = await lockEvent(tx, input.event_id)
      if (!event) throw errors.NOT_FOUND()
      if (!canClaimEvent(viewer, event)) throw errors.FORBIDDEN()
      const isTakeover = await mayTakeOver(tx, viewer.id, event.id)
      const renewedClaim = {
        reason: input.reason ?? null,
        status: 'pending' as const,
        created_at: sql`now()`,
        approved_by: null,
        approved_at: null,
        rejected_by: null,
        rejected_at: null,
        ...(isTakeover && { status: 'approved' as const, approved_by: viewer.id, approved_at: sql`now()` }),
      }
      const [claim] = await tx
        .insert(event_claims)
        .values({ event_id: event.id, user_id: viewer.id, ...renewedClaim })
        .onConflictDoUpdate({
          target: [event_claims.event_id, event_claims.user_id],
          set: renewedClaim,
          setWhere: isTakeover ? undefined : sql`event_claims.status <> 'pending'`,
        })
        .returning()
      if (!claim) throw errors.CONFLICT()
      if (isTakeover) {
        const owner = { id: viewer.id, full_name: viewer.name }
        await changeOwner(tx, site, { from: viewer, event, owner, exceptIds: [viewer.id] })
        await recordAdminAction(tx, viewer, {
          action: 'event_taken_over',
          subject: event.name,
          path: `/conferences/${event.slug}`,
          before: { owner: null },
          after: { owner: viewer.id, name: viewer.name },
        })
        return claim
      }
      if ((await consume(tx, claimLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
      await announceClaim(tx, context, { subject: event.name, path: '/admin/claims' })
      return claim
    }),
  )

export const eventClaimsApi = { mine, canTakeOver, submit }
