import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type NewInvitation = Partial<typeof invitation_codes.$inferInsert>

/** Inserts invitation codes. Default: unused, active, never expiring. */
export const makeInvitations = (db: Database, invitations: NewInvitation[]) =>
  inBatches(
    invitations.map((fields) => ({ code: unique().toUpperCase(), ...fields })),
    (rows) => db.insert(invitation_codes).values(rows).returning(),
  )

/** Inserts one invitation code; see makeInvitations. */
export async function makeInvitation(db: Database, fields: NewInvitation = {}) {
  const [invitation] = await makeInvitations(db, [fields])
  return invitation!
}
