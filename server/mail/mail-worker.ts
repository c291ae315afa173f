import { setTimeout as wait } from 'node:timers/promises'
import { desc, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'

type QueuedMail = {
  id: string
  to_address: string
  user_id: string | null
  kind: string | null
  subject: string
  text: string
  html: string
  tries: number
  is_expired: boolean
}

export type Delivery = {
  /** Delivers one mail; throws if it could not, or if the signal ended it. */
  send(mail: QueuedMail, signal: AbortSignal): Promise<void>
  close?(): void
}

/** The end of a mail whose link has died: it would bring nothing but confusion. */
const expiredReason = 'Not sent: its link is no longer valid'
/** The end of one that could not be sent, or was for somebody suspended (server/operator/jobs.ts). */
export const waitedReason = 'Not sent: it waited for 30 days'

/** At most so many mails are on their way at once in a process, each on a connection of its own. */
const concurrency = 5
/** While one process tries a mail, no other does; if it dies meanwhile, the mail is due again after this. Longer than the timeout of one mail. */
const leaseSeconds = 120
/** Milliseconds between two looks into the outbox, should an announcement be missed. */
const lookEvery = 30_000

/** Connections to the mail server of SMTP_URL. Where there is none, the package is never loaded. */
export const mailTransport = async (url: string) =>
  (await import('nodemailer')).createTransport({
    url,
    pool: true,
    // A mail that waited for a connection would outlive its lease.
    maxConnections: concurrency,
    // Only what had not begun: a connection that the server closed while it was idle.
    maxRequeues: 1,
    idleTimeout: 10_000,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 40_000,
  })

/** Who mail is from. */
export const senderOf = (env: { MAIL_FROM?: string; SITE_NAME: string }) =>
  env.MAIL_FROM ?? `${env.SITE_NAME} <noreply@localhost>`

/**
 * Delivery by SMTP. A second delivery of a mail bears the same Message-ID, by which it is known as the same.
 * `unsubscribePath` gives the path that stops the mails of a kind to a person with this address.
 */
export async function smtpDelivery(
  url: string,
  from: string,
  siteUrl: string,
  unsubscribePath: (userId: string, kind: string, address: string) => string,
): Promise<Delivery> {
  const transport = await mailTransport(url)
  const host = new URL(siteUrl).hostname
  return {
    send: async ({ id, to_address, user_id, kind, subject, text, html }, signal) => {
      // RFC 8058 wants https. Folded, the address would break the signatures of outside signers.
      const isUnsubscribable = kind && user_id && siteUrl.startsWith('https:')
      await transport.sendMail({
        from,
        // Not as text: that would be read as a list of addresses.
        to: { name: '', address: to_address },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(isUnsubscribable && {
            'List-Unsubscribe': {
              prepared: true,
              value: `<${siteUrl}${unsubscribePath(user_id, kind, to_address)}>`,
            },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        signal,
      })
    },
    close: () => transport.close(),
  }
}

/** Without SMTP on a loopback address: the mail stays in the outbox, where /dev/mailbox shows it. */
export const keepInMailbox: Delivery = { send: async () => {} }

/**
 * The mail that has been due the longest, those of accounts first and digests last, taken for as long as the lease. Mail
 * to suspended people, or that names one, waits.
 */
async function leaseNext(db: Database): Promise<QueuedMail | undefined> {
  const [mail] = await rows<QueuedMail>(db)`
    update mail_outbox set next_try_at = now() + make_interval(secs => ${leaseSeconds}), tries = tries + 1
    where id = (
      select id from mail_outbox where sent_at is null and failed_at is null and next_try_at <= now()
        and not exists (select from suspensions where suspensions.user_id in (mail_outbox.user_id, named_user_id))
      order by (case when kind is null then 0 when kind = 'digest' then 2 else 1 end), next_try_at limit 1 for update skip locked
    )
    returning id, to_address, user_id, kind, subject, text, html, tries, coalesce(expires_at <= now(), false) as is_expired`
  return mail
}

/** Whether the server has understood and will say the same next time: no such mailbox, no such content. */
const isRefusal = (error: unknown) => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

type Outbox = {
  db: Database
  log: Logger
  delivery: Delivery
  /** Milliseconds for one mail: a server that drips its answers would hold it for ever. */
  timeoutMs: number
  /** Ends what is on its way. */
  ending: AbortSignal
}

async function attempt(outbox: Outbox, mail: QueuedMail): Promise<void> {
  const { db, delivery, timeoutMs, ending } = outbox
  if (mail.is_expired) {
    await db.execute(sql`
      update mail_outbox set failed_at = now(), last_error = ${`${expiredReason}. `} || coalesce(last_error, '') where id = ${mail.id}`)
    return
  }
  try {
    await delivery.send(mail, AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)]))
  } catch (error) {
    return postpone(outbox, mail, error)
  }
  return markSent(outbox, mail)
}

/** The mail is out: unless this is written down, it would go out again. */
async function markSent({ db, log, ending }: Outbox, mail: QueuedMail): Promise<void> {
  for (let tries = 1; !ending.aborted; tries++) {
    try {
      await db.execute(
        sql`update mail_outbox set sent_at = now(), last_error = null, refused_since = null where id = ${mail.id}`,
      )
      return
    } catch (error) {
      // Once and without the error, which is left out of the log while the database is away.
      if (tries === 1) log.error({ mail: mail.id }, 'a mail was sent, but not yet marked as sent')
      log.debug({ err: error, mail: mail.id }, 'a mail could not be marked as sent')
      await wait(1000)
    }
  }
}

/**
 * 1, 2, 4 … minutes: at most a quarter of an hour where the server is away or busy, six hours where it refuses. What is
 * refused for two days is given up.
 */
async function postpone({ db, log }: Outbox, mail: QueuedMail, error: unknown): Promise<void> {
  const isRefused = isRefusal(error)
  const minutes = Math.min(2 ** (mail.tries - 1), isRefused ? 360 : 15)
  const [outcome] = await rows<{ has_failed: boolean }>(db)`
    update mail_outbox set next_try_at = now() + make_interval(mins => ${minutes}), last_error = ${String(error).slice(0, 500)},
      refused_since = case when ${isRefused} then coalesce(refused_since, now()) end,
      failed_at = case when ${isRefused} and refused_since <= now() - make_interval(hours => ${serverLimits.mailRefusedHours}) then now() end
    where id = ${mail.id} returning failed_at is not null as has_failed`
  log.warn(
    { err: error, mail: mail.id, tries: mail.tries },
    outcome?.has_failed ? 'a mail was given up' : 'a mail could not be sent yet',
  )
}

/**
 * Sends whatever comes into the outbox, and what is left from before. A mail that is not through after `timeoutMs` is
 * given up for now. Returns how to stop.
 */
export async function startMailWorker(
  store: Pick<Store, 'db' | 'listen'>,
  delivery: Delivery | undefined,
  log: Logger,
  timeoutMs = 60_000,
): Promise<() => Promise<void>> {
  if (!delivery) {
    log.warn('SMTP_URL is not set: mail waits in the outbox')
    return async () => {}
  }
  const ending = new AbortController()
  const outbox: Outbox = { db: store.db, log, delivery, timeoutMs, ending: ending.signal }
  const workers = new Set<Promise<void>>()
  let isStopping = false
  let isWakePending = false

  /** Starts one more worker. A mail that hangs keeps one of them, the others go on. */
  function wake() {
    if (isStopping) return
    if (workers.size >= concurrency) {
      isWakePending = true
      return
    }
    const worker = work()
      .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        workers.delete(worker)
        // All workers were busy when the mail came; one of them may have looked just before.
        if (isWakePending) {
          isWakePending = false
          wake()
        }
      })
    workers.add(worker)
  }

  async function work() {
    while (!isStopping) {
      const mail = await leaseNext(store.db)
      if (!mail) return
      wake()
      await attempt(outbox, mail)
    }
  }

  await store.listen('hallway_mail', wake)
  const timer = setInterval(wake, lookEvery)
  wake()
  return async () => {
    isStopping = true
    clearInterval(timer)
    // What is nearly through may end; a server that hangs must not keep the process.
    const grace = setTimeout(() => ending.abort(), 3000)
    await Promise.all(workers)
    clearTimeout(grace)
    delivery.close?.()
  }
}

/** The newest mails, for the mailbox of a development machine. */
export async function newestMail(db: Database) {
  const mails = await db.select().from(mail_outbox).orderBy(desc(mail_outbox.created_at)).limit(200)
  return mails.map(({ to_address, subject, text, html, created_at }) => ({
    to: to_address,
    subject,
    text,
    html,
    sentAt: new Date(created_at).toISOString(),
  }))
}
