import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { watchStatements } from '#platform/database/statements.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'
import { mail_outbox } from './mail.tables.ts'
import { notify, type Sender, withdraw } from './notifications.server.ts'
import { notifications } from './notifications.tables.ts'

const context = useStore()
const site = { name: 'Hallway', url: 'http://hallway.test' }

let member: Person
let other: Person

beforeEach(async () => {
  member = await makePerson(context.store.db)
  other = await makePerson(context.store.db)
})

const as = (person: Person | null) => callAsPerson(context.store, person).notifications

const notifyPeople = (people: Person[], message: string) =>
  notify(context.store.db, site, {
    from: 'site',
    kind: 'event_changed',
    subject: 'A conference has changed',
    to: sql`select unnest(${sql.param(people.map(({ id }) => id))}::uuid[])`,
    message,
    path: '/conferences/somewhere',
  })
const messages = async (person: Person) =>
  (await as(person).list({})).notifications.map(({ message }) => message)
const unread = ({ id }: Person) =>
  context.store.db.$count(notifications, and(eq(notifications.user_id, id), isNull(notifications.read_at)))
const mailTo = (person: Person) =>
  context.store.db.select().from(mail_outbox).where(eq(mail_outbox.to_address, person.email))

describe('telling', () => {
  test('a person reads it in the list, newest first, and gets the same by mail', async () => {
    await notifyPeople([member], 'The venue has changed')
    await notifyPeople([member], 'The day has <changed>')
    expect(await as(member).list({})).toEqual({
      notifications: ['The day has <changed>', 'The venue has changed'].map((message) => ({
        id: expect.any(String),
        kind: 'event_changed',
        message,
        path: '/conferences/somewhere',
        created_at: expect.any(String),
        read_at: null,
      })),
      next: null,
    })
    const mails = await mailTo(member)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A conference has changed',
      'A conference has changed',
    ])
    expect(mails[1]?.text.split('\n\n').slice(0, 3)).toEqual([
      'The day has <changed>',
      'You can turn off these emails in your account settings.',
      'View on Hallway: http://hallway.test/conferences/somewhere',
    ])
    expect(mails[1]?.html.includes('<p style="margin:0 0 16px">The day has &lt;changed&gt;</p>')).toBe(true)
    expect(await messages(other)).toEqual([])
    expect(await mailTo(other)).toEqual([])
  })

  test('who has muted the kind hears nothing of it, neither way', async () => {
    await as(member).mute({ kind: 'event_changed', isMuted: true })
    await as(member).mute({ kind: 'event_changed', isMuted: true })
    expect(await as(member).muted()).toEqual([
      { kind: 'event_changed', channel: 'list' },
      { kind: 'event_changed', channel: 'mail' },
    ])
    await notifyPeople([member, other], 'Silence')
    expect(await messages(member)).toEqual([])
    expect(await mailTo(member)).toEqual([])
    expect(await messages(other)).toEqual(['Silence'])
    await as(member).mute({ kind: 'event_changed', isMuted: false })
    await notifyPeople([member], 'Heard')
    expect(await messages(member)).toEqual(['Heard'])
  })

  test('a kind is muted for mail and for the list apart', async () => {
    await as(member).mute({ kind: 'event_changed', isMuted: true, channel: 'mail' })
    await as(other).mute({ kind: 'event_changed', isMuted: true, channel: 'list' })
    await notifyPeople([member, other], 'Half')
    expect([await messages(member), (await mailTo(member)).length]).toEqual([['Half'], 0])
    expect([await messages(other), (await mailTo(other)).length]).toEqual([[], 1])
    await as(member).mute({ kind: 'event_changed', isMuted: false, channel: 'mail' })
    expect(await as(member).muted()).toEqual([])
  })

  test('each switches kinds off and on for themselves', async () => {
    await as(member).mute({ kind: 'event_changed', isMuted: true })
    await as(other).mute({ kind: 'event_changed', isMuted: true })
    await as(other).mute({ kind: 'event_changed', isMuted: false })
    expect([(await as(member).muted()).length, await as(other).muted()]).toEqual([2, []])
  })

  test('what is undone was not told', async () => {
    await context.store.db
      .transaction(async (tx) => {
        await notify(tx, site, {
          from: 'site',
          kind: 'event_changed',
          subject: 'A conference has changed',
          to: sql`select ${member.id}::uuid`,
          message: 'Never happened',
          path: '/',
        })
        throw new Error('undone')
      })
      .catch(() => {})
    expect(await messages(member)).toEqual([])
    expect(await mailTo(member)).toEqual([])
  })

  test('two statements tell three people as they tell one', async () => {
    const more = await makePeople(context.store.db, [{}, {}, {}])
    for (const people of [[member], more]) {
      const { statements } = await watchStatements(() => notifyPeople(people, 'Counted'))
      expect(statements).toHaveLength(2)
    }
    expect(await context.store.db.$count(mail_outbox, sql`text like 'Counted%'`)).toBe(4)
  })
})

describe('the mail and the notices that one sender causes', () => {
  const send = (from: Sender, people: Person[], message: string) =>
    context.store.db.transaction((tx) =>
      notify(tx, site, {
        from,
        kind: 'event_changed',
        subject: 'A conference has changed',
        to: sql`select unnest(${sql.param(people.map(({ id }) => id))}::uuid[])`,
        message,
        path: '/conferences/somewhere',
      }),
    )
  const senderOf = ({ id }: Person, isAdmin = false) => ({ id, isAdmin })
  const repeat = async (times: number, act: (n: number) => Promise<unknown>) => {
    for (let n = 0; n < times; n++) await act(n)
  }

  test('to one person are limited; the newest notice takes the place of the one before', async () => {
    const sender = await makePerson(context.store.db)
    await repeat(30, (n) => send(senderOf(sender), [member], `Number ${n}`))
    expect(await mailTo(member)).toHaveLength(serverLimits.mailsFromOneSenderPerDay)
    const list = await messages(member)
    expect(list).toHaveLength(serverLimits.noticesFromOneSenderPerDay)
    expect([list[0], list[1]]).toEqual(['Number 29', 'Number 18'])
    // Somebody else, and another recipient, are not affected.
    await send(senderOf(other), [member], 'Of another')
    await send(senderOf(sender), [other], 'To another')
    expect(await mailTo(member)).toHaveLength(serverLimits.mailsFromOneSenderPerDay + 1)
    expect(await mailTo(other)).toHaveLength(1)
    await context.store.execute(`update mail_outbox set created_at = created_at - interval '1 day'`)
    await send(senderOf(sender), [member], 'The next day')
    expect(await mailTo(member)).toHaveLength(serverLimits.mailsFromOneSenderPerDay + 2)
  })

  test('of the site are limited alike, and of an administrator not: a decision always arrives', async () => {
    const [admin] = await makePeople(context.store.db, [{ isAdmin: true }])
    await repeat(12, (n) => send('site', [member], `Number ${n}`))
    expect(await mailTo(member)).toHaveLength(serverLimits.mailsFromOneSenderPerDay)
    await repeat(50, (n) => send(senderOf(admin!, true), [other], `Number ${n}`))
    expect([(await mailTo(other)).length, (await messages(other)).length]).toEqual([50, 30])
  })

  test('over all senders are limited to one person, and of one sender to all', async () => {
    const people = await makePeople(
      context.store.db,
      Array.from({ length: 15 }, () => ({})),
    )
    for (const person of people.slice(0, 5))
      await repeat(10, (n) => send(senderOf(person), [member], `Number ${n}`))
    expect(await mailTo(member)).toHaveLength(serverLimits.notificationMailsPerDay)
    const sender = await makePerson(context.store.db)
    await repeat(serverLimits.mailingsPerDay + 10, (n) =>
      send(senderOf(sender), [people[n % 15]!], `Number ${n}`),
    )
    const mails = await context.store.db.$count(mail_outbox, eq(mail_outbox.sender_id, sender.id))
    expect(mails).toBe(serverLimits.mailingsPerDay)
  })

  test('at once are no more than one after the other, whoever sends them', async () => {
    const senders = await makePeople(
      context.store.db,
      Array.from({ length: 6 }, () => ({})),
    )
    await Promise.all(
      senders.flatMap((sender) =>
        Array.from({ length: 12 }, (_, n) => send(senderOf(sender), [member, other], `Number ${n}`)),
      ),
    )
    for (const person of [member, other])
      expect(await mailTo(person)).toHaveLength(serverLimits.notificationMailsPerDay)
    for (const { id } of senders) {
      const isOfPair = and(eq(mail_outbox.sender_id, id), eq(mail_outbox.user_id, member.id))
      expect(await context.store.db.$count(mail_outbox, isOfPair)).toBeLessThanOrEqual(
        serverLimits.mailsFromOneSenderPerDay,
      )
    }
  })

  test('that are withdrawn do not count', async () => {
    const sender = await makePerson(context.store.db)
    await repeat(30, async (n) => {
      await withdraw(context.store.db, 'a key', '2020-01-01')
      await context.store.db.transaction((tx) =>
        notify(tx, site, {
          from: senderOf(sender),
          kind: 'event_changed',
          subject: 'A conference has changed',
          to: sql`select ${member.id}::uuid`,
          message: `Number ${n}`,
          path: '/',
          replaceKey: 'a key',
        }),
      )
    })
    expect([(await mailTo(member)).length, await messages(member)]).toEqual([1, ['Number 29']])
  })

  test('of several texts reach each person with the right one, in two statements', async () => {
    const { statements } = await watchStatements(() =>
      notify(context.store.db, site, {
        from: senderOf(other),
        kind: 'talk_changed',
        subject: 'Talks in your schedule have changed',
        to: sql`select * from (values (${member.id}::uuid, 1), (${other.id}::uuid, 0)) as reader (id, n)`,
        message: ['For the other', 'For the member'],
        path: '/',
      }),
    )
    expect(statements).toHaveLength(2)
    expect([await messages(member), await messages(other)]).toEqual([['For the member'], ['For the other']])
    expect((await mailTo(member))[0]?.text).toContain('For the member')
  })
})

describe('reading', () => {
  test('all are read at once, and only mine', async () => {
    await notifyPeople([member, other], 'One')
    await notifyPeople([member, other], 'Two')
    expect(await unread(member)).toBe(2)
    await as(member).markRead()
    expect(await unread(member)).toBe(0)
    expect(await unread(other)).toBe(2)
  })

  test('what came after the page was opened stays unread', async () => {
    await notifyPeople([member], 'Seen')
    await notifyPeople([member], 'Seen too')
    const [newest] = (await as(member).list({})).notifications
    await notifyPeople([member], 'Not seen yet')
    await as(member).markRead({ until: `${newest?.created_at}_${newest?.id}` })
    const { notifications: list } = await as(member).list({})
    expect(list.filter(({ read_at }) => read_at === null).map(({ message }) => message)).toEqual([
      'Not seen yet',
    ])
  })

  test('pages follow each other without a gap and without a repetition, also where times are equal', async () => {
    await context.store.db.insert(notifications).values(
      Array.from({ length: 75 }, (_, index) => ({
        user_id: member.id,
        kind: 'event_changed' as const,
        message: `Number ${index}`,
        path: '/',
        created_at: '2026-01-01 10:00:00.123456+00',
      })),
    )
    const pagedIds: string[] = []
    let after: string | undefined
    do {
      const page = await as(member).list({ after })
      pagedIds.push(...page.notifications.map(({ message }) => message))
      after = page.next ?? undefined
    } while (after)
    expect(pagedIds).toHaveLength(75)
    expect(new Set(pagedIds).size).toBe(75)
  })

  test('a visitor has none', async () => {
    const refused = { code: 'UNAUTHORIZED', message: 'User not authenticated' }
    const anybody = as(null)
    await expect(anybody.list({})).rejects.toMatchObject(refused)
    await expect(anybody.markRead()).rejects.toMatchObject(refused)
    await expect(anybody.muted()).rejects.toMatchObject(refused)
    await expect(anybody.mute({ kind: 'event_changed', isMuted: true })).rejects.toMatchObject(refused)
  })
})
