import { eq, sql } from 'drizzle-orm'
import { setChangedBy } from '#platform/database/changed-by.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { deleteCountsOf } from '#platform/rate-limits.ts'
import { user } from './people.tables.ts'

type Person = { id: string; email: string; name: string | null }
/** The steps, so that the caller can say which one failed. */
type Step = 'speaker' | 'profile' | 'account'

/** Deletes an account with all that is personal; conferences and talks stay. Also of a suspended person, whose rows are hidden. */
export async function deleteAccount(
  tx: Database,
  { id, email, name }: Person,
  step: (step: Step, work: () => Promise<void>) => Promise<void> = (_, work) => work(),
): Promise<void> {
  // What is changed on the way has no author any more.
  await setChangedBy(tx, { by: null, via: 'site' })
  // In SQL, because people may not import speakers (import rules).
  await step('speaker', async () => {
    const records = await rows<{ key: string }>(tx)`
      with recursive records as (
        select id::text as key from all_speakers where user_id = ${id}::uuid
        union select old.key from old_addresses as old join records on old.kind = 'speaker' and old.new_key = records.key
      )
      select key from records`
    const keys = sql.param(records.map(({ key }) => key))
    await tx.execute(sql`
      update admin_actions set subject = 'Anonymous', before = null, after = null
      where path in (select '/speakers/' || key from unnest(${keys}::text[]) as key)
        or (action = 'speaker_deleted' and before ->> 'user' = ${id})`)
    // What of a suspended person is hidden on pages that are not would stay so for ever. Conferences stay, for administrators to see.
    await tx.execute(sql`
      delete from all_talk_links as link using all_events as event
      where added_by = ${id}::uuid and link.is_hidden and event.id = event_id and not event.is_hidden`)
    await tx.execute(sql`
      delete from calls where added_by = ${id}::uuid and added_by in (select user_id from suspensions)`)
    await tx.execute(sql`
      delete from all_speakers where created_by = ${id}::uuid and user_id is null and is_hidden
        and not exists (select from talk_speakers where speaker_id = all_speakers.id)`)
    await tx.execute(sql`
      delete from social_links where speaker_id in (select id from all_speakers where user_id = ${id}::uuid)`)
    await tx.execute(sql`
      update all_speakers set user_id = null, name = 'Anonymous', bio = null, image_url = null,
        location_name = null, country_code = null, country_name = null
      where user_id = ${id}::uuid`)
    await tx.execute(sql`delete from speaker_names where speaker_id = any (${keys}::uuid[])`)
    await tx.execute(sql`delete from changed_rows where record_id = any (${keys}::uuid[])`)
  })
  await step('profile', async () => {
    // Mail and notices to the person, or that name them, go with the rows below.
    await deleteCountsOf(tx, { id, email })
    await tx.execute(sql`update all_profiles set avatar_url = null where id = ${id}::uuid`)
    await tx.execute(sql`
      delete from pictures where uploaded_by = ${id}::uuid and not is_picture_used(name)`)
    await anonymizeAuditTrail(tx, id, name)
    await tx.execute(sql`delete from all_profiles where id = ${id}::uuid`)
    // What it took along, and what the deletion of records had taken.
    await tx.execute(sql`delete from changed_rows where key ? 'user_id' and key ->> 'user_id' = ${id}`)
  })
  await step('account', async () => {
    await tx.delete(user).where(eq(user.id, id))
  })
}

/** The audit trail keeps what administrators did, without the name. Claims rejected before 0018 are found by the name only. */
async function anonymizeAuditTrail(tx: Database, id: string, name: string | null): Promise<void> {
  const replacement = sql`'{"name": "Deleted account", "claimant": "Deleted account"}'::jsonb`
  const paths = [`/u/${id}`, `/admin/users/${id}`]
  await tx.execute(
    sql`update admin_actions set subject = 'Deleted account' where path = any (${sql.param(paths)}::text[])`,
  )
  await tx.execute(sql`
    update admin_actions set after = after || (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${replacement}) where after ? key
    )
    where after ->> 'owner' = ${id} or after ->> 'user' = ${id}
      or (action = 'event_claim_rejected' and not after ? 'user' and after ->> 'claimant' = ${name})`)
}
