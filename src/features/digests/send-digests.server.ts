import { sql } from 'drizzle-orm'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { digestMail } from './digest-mail.server.ts'
import { type Reader, readDigests } from './digest-news.server.ts'

type DueReader = Reader & { to_address: string; is_muted: boolean }

/**
 * Writes the digests that are due at `now` (an ISO timestamp) into the outbox, at most `serverLimits.digestsAtOnce` of them, and
 * says when the next ones are due, in one transaction: any kill, or another process, leaves each written once or not yet.
 * Returns how many were due; call it again until that is 0.
 */
export const writeDueDigests = (db: Database, site: Context['site'], now = new Date().toISOString()) =>
  db.transaction(async (tx) => {
    const due = await rows<DueReader>(tx)`
      select user_id, covered_until::text, email as to_address,
        exists (
          select from muted_notifications as muted
          where muted.user_id = digests.user_id and kind = 'digest' and channel = 'mail'
        ) as is_muted
      from digests join "user" on "user".id = user_id
      where next_due_at <= ${now}::timestamptz and user_id in (select id from profiles)
      order by next_due_at limit ${serverLimits.digestsAtOnce} for update of digests skip locked`
    if (due.length === 0) return { due: 0, written: 0 }
    // What was written in a transaction that is not over yet, or is being changed again, comes a week later.
    const until = new Date(Date.parse(now) - serverLimits.announcementDelay * 60_000).toISOString()
    const readers = due.filter(({ is_muted }) => !is_muted)
    const news = readers.length > 0 ? await readDigests(tx, readers, until) : new Map()
    const mails = readers.flatMap(({ user_id, to_address }) => {
      const parts = news.get(user_id)
      return parts ? [{ user_id, to_address, kind: 'digest', ...digestMail(site, parts) }] : []
    })
    if (mails.length > 0) await tx.insert(mail_outbox).values(mails)
    await tx.execute(sql`
      update digests set
        covered_until = greatest(covered_until, ${until}::timestamptz),
        next_due_at = next_digest_at(time_zone, weekday, hour, ${now}::timestamptz)
      where user_id = any (${sql.param(due.map(({ user_id }) => user_id))}::uuid[])`)
    return { due: due.length, written: mails.length }
  })
