import { ORPCError } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { refusal } from '#features/decisions/decide.server.ts'
import { changeOwner } from '#features/events/event-owner.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { claimDecision } from './claims.server.ts'

const hasOwner = 'This conference has an owner. Approving the claim replaces them.'

type Event = { id: string; name: string; slug: string; holder: string | null }
type Person = { id: string; full_name: string | null }

const personWith = async (tx: Database, id: string | null, table: 'profiles' | 'all_profiles') => {
  const [person] = id
    ? await rows<Person>(tx)`select id, full_name from ${sql.raw(table)} where id = ${id}::uuid`
    : []
  return person ?? null
}

/** Approving a claim of a conference makes the claimant its owner. */
export const eventClaimDecision = claimDecision<Event>({
  claims: 'event_claims',
  records: 'events',
  key: 'event_id',
  pathInSql: sql`'/conferences/' || record.slug`,
  evidence: sql`
    'words', claim.reason, 'url', record.website, 'start_date', record.start_date, 'end_date', record.end_date,
    'place', record.location_name || ', ' || record.country_name, 'option', record.created_by,
    'warning', (
      select 'Owned by ' || coalesce(full_name, 'Unknown user') || ', whom an approval replaces.'
      from all_profiles where id = record.created_by and id <> claim.user_id and claim.status = 'pending'
    )`,
  columns: sql`, slug`,
  holder: 'created_by',
  strength: 'no key update',
  field: 'owner',
  action: 'event_claim',
  path: ({ slug }) => `/conferences/${slug}`,
  words: ({ name }) => `for ${name}`,
  consequence: '. You are now its owner.',
  hasReason: false,
  otherClaim: 'the claim of another member was approved.',
  errors: {
    check: 'Failed to check claim: Unknown error occurred',
    update: 'Failed to update claim: Unknown error occurred',
    assign: 'Failed to update event ownership: Unknown error occurred',
  },
  async refuseApproval({ tx, subject: { claim, record }, option: ownerId }) {
    if (!record.holder || [claim.user_id, ownerId].includes(record.holder)) return
    const owner = await personWith(tx, record.holder, 'all_profiles')
    throw new ORPCError('HAS_OWNER', { status: 409, message: hasOwner, data: { owner } })
  },
  refuseUndo({ claim, record }) {
    if (record.holder !== claim.user_id)
      throw refusal('CONFLICT', 'The conference has had another owner since then')
  },
  /** By the audit trail; null if nobody had it, or the account is gone. */
  async holderBefore({ tx, subject: { claim, record } }) {
    const [entry] = await rows<{ id: string | null }>(tx)`
      select (select id from profiles where id::text = before ->> 'owner') as id from admin_actions
      where action = 'event_claim_approved' and path = ${`/conferences/${record.slug}`} and after ->> 'owner' = ${claim.user_id}
      order by id desc limit 1`
    return entry?.id ?? null
  },
  async assign({ tx, site, viewer, subject: { claim, record } }, ownerId) {
    if (record.holder === ownerId) return
    const owner = await personWith(tx, ownerId, 'profiles')
    const event = { ...record, created_by: record.holder }
    await changeOwner(tx, site, { from: viewer, event, owner, exceptIds: [claim.user_id, viewer.id] })
  },
})
