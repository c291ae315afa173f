import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { allCodesLimit, codeLimits, consume, refund } from '#platform/rate-limits.ts'

/**
 * Whether a code is valid, rate-limited against guessing: `wait` is the seconds until the next try, or 0. A right one passes
 * the limit over all, which others may have used up.
 */
export async function checkCode(
  db: Database,
  code: string,
  address: string,
): Promise<{ isValid: boolean; wait: number }> {
  const wait = await consume(db, codeLimits(address))
  if (wait > 0) return { isValid: false, wait }
  const isValid = await isCodeUsable(db, code)
  if (!isValid) return { isValid, wait: await consume(db, allCodesLimit) }
  await refund(db, codeLimits(address))
  return { isValid, wait: 0 }
}

/** Holds an unused code for an hour, in which it is as if it were used, and logs that it was tried. */
export async function holdCode(db: Database, code: string): Promise<void> {
  await db.execute(sql`
    with held as (
      update invitation_codes set tried_at = now() where code = upper(btrim(${code})) and used_at is null returning code
    )
    insert into invitation_code_audit (action, metadata) select 'tried', jsonb_build_object('code', code) from held`)
}

/** Makes an unused code worthless. Returns whether there was one. */
export async function revokeCode(db: Database, code: string): Promise<boolean> {
  const revoked = await rows(db)`
    update invitation_codes set is_active = false
    where code = upper(btrim(${code})) and used_at is null and is_active returning code`
  return revoked.length > 0
}

/** Whether a code is unspent, not expired and not held. */
export async function isCodeUsable(db: Database, code: string): Promise<boolean> {
  const [row] = await rows<{ valid: boolean }>(db)`select validate_invitation_code(${code}) as valid`
  return row?.valid === true
}
