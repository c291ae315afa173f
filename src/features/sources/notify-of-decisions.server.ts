import { sql } from 'drizzle-orm'
import { notify, wasNotifiedSince } from '#features/notifications/notifications.server.ts'
import { count } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'

const replaceKey = 'proposed events'

/** Notifies the administrators of what sources have left to decide: once a day, and only if there is more than at the last time. */
export async function notifyOfDecisions(db: Database, site: Context['site']): Promise<void> {
  const [open] = await rows<{ proposals: number; questions: number; newest: string | null }>(db)`
    select proposals, questions, greatest(newest_proposal, newest_question)::text as newest
    from (
      select count(*)::integer as proposals, max(first_seen) as newest_proposal
      from source_entries where state = 'proposed' and gone_since is null
    ) as proposed cross join (
      select count(*)::integer as questions, max(created_at) as newest_question from source_questions
    ) as asked
    where greatest(newest_proposal, newest_question) > now() - interval '2 days'`
  if (!open) return
  const { proposals, questions, newest } = open
  const parts = [
    proposals > 0 && count(proposals, 'proposed conference', 'proposed conferences'),
    questions > 0 && count(questions, 'question about a listed one', 'questions about listed ones'),
  ].filter(Boolean)
  await db.transaction((tx) =>
    notify(tx, site, {
      from: 'site',
      kind: 'events_proposed',
      subject: 'Conferences are waiting for a decision',
      to: sql`
        select user_id as id from user_roles where role = 'admin'
          and not ${wasNotifiedSince(sql`least(${newest}::timestamptz, now() - interval '1 day')`, sql`user_id`, replaceKey)}`,
      message: `Sources of conferences: ${parts.join(' and ')} to decide.`,
      path: '/admin/proposals',
      replaceKey,
    }),
  )
}
