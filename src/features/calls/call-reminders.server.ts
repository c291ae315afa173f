import { type SQL, sql } from 'drizzle-orm'
import { isListed } from '#features/events/event-calls.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { shortDay } from '#lib/dates.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'

const reminders = {
  week: { days: 7, words: 'within a week' },
  day: { days: 1, words: 'within a day' },
} as const
type Reminder = keyof typeof reminders

/** The moment of a reminder: so many days before the call may be over. */
const momentOf = (reminder: Reminder) =>
  sql.raw(`(calls.earliest_closes_at - interval '${reminders[reminder].days} days')`)

/** Whether a mark has not had this reminder for this day of closing. A call that is extended is reminded of again. */
const isUnsent = (reminder: Reminder) => {
  const sentFor = sql.raw(`call_marks.${reminder}_reminder_for`)
  return sql`(${sentFor} is null or ${sentFor} < calls.closes_on)`
}

/** Whether one may be reminded of a call: it may still be sent to, and the conference takes place. */
const canRemind = (now: string) => sql`
  call_marks.state = 'interested' and calls.closes_on is not null and calls.earliest_closes_at > ${now}::timestamptz
  and ${isListed} and events.status <> 'cancelled'`

/** When the next reminder of a mark comes, as an ISO timestamp; null where none does. */
export const nextReminder = (now: string): SQL => {
  const upcoming = (reminder: Reminder) =>
    sql`case when ${isUnsent(reminder)} and ${momentOf(reminder)} > ${now}::timestamptz then ${momentOf(reminder)} end`
  return sql`
    case when ${canRemind(now)}
      then to_char(least(${upcoming('week')}, ${upcoming('day')}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end`
}

type Due = { user_id: string; call_id: string; reminder: Reminder; name: string; closes_on: string }

/**
 * Reminds of the calls that close within a week or a day of `now` (an ISO timestamp), at most `serverLimits.remindersAtOnce` of
 * them, in one transaction: any kill, or another process, leaves each sent once or not yet. Returns how many were due;
 * call it again until that is 0.
 *
 * Whoever becomes interested within a week of the closing gets the reminder of the last day alone.
 */
export const sendDueReminders = (db: Database, site: Context['site'], now = new Date().toISOString()) =>
  db.transaction(async (tx) => {
    const moment = sql`${now}::timestamptz`
    const isDay = sql`${momentOf('day')} <= ${moment}`
    const due = await rows<Due>(tx)`
      select call_marks.user_id, call_id, case when ${isDay} then 'day' else 'week' end as reminder, events.name, calls.closes_on
      from calls join call_marks on call_id = calls.id join events on events.id = calls.event_id
      where calls.earliest_closes_at <= ${moment} + interval '7 days' and ${canRemind(now)}
        and (
          (${isDay} and ${isUnsent('day')} and call_marks.changed_at <= ${momentOf('day')})
          or (not ${isDay} and ${isUnsent('week')} and call_marks.changed_at <= ${momentOf('week')})
        )
        and call_marks.user_id in (select id from profiles)
      order by call_marks.user_id, call_id limit ${serverLimits.remindersAtOnce} for update of call_marks skip locked`
    if (due.length === 0) return 0
    const people = Map.groupBy(due, ({ user_id }) => user_id)
    const recipients = [...people.keys()].map((user_id, n) => sql`(${user_id}::uuid, ${n}::integer)`)
    await notify(tx, site, {
      from: 'site',
      kind: 'call_closing',
      subject: 'A call for papers closes soon',
      to: sql`select * from (values ${sql.join(recipients, sql`, `)}) as person (id, n)`,
      message: [...people.values()].map(messageOf),
      path: '/dashboard/calls',
    })
    for (const reminder of ['week', 'day'] as const) {
      const sent = due.filter((row) => row.reminder === reminder)
      if (sent.length === 0) continue
      await tx.execute(sql`
        update call_marks set ${sql.raw(`${reminder}_reminder_for`)} = sent.closes_on
        from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent (user_id uuid, call_id uuid, closes_on date)
        where call_marks.user_id = sent.user_id and call_marks.call_id = sent.call_id`)
    }
    return due.length
  })

/** 'A call that you are interested in closes within a day: RustHarbour (Jun 16, 2026).' */
const messageOf = (due: Due[]): string =>
  (['day', 'week'] as const)
    .map((reminder) => {
      const names = due
        .filter((row) => row.reminder === reminder)
        .map(({ name, closes_on }) => `${name} (${shortDay(closes_on)})`)
      return (
        names.length > 0 &&
        `A call that you are interested in closes ${reminders[reminder].words}: ${names.join(', ')}.`
      )
    })
    .filter(Boolean)
    .join(' ')
