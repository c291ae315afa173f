import { ORPCError } from '@orpc/server'
import { type SQL, sql } from 'drizzle-orm'
import type { AdminAction } from '#features/administration/admin-actions.schemas.ts'
import type { Decision, Outcome, Step } from '#features/decisions/decide.server.ts'
import { refusal } from '#features/decisions/decide.server.ts'
import type { DecisionState } from '#features/decisions/decisions.schemas.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { personWithId } from '#features/people/person-card.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { type ClaimStatus, claimReason } from './claims.schemas.ts'

type SignedInContext = { site: Context['site']; viewer: NonNullable<Viewer> }

/** Notifies the administrators of a claim, except one who makes it. */
export const announceClaim = (
  tx: Database,
  { site, viewer }: SignedInContext,
  { subject, path }: { subject: string; path: string },
) =>
  notify(tx, site, {
    from: viewer,
    kind: 'claim_received',
    subject: 'A claim is waiting for a decision',
    to: sql`select user_id from user_roles where role = 'admin' and user_id <> ${viewer.id}`,
    message: `${viewer.name ?? 'Unknown user'} claims ${subject}`,
    path,
    names: viewer.id,
  })

type Claim = { id: string; status: ClaimStatus; user_id: string; full_name: string | null }
type Claimed = { id: string; name: string; holder: string | null }
type Locked<Record extends Claimed> = { claim: Claim; record: Record }

/** What a claim of a conference and one of a speaker profile differ in. */
type ClaimKind<Record extends Claimed> = {
  claims: 'event_claims' | 'speaker_claims'
  records: 'events' | 'speakers'
  key: 'event_id' | 'speaker_id'
  /** Its path in SQL, and the keys and values of an `evidence`, of `claim` joined with `record`. */
  pathInSql: SQL
  evidence: SQL
  /** The columns of the record besides its id and name, with whoever has it as `holder`, and how it is locked. */
  columns: SQL
  holder: 'created_by' | 'user_id'
  strength: 'update' | 'no key update'
  /** The field of the audit trail that names whoever has it. */
  field: 'owner' | 'user'
  action: 'event_claim' | 'speaker_claim'
  path: (record: Record) => string
  /** What was claimed, after "Your claim". */
  words: (record: Record) => string
  /** What an approval adds to "was approved". */
  consequence: string
  /** Whether a rejection is stored with its reason. */
  hasReason: boolean
  otherClaim: string
  errors?: { check: string; update: string; assign: string }
  /** Throws if the claim cannot be approved. */
  refuseApproval: (step: Step<Locked<Record>>) => Promise<void> | void
  /** Throws if an approval cannot be withdrawn. */
  refuseUndo: (locked: Locked<Record>) => void
  holderBefore: (step: Step<Locked<Record>>) => Promise<string | null>
  assign: (step: Step<Locked<Record>>, holderId: string | null) => Promise<unknown>
}

/** Replaces an error by the message of the step that failed; the cause is logged. */
async function during<Result>(message: string | undefined, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!message || error instanceof ORPCError) throw error
    throw new ORPCError('INTERNAL_SERVER_ERROR', { message, cause: error })
  }
}

/** A claim and its record, locked until the transaction ends. Lock order everywhere: people, record, claim. */
async function lockClaim<Record extends Claimed>(
  tx: Database,
  { claims, records, key, columns, holder, strength }: ClaimKind<Record>,
  claimId: string,
): Promise<Locked<Record> | undefined> {
  const [claimTable, recordTable, keyColumn] = [claims, records, key].map((name) => sql.raw(name))
  const recordId = sql`(select ${keyColumn} from ${claimTable} where id = ${claimId})`
  // Deleting an account locks the person first: another order here could deadlock.
  await tx.execute(sql`
    select from profiles where id in (
      select user_id from ${claimTable} where ${keyColumn} = ${recordId} and (id = ${claimId} or status = 'pending')
      union select ${sql.raw(holder)} from ${recordTable} where id = ${recordId}
    ) order by id for key share`)
  const [record] = await rows<Record>(tx)`
    select id, name, ${sql.raw(holder)} as holder ${columns} from ${recordTable}
    where id = ${recordId} for ${sql.raw(strength)}`
  const [claim] = await rows<Claim>(tx)`
    select claim.id, status, user_id, full_name from ${claimTable} as claim join profiles on profiles.id = user_id
    where claim.id = ${claimId} for update of claim`
  return record && claim && { record, claim }
}

type Verdict = { status: Exclude<ClaimStatus, 'pending'>; reason?: string | null }
type Claimant = Pick<Claim, 'user_id' | 'full_name'>

/** Decides claims, and returns who made them. */
const storeVerdict = (
  { claims, hasReason }: Pick<ClaimKind<never>, 'claims' | 'hasReason'>,
  { tx, viewer }: Pick<Step<unknown>, 'tx' | 'viewer'>,
  condition: SQL,
  { status, reason = null }: Verdict,
) =>
  rows<Claimant>(tx)`
    update ${sql.raw(claims)} as claim set status = ${status},
      ${sql.raw(status)}_by = ${viewer.id}::uuid, ${sql.raw(status)}_at = now()
      ${hasReason ? sql`, rejection_reason = ${reason}` : sql``}
    where ${condition}
    returning user_id, (select full_name from profiles where profiles.id = user_id) as full_name`

/** What a decided claim comes to; `consequence` is what its notice says after the verdict. */
const outcomeOf = <Record extends Claimed>(
  { action, field, path, words }: ClaimKind<Record>,
  record: Record,
  { user_id, full_name }: Claimant,
  { status, reason, consequence }: Verdict & { consequence: string },
): Outcome => ({
  entry: {
    action: `${action}_${status}` satisfies AdminAction,
    subject: record.name,
    path: path(record),
    ...(status === 'approved'
      ? { before: { [field]: record.holder }, after: { [field]: user_id, claimant: full_name } }
      : { after: { user: user_id, claimant: full_name, reason } }),
  },
  notice: {
    to: user_id,
    message: `Your claim ${words(record)} was ${status}${consequence}`,
    path: path(record),
  },
})

const statuses = { open: 'pending', refused: 'rejected', accepted: 'approved' }

/** How the queue reads claims of a kind. */
function readingOf<Record extends Claimed>(kind: ClaimKind<Record>) {
  const joined = sql`
    ${sql.raw(kind.claims)} as claim join ${sql.raw(kind.records)} as record on record.id = claim.${sql.raw(kind.key)}`
  return {
    list: (state: DecisionState) => sql`
      select claim.id, claim.created_at, record.name, ${kind.pathInSql} as path, claim.user_id as asked_by,
        claim.status = 'pending' and record.${sql.raw(kind.holder)} is not null as is_doubtful
      from ${joined} where claim.status = ${statuses[state]}`,
    evidence: sql`(
      select json_build_object(
        ${kind.evidence}, 'decided_at', coalesce(claim.approved_at, claim.rejected_at),
        'decided_by', ${personWithId(sql`coalesce(claim.approved_by, claim.rejected_by)`)}
      ) from ${joined} where claim.id = item.id
    )`,
  }
}

/** Withdraws an approval, or a rejection. */
async function reopenClaim<Record extends Claimed>(kind: ClaimKind<Record>, step: Step<Locked<Record>>) {
  const { claim, record } = step.subject
  if (claim.status === 'pending') throw refusal('CONFLICT', notApproved)
  const isApproved = claim.status === 'approved'
  if (isApproved) kind.refuseUndo(step.subject)
  const holderId = isApproved ? await kind.holderBefore(step) : record.holder
  const update = step.tx.execute(sql`
    update ${sql.raw(kind.claims)} set status = 'pending',
      approved_by = null, approved_at = null, rejected_by = null, rejected_at = null
      ${kind.hasReason ? sql`, rejection_reason = null` : sql``}
    where id = ${claim.id}::uuid`)
  const otherClaim = () => refusal('CONFLICT', 'This member has another claim now')
  await update.catch(byConstraint({ speaker_claims_one_live_claim_per_user: otherClaim }))
  if (isApproved) await kind.assign(step, holderId)
  const path = kind.path(record)
  return {
    entry: {
      action: `${kind.action}_undone` satisfies AdminAction,
      subject: record.name,
      path,
      before: { [kind.field]: isApproved ? claim.user_id : holderId },
      after: { [kind.field]: holderId },
    },
    notice: {
      to: claim.user_id,
      message: `The ${isApproved ? 'approval' : 'rejection'} of your claim ${kind.words(record)} was withdrawn. Your claim is pending again.`,
      path,
    },
  }
}

/** How claims of a kind are decided: an approval gives the record to the claimant and rejects the other pending claims. */
export function claimDecision<Record extends Claimed>(kind: ClaimKind<Record>): Decision<Locked<Record>> {
  const { errors, consequence, otherClaim } = kind
  return {
    lock: (tx, id) => during(errors?.check, lockClaim(tx, kind, id)),
    missing: 'Claim not found',
    words: claimReason,
    reopensFrom: ['refused', 'accepted'],
    ...readingOf(kind),
    decided: ({ claim: { status } }) => status !== 'pending' && `Claim has already been ${status}`,
    async accept(step) {
      const { claim, record } = step.subject
      await kind.refuseApproval(step)
      const verdict = { status: 'approved', consequence } as const
      await during(errors?.update, storeVerdict(kind, step, sql`claim.id = ${claim.id}`, verdict))
      await during(errors?.assign, kind.assign(step, claim.user_id))
      // Approving one of them would replace the new owner.
      const rejection = { status: 'rejected', reason: otherClaim, consequence: `: ${otherClaim}` } as const
      const isOther = sql`claim.${sql.raw(kind.key)} = ${record.id}::uuid and status = 'pending'`
      const rejectedClaims = await storeVerdict(kind, step, isOther, rejection)
      return [
        outcomeOf(kind, record, claim, verdict),
        ...rejectedClaims.map((other) => outcomeOf(kind, record, other, rejection)),
      ]
    },
    async reject(step) {
      const { claim, record } = step.subject
      const reason = step.words
      const verdict = { status: 'rejected', reason, consequence: reason ? `: ${reason}` : '.' } as const
      await during(errors?.update, storeVerdict(kind, step, sql`claim.id = ${claim.id}`, verdict))
      return outcomeOf(kind, record, claim, verdict)
    },
    reopen: (step) => reopenClaim(kind, step),
  }
}

export const notApproved = 'This claim is no longer approved'
