import { desc, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { mail_outbox } from '#features/people/mail.tables.ts'
import { type Database, rows, type Store } from './db.ts'

type Waiting = { id: string; to_address: string; subject: string; text: string; html: string; tries: number }

/** Hands one mail over; throws if it could not. The id makes a second delivery of the same mail recognisable. */
export type Deliver = (mail: Waiting) => Promise<void>

/** While one process tries a mail, no other does; if it dies meanwhile, the mail is due again after this. */
const leaseSeconds = 120
const atOnce = 10

/** Delivery by SMTP, with an end to waiting for a server that hangs. */
export function smtpDelivery(url: string, from: string, siteUrl: string): Deliver {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 40_000,
  } as Parameters<typeof createTransport>[0])
  const host = new URL(siteUrl).hostname
  return async ({ id, to_address, subject, text, html }) => {
    await transport.sendMail({ from, to: to_address, subject, text, html, messageId: `<${id}@${host}>` })
  }
}

/** Without SMTP on a loopback address: the mail stays in the outbox, where /dev/mailbox shows it. */
export const keepInMailbox: Deliver = async () => {}

/** Sends what is due, in order, until nothing is. Returns how many were delivered. */
export async function sendDueMail(db: Database, deliver: Deliver, log: Logger): Promise<number> {
  let delivered = 0
  for (;;) {
    const due = await rows<Waiting>(
      db,
      sql`
        update mail_outbox set next_try_at = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
        where id in (
          select id from mail_outbox where sent_at is null and next_try_at <= now()
          order by next_try_at limit ${atOnce} for update skip locked
        )
        returning id, to_address, subject, text, html, tries`,
    )
    if (due.length === 0) return delivered
    await Promise.all(due.map((mail) => attempt(mail)))
  }

  async function attempt(mail: Waiting) {
    try {
      await deliver(mail)
      await db.execute(sql`update mail_outbox set sent_at = now(), last_error = null where id = ${mail.id}`)
      delivered++
    } catch (error) {
      // 1, 2, 4 … minutes, at most six hours: a server that is away for a day loses nothing.
      const minutes = Math.min(2 ** (mail.tries - 1), 360)
      log.warn({ err: error, mail: mail.id, tries: mail.tries }, 'a mail could not be sent yet')
      await db.execute(sql`
        update mail_outbox set next_try_at = now() + make_interval(mins => ${minutes}), last_error = ${String(error).slice(0, 500)}
        where id = ${mail.id}`)
    }
  }
}

/** Sends whatever comes into the outbox, and what is left from before. Returns how to stop. */
export async function startPostman(
  store: Store,
  deliver: Deliver | undefined,
  log: Logger,
): Promise<() => Promise<void>> {
  if (!deliver) {
    log.warn('SMTP_URL is not set: mail waits in the outbox')
    return async () => {}
  }
  const send = deliver
  let running: Promise<void> | undefined
  let again = false
  const work = () => {
    if (running) {
      again = true
      return
    }
    running = (async () => {
      do {
        again = false
        await sendDueMail(store.db, send, log)
      } while (again)
    })()
      .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined
      })
  }
  await store.listen('hallway_mail', work)
  const timer = setInterval(work, 30_000)
  work()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** The newest mails, for the mailbox of a development machine. */
export async function newestMail(db: Database) {
  const found = await db.select().from(mail_outbox).orderBy(desc(mail_outbox.created_at)).limit(200)
  return found.map(({ to_address, subject, text, html, created_at }) => ({
    to: to_address,
    subject,
    text,
    html,
    sentAt: new Date(created_at).toISOString(),
  }))
}
