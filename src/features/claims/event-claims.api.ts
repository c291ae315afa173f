import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { canClaimEvent } from '#features/events/events.rules.ts'
import { event_claims, events } from '#features/events/events.tables.ts'
import { adminOnly, get, post, signedIn } from '#platform/procedures/procedure.ts'
import { claimLimit, consume } from '#platform/rate-limits.ts'
import {
  claimantOf,
  claimCountInput,
  claimListInput,
  claimListOf,
  listClaims,
  personOf,
} from './claim-list.server.ts'
import { claimReason } from './claims.schemas.ts'
import { announceClaim } from './claims.server.ts'
import { approve, reject, undo } from './event-claim-decisions.api.ts'
import { type ListedEventClaim, listedEventClaim, myEventClaim } from './event-claims.schemas.ts'

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

const submit = signedIn
  .route(post('/events/{event_id}/claim', 'Claim an event'))
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
      const { viewer } = context
      // Locked, so that the owner does not change between the check and the insert.
      const [event] = await tx.select().from(events).where(eq(events.id, input.event_id)).for('no key update')
      if (!event) throw errors.NOT_FOUND()
      if (!canClaimEvent(viewer, event)) throw errors.FORBIDDEN()
      const renewedClaim = {
        reason: input.reason ?? null,
        status: 'pending' as const,
        created_at: sql`now()`,
        approved_by: null,
        approved_at: null,
        rejected_by: null,
        rejected_at: null,
      }
      const [claim] = await tx
        .insert(event_claims)
        .values({ event_id: event.id, user_id: viewer.id, reason: renewedClaim.reason })
        .onConflictDoUpdate({
          target: [event_claims.event_id, event_claims.user_id],
          set: renewedClaim,
          setWhere: sql`event_claims.status <> 'pending'`,
        })
        .returning()
      if (!claim) throw errors.CONFLICT()
      if ((await consume(tx, claimLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
      await announceClaim(tx, context, { subject: event.name, path: '/admin/claims' })
      return claim
    }),
  )

const list = adminOnly
  .route(get('/event-claims', 'Claims to events by status, newest first'))
  .input(claimListInput)
  .output(claimListOf(listedEventClaim))
  .handler(({ context: { db }, input }) =>
    listClaims<ListedEventClaim>(db, input, {
      table: sql`event_claims`,
      subject: sql`events on events.id = claim.event_id`,
      columns: sql`
        claim.event_id, claim.reason,
        json_build_object(
          'id', events.id, 'name', name, 'slug', slug, 'start_date', start_date, 'end_date', end_date,
          'location_name', location_name, 'country_name', country_name, 'website', website,
          'owner', ${personOf(sql`events.created_by`)}
        ) as event,
        ${claimantOf(sql`claim.user_id`)} as requester`,
    }),
  )

const total = adminOnly
  .route(get('/event-claims/count', 'How many event claims have a status'))
  .meta({ isOptional: true })
  .input(claimCountInput)
  .output(z.number().int())
  .handler(({ context, input }) => context.db.$count(event_claims, eq(event_claims.status, input.status)))

export const eventClaimsApi = { mine, submit, approve, reject, undo, list, total }
