import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AdminAction } from '#features/administration/admin-actions.schemas.ts'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { adminOnly, type Context, type Viewer } from '#platform/procedures/procedure.ts'
import type { ClaimStatus } from './claims.schemas.ts'

type SignedInContext = { site: Context['site']; viewer: NonNullable<Viewer> }
export type DecidedStatus = Exclude<ClaimStatus, 'pending'>

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

/** A procedure that approves or rejects a claim, or takes an approval back, with the refusals that both kinds of claims have in common. */
export const claimDecision = adminOnly
  .errors({
    NOT_FOUND: { message: 'Claim not found' },
    CONFLICT: { message: 'Claim has already been decided' },
  })
  .output(z.void())

/** Only a claim that waits for a decision can get one. */
export const decidedError = (status: DecidedStatus) => ({ message: `Claim has already been ${status}` })

/** The columns of a claim that a decision sets. */
export const decisionColumns = (status: DecidedStatus, admin: { id: string }) =>
  status === 'approved'
    ? { status, approved_by: admin.id, approved_at: sql`now()` }
    : { status, rejected_by: admin.id, rejected_at: sql`now()` }

export const undecidedColumns = { status: 'pending', approved_by: null, approved_at: null } as const

export const notApproved = { message: 'This claim is no longer approved' }

/**
 * The id of whoever had it before the claim of `claimantId` was approved, by the audit trail; null if nobody had it, or
 * the account is gone.
 */
export async function holderBefore(
  tx: Database,
  {
    action,
    field,
    path,
    claimantId,
  }: { action: AdminAction; field: string; path: string; claimantId: string },
): Promise<string | null> {
  const [entry] = await rows<{ id: string | null }>(tx)`
    select (select id from profiles where id::text = before ->> ${field}) as id from admin_actions
    where action = ${action} and path = ${path} and after ->> ${field} = ${claimantId} order by id desc limit 1`
  return entry?.id ?? null
}

type Decision = {
  claimantId: string
  message: string
  path: string
  entry: Omit<Parameters<typeof recordAdminAction>[2], 'path'>
}

/** Notifies the claimant and writes the audit trail, in the transaction of the decision. */
export async function announceDecision(
  tx: Database,
  { site, viewer }: SignedInContext,
  { claimantId, message, path, entry }: Decision,
): Promise<void> {
  await notify(tx, site, {
    from: viewer,
    kind: 'claim_decided',
    subject: 'A decision about your claim',
    to: sql`select ${claimantId}::uuid`,
    message,
    path,
  })
  await recordAdminAction(tx, viewer, { ...entry, path })
}
