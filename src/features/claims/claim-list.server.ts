import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { personKeys, personWithId } from '#features/people/person-card.server.ts'
import { momentCursor, momentKey, pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { claimStatus } from './claims.schemas.ts'

export const claimCountInput = z.object({ status: claimStatus.default('pending') })
export const claimListInput = claimCountInput.extend({ after: momentCursor.optional() })
export const claimListOf = <Claim extends z.ZodType>(claim: Claim) =>
  z.object({ claims: z.array(claim), next: z.string().nullable() })

type ClaimKind = {
  /** The table of the claims; a row of it is `claim` in the other two. */
  table: SQL
  /** What `claim` is joined with. */
  subject: SQL
  /** What is selected besides the columns that all claims have. */
  columns: SQL
}

/** A page of the claims of one kind with one status, newest first, each with who decided it. */
export async function listClaims<Claim extends { id: string; created_at: string }>(
  db: Database,
  { status, after }: z.output<typeof claimListInput>,
  { table, subject, columns }: ClaimKind,
): Promise<{ claims: Claim[]; next: string | null }> {
  const [moment, id] = after?.split('_') ?? []
  const claims = await rows<Claim>(db)`
    with claim as materialized (
      select * from ${table} where status = ${status}
        ${moment ? sql`and (created_at, id) < (${moment}::timestamptz, ${id}::uuid)` : sql``}
      order by created_at desc, id desc limit ${serverLimits.claimsPerPage + 1}
    )
    select claim.id, claim.status, claim.created_at, claim.approved_at, claim.rejected_at, ${columns},
      ${personWithId(sql`coalesce(claim.approved_by, claim.rejected_by)`)} as decided_by
    from claim join ${subject}
    order by claim.created_at desc, claim.id desc`
  const { items, next } = pageOf(claims, serverLimits.claimsPerPage, momentKey)
  return { claims: items, next }
}

/** The person with this id as a `claimant` in JSON. */
export const claimantOf = (id: SQL): SQL => sql`(
  select json_build_object(
    ${personKeys(sql`person`)},
    'member_since', (select created_at from "user" where "user".id = person.id),
    'event_count', (select count(*) from events where created_by = person.id),
    'events', (
      select coalesce(json_agg(latest), '[]') from (
        select id, name, slug from events where created_by = person.id
        order by start_date desc limit ${serverLimits.eventsOfClaimant}
      ) as latest
    ),
    'approved', (select count(*) from event_claims where user_id = person.id and status = 'approved')
      + (select count(*) from speaker_claims where user_id = person.id and status = 'approved'),
    'rejected', (select count(*) from event_claims where user_id = person.id and status = 'rejected')
      + (select count(*) from speaker_claims where user_id = person.id and status = 'rejected')
  ) from profiles as person where person.id = ${id})`
