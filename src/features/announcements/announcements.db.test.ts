import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { muted_notifications, notifications } from '#features/notifications/notifications.tables.ts'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()
let owner: Person
let attendee: Person
let unlisted: Person
let saver: Person
let event: { id: string; name: string }

beforeEach(async () => {
  const { db } = context.store
  ;[owner, attendee, unlisted, saver] = (await Promise.all([1, 2, 3, 4].map(() => makePerson(db)))) as [
    Person,
    Person,
    Person,
    Person,
  ]
  event = await makeEvent(db, { owner, name: 'Hall Days' })
  await attend(db, owner, event)
  await attend(db, attendee, event)
  await attend(db, unlisted, event, { visibility: 'unlisted' })
  await saveTalk(db, saver, await makeTalk(db, { event: event as never }))
})

const as = (person: Person | null, isAdmin = false) =>
  callAsPerson(context.store, person, { isAdmin }).announcements
const write = (audience: 'attendees' | 'savers', message = 'Doors open at nine.') =>
  as(owner).create({ event_id: event.id, audience, message })
const recipientsOf = async () => {
  const idRows = await rows<{ id: string }>(
    context.store.db,
    sql`select user_id as id from notifications where kind = 'announcement' and sender_id = ${owner.id}::uuid`,
  )
  return idRows.map(({ id }) => id).sort()
}
const passDay = () => context.store.execute(`update rate_limits set expires_at = now() - interval '1 second'`)

test('an announcement reaches attendees, unlisted ones too, on the site and by mail, and stands on the page', async () => {
  expect(await as(owner).recipients({ event_id: event.id })).toEqual({ attendees: 2, savers: 1 })
  await write('attendees', 'Doors open at nine.\nBring <b>cake</b>.')
  expect(await recipientsOf()).toEqual([attendee.id, unlisted.id].sort())
  const [mail] = await context.store.db.select().from(mail_outbox).where(eq(mail_outbox.user_id, attendee.id))
  expect(mail).toMatchObject({ kind: 'announcement', subject: 'News from a conference' })
  expect(mail!.text).toContain('Hall Days: Doors open at nine.\n\nBring <b>cake</b>.')
  const [announcement] = await as(null).list({ event_id: event.id })
  expect(announcement).toMatchObject({
    message: 'Doors open at nine.\nBring <b>cake</b>.',
    author: { id: owner.id },
  })
})

test('one for those who saved a talk reaches them alone', async () => {
  await write('savers')
  expect(await recipientsOf()).toEqual([saver.id])
})

test('who has muted the kind gets neither mail nor entry', async () => {
  await context.store.db.insert(muted_notifications).values(
    (['list', 'mail'] as const).map((channel) => ({
      user_id: attendee.id,
      kind: 'announcement' as const,
      channel,
    })),
  )
  await write('attendees')
  expect(await recipientsOf()).toEqual([unlisted.id])
  expect(await context.store.db.$count(mail_outbox, eq(mail_outbox.user_id, attendee.id))).toBe(0)
})

test('there is one a day for a conference, also when ten are sent at once, and after it is deleted', async () => {
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => write('attendees')))
  const accepted = results.filter((result) => result.status === 'fulfilled')
  expect(accepted).toHaveLength(1)
  expect(await context.store.db.$count(notifications, eq(notifications.user_id, attendee.id))).toBe(1)
  await as(owner).remove({ id: accepted[0]!.value.id })
  expect(await refusal(write('attendees'))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await passDay()
  await write('attendees')
  expect(await as(null).list({ event_id: event.id })).toHaveLength(1)
})

test('the owner alone writes, and an administrator only deletes', async () => {
  const admin = await makePerson(context.store.db, { isAdmin: true })
  const input = { event_id: event.id, audience: 'attendees' as const, message: 'News' }
  for (const [person, isAdmin] of [
    [attendee, false],
    [admin, true],
  ] as const)
    expect(await refusal(as(person, isAdmin).create(input))).toMatchObject({ code: 'FORBIDDEN' })
  const { id } = await write('attendees')
  expect(await refusal(as(attendee).remove({ id }))).toMatchObject({ code: 'FORBIDDEN' })
  await as(admin, true).remove({ id })
  expect(await refusal(as(owner).remove({ id }))).toMatchObject({ code: 'NOT_FOUND' })
})

test('deleting takes back what was neither read nor sent', async () => {
  const { db } = context.store
  const { id } = await write('attendees')
  await db.update(notifications).set({ read_at: sql`now()` }).where(eq(notifications.user_id, attendee.id))
  await db.update(mail_outbox).set({ tries: 1 }).where(eq(mail_outbox.user_id, attendee.id))
  await as(owner).remove({ id })
  expect(await recipientsOf()).toEqual([attendee.id])
  expect(await db.$count(mail_outbox, eq(mail_outbox.user_id, unlisted.id))).toBe(0)
  expect(await db.$count(mail_outbox, eq(mail_outbox.user_id, attendee.id))).toBe(1)
})

test('a message has 1 to 1,000 characters, and what a suspended owner wrote is hidden', async () => {
  for (const message of ['', '  \n ', 'x'.repeat(1001)])
    expect(await refusal(write('attendees', message))).toMatchObject({ code: 'BAD_REQUEST' })
  await write('attendees', 'x'.repeat(1000))
  await context.store.execute(`update all_profiles set is_hidden = true where id = '${owner.id}'`)
  expect(await as(null).list({ event_id: event.id })).toEqual([])
})
