import { inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { composeMail } from '#platform/compose-mail.ts'
import { type Database, postgresStore, rows, type Store } from '#platform/database/db.ts'
import { callAs, callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attendMany } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { freePort } from '#tests/support/postgres.ts'
import { type SmtpServer, startSmtp } from '#tests/support/smtp.ts'
import { type Delivery, smtpDelivery, startMailWorker } from './mail-worker.ts'

const context = useStore()
const log = pino({ level: 'silent' })
const site = 'https://hallway.test'

let smtp: SmtpServer
beforeEach(async () => {
  smtp = await startSmtp()
})
afterEach(async () => {
  await context.store.db.delete(mail_outbox)
  await smtp.stop()
})

/** A mail worker until the end of the test. */
async function mailWorker(
  url = smtp.url,
  store: Pick<Store, 'db' | 'listen'> = context.store,
  delivery: Delivery | Promise<Delivery> = smtpDelivery(
    url,
    'Hallway <hallway@hallway.test>',
    site,
    () => `/unsubscribe/${'x'.repeat(160)}`,
  ),
  timeout?: number,
) {
  const stop = await startMailWorker(store, await delivery, log, timeout)
  onTestFinished(stop)
  return stop
}

type NewMail = Partial<typeof mail_outbox.$inferInsert>

/** Writes mails into the outbox as one transaction of the site would. Returns their ids. */
const write = async (...mails: NewMail[]) =>
  (
    await context.store.db
      .insert(mail_outbox)
      .values(
        mails.map((mail) => ({
          to_address: `${unique()}@example.com`,
          subject: 'Hello',
          text: 'Hello',
          html: '<p>Hello</p>',
          ...mail,
        })),
      )
      .returning({ id: mail_outbox.id })
  ).map(({ id }) => id)

const outbox = (ids: string[]) =>
  context.store.db
    .select()
    .from(mail_outbox)
    .where(inArray(mail_outbox.id, ids))
    .orderBy(mail_outbox.created_at)
const areSent = (ids: string[]) =>
  until(async () => (await outbox(ids)).every(({ sent_at }) => sent_at !== null))
const haveFailed = (ids: string[]) =>
  until(async () => (await outbox(ids)).every(({ last_error }) => last_error !== null))

/** The time after which they are tried again has passed. */
const comeDue = (ids: string[]) =>
  context.store.db.transaction(async (tx) => {
    await tx.update(mail_outbox).set({ next_try_at: sql`now()` }).where(inArray(mail_outbox.id, ids))
    await tx.execute(sql`select pg_notify('hallway_mail', '')`)
  })

async function until(isSo: () => boolean | Promise<boolean>) {
  for (const started = Date.now(); !(await isSo()); await new Promise((wait) => setTimeout(wait, 20)))
    if (Date.now() - started > 120_000) throw new Error(`Still not so: ${isSo}`)
}

const idsThatArrived = () => smtp.received.map(({ id }) => id.replace(/^<(.*)@hallway\.test>$/, '$1'))
const sorted = (ids: string[]) => [...ids].sort()

describe('what arrives', () => {
  test('is what was written: to whom, from whom, subject, text and HTML, in any language', async () => {
    const subject =
      'Žiga Potočan claims Конференция «東京» — 🎪 and a subject that is so long that it must be folded'
    const mail = composeMail({
      siteName: 'Hallway',
      siteUrl: site,
      subject,
      lines: ['“Ünïcödé” 東京 🎪 مرحبا <b>&amp;', '.', '.a line with a dot', 'x'.repeat(3000)],
      button: { label: 'Look', url: `${site}/conferences/a-b?c=d&e=f` },
    })
    const [id] = await write({ ...mail, to_address: 'somebody@example.com' })
    await mailWorker()
    await areSent([id!])
    expect(smtp.received).toEqual([
      {
        id: `<${id}@hallway.test>`,
        from: 'hallway@hallway.test',
        to: ['somebody@example.com'],
        headers: expect.any(Array),
        subject,
        text: mail.text,
        html: mail.html,
      },
    ])
    const headers = Object.fromEntries(smtp.received[0]!.headers)
    expect(headers.from).toBe('Hallway <hallway@hallway.test>')
    expect(headers.to).toBe('somebody@example.com')
    expect(headers['auto-submitted']).toBe('auto-generated')
    expect(headers['content-type']).toMatch(/^multipart\/alternative;/)
  })

  test('is first that of an account, however many notifications wait', async () => {
    const notices = await write(...Array.from({ length: 500 }, () => ({ kind: 'event_changed' })))
    await mailWorker()
    await until(() => smtp.received.length > 20)
    const before = smtp.received.length
    const [account] = await write({ subject: 'Choose a new password' })
    await areSent([account!])
    const passed = smtp.received.findIndex(({ subject }) => subject === 'Choose a new password') - before
    // Those that were on their way already, and what each connection took meanwhile.
    expect(passed).toBeLessThan(50)
    await areSent(notices)
  })

  test('can be unsubscribed from in one line, unless it is of an account', async () => {
    const person = await makePerson(context.store.db)
    const ids = await write({ user_id: person.id, kind: 'event_changed' }, { user_id: person.id })
    await mailWorker()
    await areSent(ids)
    const headersOf = (id: string) =>
      Object.fromEntries(smtp.received.find((mail) => mail.id.includes(id))!.headers)
    const [notice, account] = ids.map(headersOf)
    const path = `/unsubscribe/${'x'.repeat(160)}`
    expect(notice?.['list-unsubscribe']).toBe(`<${site}${path}>`)
    expect(notice?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(Object.keys(account ?? {}).filter((name) => name.startsWith('list-'))).toEqual([])
  })

  test.each([
    'Eve\r\nBcc: victim@example.com',
    'Eve\nBcc: victim@example.com\n\nAnother body',
    'Eve\u0000\u2028Bcc: victim@example.com'.replace('\u0000', '\u000b'),
    'Eve =?UTF-8?Q?=0D=0ABcc:_victim@example.com?=',
  ])('has no header that a name smuggled in: %j', async (name) => {
    const mail = composeMail({
      siteName: 'Hallway',
      siteUrl: site,
      subject: `${name} claims Somewhere`,
      lines: [`${name} claims Somewhere`],
    })
    // The composer makes one line of it; whatever came into the outbox otherwise is no danger either.
    const ids = await write({ ...mail }, { ...mail, subject: `${name} claims Somewhere` })
    await mailWorker()
    await areSent(ids)
    for (const { to, headers } of smtp.received) {
      expect(to).toHaveLength(1)
      expect(sorted(headers.map(([name]) => name))).toEqual([
        'auto-submitted',
        'content-type',
        'date',
        'from',
        'message-id',
        'mime-version',
        'subject',
        'to',
      ])
    }
    expect(smtp.received).toHaveLength(2)
  })

  test.each(['a@example.com, victim@example.com', 'a@example.com>\r\nRCPT TO:<victim@example.com'])(
    'goes to nobody else: %j',
    async (to_address) => {
      const ids = await write({ to_address })
      await mailWorker()
      await until(async () =>
        (await outbox(ids)).every(({ sent_at, last_error }) => sent_at !== null || last_error !== null),
      )
      expect(smtp.received.flatMap(({ to }) => to).filter((to) => to === 'victim@example.com')).toEqual([])
    },
  )
})

describe('a mail server that', () => {
  test('is not there, and comes back later, gets every mail once', async () => {
    const port = await freePort()
    await mailWorker(`smtp://127.0.0.1:${port}`)
    const ids = await write({}, {}, {}, {}, {}, {}, {})
    await haveFailed(ids)
    expect((await outbox(ids)).map(({ tries, sent_at }) => ({ tries, sent_at }))).toEqual(
      ids.map(() => ({ tries: 1, sent_at: null })),
    )
    const late = await startSmtp(port)
    onTestFinished(late.stop)
    await comeDue(ids)
    await areSent(ids)
    expect(sorted(late.received.map(({ id }) => id))).toEqual(sorted(ids.map((id) => `<${id}@hallway.test>`)))
    expect((await outbox(ids)).map(({ last_error }) => last_error)).toEqual(ids.map(() => null))
  })

  test('hangs with one mail lets the others pass, also those that come later', async () => {
    smtp.behaviour = (to) => (to === 'slow@example.com' ? 'hang' : 'accept')
    await mailWorker()
    const [slow] = await write({ to_address: 'slow@example.com' })
    await until(() => smtp.attempted.length === 1)
    const ids = await write(...Array.from({ length: 30 }, () => ({})))
    await areSent(ids)
    expect(sorted(idsThatArrived())).toEqual(sorted(ids))
    expect((await outbox([slow!])).map(({ tries, sent_at }) => ({ tries, sent_at }))).toEqual([
      { tries: 1, sent_at: null },
    ])
  })

  test('drips its answers is left after a while; the mail waits for the next time', async () => {
    smtp.behaviour = () => 'drip'
    await mailWorker(undefined, undefined, undefined, 300)
    const ids = await write({}, {})
    await haveFailed(ids)
    await until(() => smtp.openConnections() === 0)
    smtp.behaviour = () => 'accept'
    await comeDue(ids)
    await areSent(ids)
    expect(sorted(idsThatArrived())).toEqual(sorted(ids))
  })

  test('says nothing at all does not keep the process from ending; its mails go out later', async () => {
    smtp.isSilent = true
    const stop = await mailWorker()
    const ids = await write(...Array.from({ length: 8 }, () => ({})))
    await until(() => smtp.openConnections() === 5)
    await stop()
    await until(() => smtp.openConnections() === 0)
    smtp.isSilent = false
    await comeDue(ids)
    await mailWorker()
    await areSent(ids)
    expect(sorted(idsThatArrived())).toEqual(sorted(ids))
  })

  test('closes the connection half-way gets the mail again, and takes it once', async () => {
    smtp.behaviour = () => 'close half-way'
    await mailWorker()
    const ids = await write({}, {}, {})
    await haveFailed(ids)
    expect(smtp.attempted).toHaveLength(3)
    smtp.behaviour = () => 'accept'
    await comeDue(ids)
    await areSent(ids)
    expect(sorted(idsThatArrived())).toEqual(sorted(ids))
  })

  test('takes a mail and closes without a word gets it again under the same Message-ID', async () => {
    smtp.behaviour = () => 'close at the end'
    await mailWorker()
    const [id] = await write({})
    await haveFailed([id!])
    expect(idsThatArrived()).toEqual([id])
    smtp.behaviour = () => 'accept'
    await comeDue([id!])
    await areSent([id!])
    expect(idsThatArrived()).toEqual([id, id])
  })

  test('closes idle connections is called anew, without a mail failing', async () => {
    await mailWorker()
    const first = await write({}, {})
    await areSent(first)
    const port = smtp.port
    const before = smtp.received
    await smtp.stop()
    smtp = await startSmtp(port)
    const second = await write({}, {})
    await areSent(second)
    expect(before).toHaveLength(2)
    expect(sorted(idsThatArrived())).toEqual(sorted(second))
    expect((await outbox(second)).map(({ tries }) => tries)).toEqual([1, 1])
  })

  test('is busy is asked again after 1, 2, 4, 8 minutes, then every quarter of an hour', async () => {
    smtp.behaviour = () => 'busy'
    await mailWorker()
    const ids = await write({})
    expect(await waits(ids[0]!, 6)).toEqual([1, 2, 4, 8, 15, 15])
  })

  test('knows no such mailbox is asked again ever more rarely, up to six hours', async () => {
    smtp.behaviour = () => 'no such mailbox'
    await mailWorker()
    const ids = await write({})
    expect(await waits(ids[0]!, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360])
    expect(smtp.received).toEqual([])
  })

  test('refuses for two days is given up, until an administrator tries again', async () => {
    smtp.behaviour = () => 'no such mailbox'
    await mailWorker()
    const [id] = await write({ refused_since: new Date(Date.now() - 47 * 3_600_000).toISOString() })
    const mail = async () => (await outbox([id!]))[0]!
    await until(async () => (await mail()).last_error !== null)
    expect((await mail()).failed_at).toBe(null)
    await context.store.db.execute(
      sql`update mail_outbox set refused_since = refused_since - interval '2 hours' where id = ${id!}`,
    )
    await comeDue([id!])
    await until(async () => (await mail()).failed_at !== null)
    const { tries } = await mail()
    await comeDue([id!])
    const admin = await makePerson(context.store.db, { isAdmin: true })
    const asAdmin = callAs(context.store, { ...admin, isAdmin: true, avatar_url: null, unread: 0 })
    const unsent = await asAdmin.unsentMail.list({})
    expect([unsent.failed, unsent.mails.map((mail) => [mail.id, mail.next_try_at])]).toEqual([
      1,
      [[id, null]],
    ])
    expect(unsent.mails[0]!.last_error).toContain('550 5.1.1 No such mailbox')
    expect(JSON.stringify(unsent)).not.toContain('@example.com')
    expect((await mail()).tries).toBe(tries)
    smtp.behaviour = () => 'accept'
    await asAdmin.unsentMail.retry({ id: id! })
    await until(async () => (await mail()).sent_at !== null)
  })

  test('comes too late for a link does not get it', async () => {
    const [dead, alive] = await write(
      { expires_at: new Date(Date.now() - 1000).toISOString() },
      { expires_at: new Date(Date.now() + 60_000).toISOString() },
    )
    await mailWorker()
    await until(async () => (await outbox([alive!]))[0]!.sent_at !== null)
    await until(async () => (await outbox([dead!]))[0]!.failed_at !== null)
    expect((await outbox([dead!]))[0]!.last_error).toContain('its link is no longer valid')
    expect(smtp.received).toHaveLength(1)
  })

  test('has mail for a suspended member, or about one, waits with it', async () => {
    const person = await makePerson(context.store.db)
    await context.store.db.execute(
      sql`insert into suspensions (user_id, root_id) values (${person.id}, ${person.id})`,
    )
    const [to, about, other] = await write({ user_id: person.id }, { named_user_id: person.id }, {})
    await mailWorker()
    await until(async () => (await outbox([other!]))[0]!.sent_at !== null)
    expect((await outbox([to!, about!])).map(({ tries }) => tries)).toEqual([0, 0])
  })

  /** How many minutes a mail waits after each of so many tries. */
  async function waits(id: string, tries: number): Promise<number[]> {
    const minutes: number[] = []
    for (let n = 1; n <= tries; n++) {
      await until(async () => {
        const [mail] = await outbox([id])
        return mail?.tries === n && mail.last_error !== null && new Date(mail.next_try_at) > new Date()
      })
      const [mail] = await rows<{ minutes: number }>(
        context.store.db,
        sql`
          update mail_outbox set last_error = null where id = ${id}
          returning round(extract(epoch from next_try_at - now()) / 60)::integer as minutes`,
      )
      minutes.push(mail!.minutes)
      await comeDue([id])
    }
    return minutes
  }
})

describe('the mailWorker', () => {
  test('sends the oldest first', async () => {
    const at = (minute: number) => ({
      to_address: `minute${minute}@example.com`,
      next_try_at: new Date(Date.now() - 3_600_000 + minute * 60_000).toISOString(),
    })
    const count = 40
    const order: number[] = []
    const ids = await write(...Array.from({ length: count }, (_, n) => at(count - 1 - n)))
    await mailWorker(undefined, undefined, {
      send: async ({ to_address }) => {
        order.push(Number(to_address.match(/\d+/)![0]))
      },
    })
    await areSent(ids)
    expect(order).toHaveLength(count)
    // Several are sent at a time, and one may be held up for long: in a random order half of all pairs would be wrong.
    const later = order.map((minute, index) => order.slice(index).filter((other) => other < minute).length)
    const wrongPairs = later.reduce((sum, n) => sum + n, 0)
    expect(wrongPairs / ((count * (count - 1)) / 2)).toBeLessThan(0.25)
  })

  test('shares the work with one of another process, and no mail goes out twice', async () => {
    const other = await anotherConnection()
    const ids = await write(...Array.from({ length: 150 }, () => ({})))
    await Promise.all([mailWorker(), mailWorker(smtp.url, other)])
    const more = await write(...Array.from({ length: 150 }, () => ({})))
    await areSent([...ids, ...more])
    expect(sorted(idsThatArrived())).toEqual(sorted([...ids, ...more]))
    expect((await outbox([...ids, ...more])).every(({ tries }) => tries === 1)).toBe(true)
  })

  test('an announcement that two processes accept at once reaches each attendee once', async () => {
    const { db } = context.store
    const other = await anotherConnection()
    const owner = await makePerson(db)
    const event = await makeEvent(db, { owner })
    const attendees = await makePeople(
      db,
      Array.from({ length: 20 }, () => ({})),
    )
    await attendMany(
      db,
      attendees.map((person) => ({ person, event })),
    )
    await Promise.all([mailWorker(), mailWorker(smtp.url, other)])
    const announce = (store: Store) =>
      callAsPerson(store, owner).announcements.create({
        event_id: event.id,
        audience: 'attendees',
        message: 'Doors open at nine.',
      })
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => announce(n % 2 ? other : context.store)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const mails = await db
      .select({ id: mail_outbox.id, to_address: mail_outbox.to_address })
      .from(mail_outbox)
      .where(sql`kind = 'announcement'`)
    const addresses = sorted(attendees.map(({ email }) => email))
    expect(sorted(mails.map(({ to_address }) => to_address))).toEqual(addresses)
    await areSent(mails.map(({ id }) => id))
    expect(sorted(smtp.received.map(({ to }) => String(to)))).toEqual(addresses)
    const entries = await rows<{ id: string }>(
      db,
      sql`select user_id as id from notifications where kind = 'announcement' and sender_id = ${owner.id}::uuid`,
    )
    expect(sorted(entries.map(({ id }) => id))).toEqual(sorted(attendees.map(({ id }) => id)))
  })

  test('leaves a mail to the process that has it in hand, until that one must have died', async () => {
    const [id] = await write({ next_try_at: new Date(Date.now() + 100_000).toISOString(), tries: 1 })
    await mailWorker()
    await areSent(await write({}))
    expect((await outbox([id!]))[0]?.sent_at).toBe(null)
    await comeDue([id!])
    await areSent([id!])
    expect(idsThatArrived().filter((mailId) => mailId === id)).toEqual([id])
  })

  test('does not send a mail again because the database was away when it was through', async () => {
    let failures = 0
    const db = new Proxy(context.store.db, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name)
        return (statement: Parameters<Database['execute']>[0]) => {
          const isMark = JSON.stringify(statement).includes('set sent_at = now()')
          if (isMark && ++failures <= 2) return Promise.reject(new Error('away'))
          return target.execute(statement)
        }
      },
    })
    await mailWorker(smtp.url, { db, listen: context.store.listen })
    const ids = await write({})
    await areSent(ids)
    await comeDue(ids)
    await areSent(await write({}))
    expect(failures).toBe(4)
    expect(idsThatArrived().filter((id) => id === ids[0])).toEqual(ids)
  })

  test('sends nothing that was undone', async () => {
    await mailWorker()
    await context.store.db
      .transaction(async (tx) => {
        await tx
          .insert(mail_outbox)
          .values({ to_address: 'a@example.com', subject: 'No', text: 'No', html: 'No' })
        throw new Error('undone')
      })
      .catch(() => {})
    await areSent(await write({}))
    expect(smtp.received.map(({ subject }) => subject)).toEqual(['Hello'])
  })

  test('keeps nobody waiting: what causes a mail is answered while the mail server hangs', async () => {
    const { db } = context.store
    const admin = await makePerson(db, { isAdmin: true })
    const member = await makePerson(db)
    const viewer = {
      id: member.id,
      name: member.name,
      email: member.email,
      isAdmin: false,
      avatar_url: null,
      unread: 0,
    }
    smtp.isSilent = true
    await mailWorker()
    const before = await write({}, {}, {}, {}, {})
    await until(() => smtp.openConnections() === 5)
    for (let index = 0; index < 10; index++) {
      const event = await makeEvent(db)
      const claim = await callAs(context.store, viewer).eventClaims.submit({ event_id: event.id })
      expect(claim.status).toBe('pending')
    }
    expect(smtp.openConnections()).toBe(5)
    expect((await outbox(before)).map(({ sent_at }) => sent_at)).toEqual(before.map(() => null))
    const unsentRows = await db
      .select()
      .from(mail_outbox)
      .where(sql`to_address = ${admin.email} and sent_at is null`)
    expect(unsentRows).toHaveLength(10)
  })
})

/** The same database through connections of its own where the engine is a server; the embedded one has no other. */
async function anotherConnection(): Promise<Store> {
  const engine = inject('engine')
  if (engine.kind === 'embedded') return context.store
  const [database] = await rows<{ name: string }>(context.store.db, sql`select current_database() as name`)
  const store = postgresStore(engine.url.replace(/[^/]+$/, database!.name), undefined, 5)
  onTestFinished(() => store.close())
  return store
}
