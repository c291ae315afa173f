import { sql } from 'drizzle-orm'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import type { Database } from '#platform/database/db.ts'

const containing = (name: string) => `%${name}%`

/** What a person was notified of something with this name, oldest first. */
export async function notificationsOf(db: Database, person: { id: string }, name: string) {
  const rows = await db
    .select()
    .from(notifications)
    .where(sql`user_id = ${person.id} and message like ${containing(name)}`)
    .orderBy(notifications.created_at)
  return rows.map(({ kind, message, path }) => ({ kind, message, path }))
}

/** The first lines of the mail to a person about something with this name. */
export async function mailsOf(db: Database, person: { email: string }, name: string) {
  const rows = await db
    .select()
    .from(mail_outbox)
    .where(sql`to_address = ${person.email} and text like ${containing(name)}`)
  return rows.map(({ text }) => text.split('\n\n')[0])
}
