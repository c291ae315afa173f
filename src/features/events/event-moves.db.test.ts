import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { dateRange } from '#lib/dates.ts'
import { serverLimits } from '#src/limits.ts'
import { callAs, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'

const context = useStore()
let owner: Person
let member: Person
let event: MadeEvent

beforeEach(async () => {
  owner = await makePerson(context.store.db)
  member = await makePerson(context.store.db)
  event = await makeEvent(context.store.db, { owner, name: 'Quiet Systems', location_name: 'Bergen' })
  await attend(context.store.db, member, event)
})

const as = (person: Person, isAdmin = false) => callAs(context.store, viewerOf(person, isAdmin))
async function move(location_name: string, of = event, by = as(owner)) {
  const now = await by.events.detail({ slug: of.slug })
  const { name, description, website, start_date, end_date, country_name, time_zone, updated_at } = now
  const fields = { name, description, website, start_date, end_date, country_name, time_zone, updated_at }
  await by.events.update({ id: of.id, ...fields, location_name } as never)
}
const notices = async () =>
  (await context.store.db.select().from(notifications).where(eq(notifications.user_id, member.id))).map(
    ({ message }) => message,
  )
const mails = async () =>
  (await context.store.db.select().from(mail_outbox).where(eq(mail_outbox.to_address, member.email))).map(
    ({ text }) => text.split('\n\n')[0],
  )
const laterBy = (minutes: number) =>
  context.store.execute(
    `update event_moves set began_at = began_at - interval '${minutes} minutes', due_at = due_at - interval '${minutes} minutes'`,
    `update notifications set created_at = created_at - interval '${minutes} minutes'`,
    `update mail_outbox set created_at = created_at - interval '${minutes} minutes', next_try_at = next_try_at - interval '${minutes} minutes'`,
  )

describe('an event that moves', () => {
  test('several times is one message, from the first place to the last, that leaves after five quiet minutes', async () => {
    for (const place of ['Oslo', 'Lillehammer', 'Hamar', 'Voss']) await move(place)
    const message = 'Quiet Systems: new location Voss, Norway (was Bergen, Norway).'
    expect([await notices(), await mails()]).toEqual([[message], [message]])
    const due = sql`to_address = ${member.email} and next_try_at between now() + interval '4 minutes' and now() + interval '5 minutes'`
    expect(await context.store.db.$count(mail_outbox, due)).toBe(1)
  })

  test('on one of its days leaves after one quiet minute', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const event = await makeEvent(context.store.db, { owner, start_date: today, end_date: today })
    await attend(context.store.db, member, event)
    await move('Oslo', event)
    const soon = sql`to_address = ${member.email} and next_try_at between now() and now() + interval '1 minute'`
    expect([await mails(), await context.store.db.$count(mail_outbox, soon)]).toEqual([
      [expect.anything()],
      1,
    ])
  })

  test('and has a new name is told by both', async () => {
    const now = await as(owner).events.detail({ slug: event.slug })
    await as(owner).events.update({ ...now, name: 'Silent Systems', location_name: 'Oslo' } as never)
    await move('Voss')
    const message = 'Quiet Systems is now Silent Systems: new location Voss, Norway (was Bergen, Norway).'
    expect([await notices(), await mails()]).toEqual([[message], [message]])
  })

  test('has a new name alone is told once, and not to those who hear nothing of changes', async () => {
    const deaf = await makePerson(context.store.db)
    await attend(context.store.db, deaf, event)
    await as(deaf).notifications.mute({ kind: 'event_changed', isMuted: true })
    const rename = async (name: string) => {
      const now = await as(owner).events.detail({ slug: event.slug })
      await as(owner).events.update({ ...now, name } as never)
    }
    await rename('QUIET Systems')
    expect(await notices()).toEqual([])
    for (const name of ['Silent Systems', 'Mute Systems']) await rename(name)
    const when = dateRange(event.start_date, event.end_date)
    const message = `QUIET Systems is now Mute Systems (${when}, Bergen, Norway).`
    expect([await notices(), await mails()]).toEqual([[message], [message]])
    expect(await context.store.db.$count(notifications, eq(notifications.user_id, deaf.id))).toBe(0)
    await rename('QUIET Systems')
    expect([await notices(), await mails()]).toEqual([[], []])
  })

  test('and moves back is no message', async () => {
    await move('Oslo')
    await move('Voss')
    await move('Bergen')
    expect([await notices(), await mails()]).toEqual([[], []])
    await move('Oslo')
    expect(await mails()).toEqual(['Quiet Systems: new location Oslo, Norway (was Bergen, Norway).'])
  })

  test('and moves back is told to whoever has read of it', async () => {
    await move('Oslo')
    await as(member).notifications.markRead()
    await move('Bergen')
    expect(await notices()).toEqual([
      'Quiet Systems: new location Oslo, Norway (was Bergen, Norway).',
      'Quiet Systems: new location Bergen, Norway (was Oslo, Norway).',
    ])
    expect(await mails()).toEqual([])
  })

  test('again later is a message of its own', async () => {
    await move('Oslo')
    await laterBy(serverLimits.announcementDelay + 1)
    await move('Voss')
    const messages = [
      'Quiet Systems: new location Oslo, Norway (was Bergen, Norway).',
      'Quiet Systems: new location Voss, Norway (was Oslo, Norway).',
    ]
    expect([(await notices()).sort(), (await mails()).sort()]).toEqual([messages, messages])
  })

  test('sends no more mail than a sender has in a day over all events; the list still tells', async () => {
    await context.store.db.execute(sql`
      insert into mail_outbox (to_address, kind, subject, text, html, sender_id, created_at)
      select 'somebody@example.com', 'coverage', 's', 't', 'h', ${owner.id}::uuid, now() - make_interval(mins => n)
      from generate_series(1, ${serverLimits.mailingsPerDay - 1}) as n`)
    const other = await makeEvent(context.store.db, { owner, name: 'Loud Systems', location_name: 'Bergen' })
    await attend(context.store.db, member, other)
    await move('Oslo')
    await move('Oslo', other)
    await move('Voss', other)
    expect(await notices()).toHaveLength(2)
    expect(await mails()).toEqual(['Quiet Systems: new location Oslo, Norway (was Bergen, Norway).'])
  })
})
