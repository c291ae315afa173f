import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { personOf } from '#features/people/person-card.server.ts'
import { momentCursor, momentKey, pageOf } from '#lib/cursor.ts'
import { rows } from '#platform/database/db.ts'
import { adminOnly, get, post } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { unsentMail } from './members.schemas.ts'

/** Waits: it was tried in vain at least once, or should have left some minutes ago. */
const isShown = sql`sent_at is null and (tries > 0 or failed_at is not null or next_try_at < now() - interval '2 minutes')`

const list = adminOnly
  .route(get('/mail', 'Mail that waits or was given up, newest first, without addresses and content'))
  .input(z.object({ after: momentCursor.optional() }))
  .output(
    z.object({
      waiting: z.number().int(),
      failed: z.number().int(),
      mails: z.array(unsentMail),
      next: z.string().nullable(),
    }),
  )
  .handler(async ({ context: { db }, input }) => {
    const [moment, id] = input.after?.split('_') ?? []
    const matches = await rows<z.infer<typeof unsentMail>>(db)`
      select mail_outbox.id, kind, mail_outbox.created_at::text, tries,
        case when failed_at is null then next_try_at::text end as next_try_at,
        -- The server's answer may repeat the address.
        replace(last_error, to_address, 'the address') as last_error,
        ${personOf(sql`all_profiles`)} as person
      from mail_outbox left join all_profiles on all_profiles.id = mail_outbox.user_id
      where ${isShown} ${moment ? sql`and (mail_outbox.created_at, mail_outbox.id) < (${moment}::timestamptz, ${id}::uuid)` : sql``}
      order by mail_outbox.created_at desc, mail_outbox.id desc limit ${serverLimits.unsentMailsPerPage + 1}`
    const [counts] = await rows<{ waiting: number; failed: number }>(db)`
      select count(*) filter (where failed_at is null)::integer as waiting, count(failed_at)::integer as failed
      from mail_outbox where sent_at is null`
    const { items: mails, next } = pageOf(matches, serverLimits.unsentMailsPerPage, momentKey)
    return { ...counts!, mails, next }
  })

const retry = adminOnly
  .route(post('/mail/{id}/retry', 'Try again to send a mail, at once'))
  .errors({
    NOT_FOUND: { message: 'This email has been sent or deleted, or its link has expired' },
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db }, input, errors }) => {
    const due = await rows(db)`
      with due as (
        update mail_outbox set next_try_at = now(), failed_at = null, refused_since = null
        where id = ${input.id}::uuid and sent_at is null and (expires_at is null or expires_at > now()) returning id
      )
      select pg_notify('hallway_mail', '') from due`
    if (due.length === 0) throw errors.NOT_FOUND()
  })

export const unsentMailApi = { list, retry }
