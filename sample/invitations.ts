import { sql } from 'drizzle-orm'
import { invitation_code_audit } from '#features/invitations/invitations.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { makeInvitations } from '#tests/support/factories/invitations.ts'
import { addDays, at } from './calendar.ts'
import { idOf } from './stable.ts'

const expiredCode = 'LASTSUMMER'

/** The unused codes: three valid, one expired. makePeople made those that the sample people used. */
export async function loadInvitations(db: Database, host: { id: string }, today: string): Promise<void> {
  const code = (code: string, daysAgo: number) => ({
    id: idOf('invitation', code),
    code,
    created_by: host.id,
    created_at: at(addDays(today, -daysAgo), 9),
  })
  const end = at(addDays(today, -60), 0)
  await makeInvitations(db, [
    { ...code(expiredCode, 150), expires_at: end },
    code('WELCOME1', 21),
    code('WELCOME2', 14),
    code('WELCOME3', 7),
  ])
  await db
    .insert(invitation_code_audit)
    .values({ action: 'expired', metadata: { code: expiredCode }, created_at: end })
  await db.execute(backdateUse)
  await db.execute(backdateAudit)
}

/** The triggers set the current time; the sample people joined over years. */
const backdateUse = sql`
  update invitation_codes set used_at = "user".created_at from "user" where "user".id = used_by`

const backdateAudit = sql`
  update invitation_code_audit
  set created_at = case action when 'used' then invitation_codes.used_at else invitation_codes.created_at end
  from invitation_codes where code = metadata ->> 'code' and action <> 'expired'`
