import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { callAsPerson, fieldErrors, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { answerSpeaking } from '#tests/support/factories/speaking.ts'
import { type MadeTalk, makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()
const today = '2027-02-20'
let owner: Person
let saver: Person
let speaking: Person
let stranger: Person
let event: MadeEvent
let talk: MadeTalk
let other: MadeTalk

const as = (person: Person, day = today) => callAsPerson(context.store, person, { today: day })

beforeEach(async () => {
  const { db } = context.store
  owner = await makePerson(db)
  saver = await makePerson(db)
  speaking = await makePerson(db)
  stranger = await makePerson(db)
  event = await makeEvent(db, {
    owner,
    name: 'Quiet Systems',
    start_date: '2027-03-01',
    end_date: '2027-03-02',
  })
  const speaker = await makeSpeaker(db, { user_id: speaking.id })
  await answerSpeaking(db, speaking, event)
  const fields = { event, location: 'Hall 1' }
  talk = await makeTalk(db, { ...fields, title: 'Silence', start_time: '10:00', speakers: [speaker] })
  other = await makeTalk(db, { ...fields, title: 'Noise', start_time: '11:00' })
  for (const each of [talk, other]) await saveTalk(db, saver, each)
  await saveTalk(db, owner, talk)
})

async function edit(changes: Record<string, unknown>, of = talk, day = today) {
  const now = await as(owner).talks.detail({ id: of.id })
  const speaker_ids = now.speakers.map(({ id }) => id)
  await as(owner, day).talks.update({ ...now, speaker_ids, id: of.id, ...changes } as never)
}
const messagesTo = async ({ id }: Person) =>
  (
    await context.store.db
      .select({ message: notifications.message })
      .from(notifications)
      .where(eq(notifications.user_id, id))
      .orderBy(notifications.created_at)
  ).map(({ message }) => message)
const mailsTo = async ({ email }: Person) =>
  (await context.store.db.select().from(mail_outbox).where(eq(mail_outbox.to_address, email))).map(
    ({ text }) => text.split('\n\n')[0],
  )
const minutesUntilMail = async ({ email }: Person) => {
  const [mail] = await context.store.db
    .select({ n: sql<number>`extract(epoch from next_try_at - now())::float8 / 60` })
    .from(mail_outbox)
    .where(eq(mail_outbox.to_address, email))
  return mail?.n
}

describe('a talk that is changed by hand', () => {
  test('thirty times is one message, with the first place and the last, to whoever saved it or gives it', async () => {
    for (let n = 1; n <= 30; n++)
      await edit({ start_time: `${10 + (n % 8)}:30`, location: `Hall ${n}`, description: `Version ${n}` })
    const message = 'At Quiet Systems: “Silence” is now Mon 16:30 in Hall 30 (was 10:00 in Hall 1)'
    for (const person of [saver, speaking]) {
      expect(await messagesTo(person)).toEqual([message])
      expect(await mailsTo(person)).toEqual([message])
      expect(await minutesUntilMail(person)).toBeGreaterThan(4)
      expect(await minutesUntilMail(person)).toBeLessThanOrEqual(5)
    }
    for (const person of [owner, stranger])
      expect([await messagesTo(person), await mailsTo(person)]).toEqual([[], []])
  })

  test('and back is no message; who has read of it is told that it is as it was', async () => {
    await edit({ location: 'Hall 2' })
    await as(speaking).notifications.markRead()
    await edit({ location: 'Hall 1' })
    expect([await messagesTo(saver), await mailsTo(saver)]).toEqual([[], []])
    expect(await messagesTo(speaking)).toEqual([
      'At Quiet Systems: “Silence” is now Mon 10:00 in Hall 2 (was in Hall 1)',
      'At Quiet Systems: “Silence” is again Mon 10:00 in Hall 1',
    ])
    expect(await mailsTo(speaking)).toEqual([])
    await edit({ location: 'Hall 3' })
    expect(await mailsTo(saver)).toEqual([
      'At Quiet Systems: “Silence” is now Mon 10:00 in Hall 3 (was in Hall 1)',
    ])
  })

  test('with others is one message to each person, of what concerns them', async () => {
    await edit({ location: 'Hall 2' })
    await edit({ status: 'cancelled' }, other)
    expect(await mailsTo(saver)).toEqual([
      'At Quiet Systems: “Silence” is now Mon 10:00 in Hall 2 (was in Hall 1); “Noise” is cancelled',
    ])
    expect(await mailsTo(speaking)).toEqual([
      'At Quiet Systems: “Silence” is now Mon 10:00 in Hall 2 (was in Hall 1)',
    ])
  })

  test('and deleted is told to those who had saved it', async () => {
    await edit({ location: 'Hall 2' })
    await as(owner).talks.remove({ id: talk.id })
    for (const person of [saver, speaking])
      expect(await mailsTo(person)).toEqual(['At Quiet Systems: “Silence” is no longer in the programme'])
    expect(await mailsTo(owner)).toEqual([])
  })

  test('in what only its own page shows tells nobody', async () => {
    await edit({ description: 'Another', slides_url: 'https://example.com/s', end_time: '10:50' })
    expect([await messagesTo(saver), await mailsTo(saver)]).toEqual([[], []])
  })

  test('on the days of the event is told after a minute; after them not at all', async () => {
    await edit({ location: 'Hall 2' }, talk, '2027-03-01')
    expect(await minutesUntilMail(saver)).toBeLessThanOrEqual(1)
    await context.store.db.delete(mail_outbox).where(eq(mail_outbox.to_address, saver.email))
    await edit({ location: 'Hall 3' }, talk, '2027-03-05')
    expect(await mailsTo(saver)).toEqual([])
  })

  test('again after the message has left is a message of its own', async () => {
    await edit({ location: 'Hall 2' })
    await context.store.execute(
      `update talk_moves set began_at = began_at - interval '6 minutes', due_at = due_at - interval '6 minutes'`,
      `update notifications set created_at = created_at - interval '6 minutes'`,
      `update mail_outbox set created_at = created_at - interval '6 minutes', next_try_at = next_try_at - interval '6 minutes', tries = 1, sent_at = now()`,
    )
    await edit({ location: 'Hall 3' })
    expect(await mailsTo(saver)).toEqual([
      'At Quiet Systems: “Silence” is now Mon 10:00 in Hall 2 (was in Hall 1)',
      'At Quiet Systems: “Silence” is now Mon 10:00 in Hall 3 (was in Hall 2)',
    ])
  })
})

describe('many talks at once', () => {
  const timesOf = async () =>
    (await as(owner).talks.list({ event_id: event.id })).map(({ title, start_time, end_time, location }) =>
      [title, start_time, end_time, location].join(' '),
    )

  test('a room is renamed or joined with another, and who saved a talk is told once', async () => {
    const before = await timesOf()
    expect(
      await as(owner).talks.move({ event_id: event.id, location: 'Hall 1', new_location: 'Annex' }),
    ).toEqual({
      moved: before.filter((line) => line.endsWith('Hall 1')).length,
    })
    expect(await timesOf()).toEqual(before.map((line) => line.replace(/Hall 1$/, 'Annex')))
    const notices = await context.store.db
      .select()
      .from(notifications)
      .where(eq(notifications.user_id, saver.id))
    expect(notices).toHaveLength(1)
    expect(notices[0]!.message).toContain('Annex')
  })

  test('all of a day are shifted with its breaks, unless one would begin outside the days of the conference', async () => {
    const { db } = context.store
    const shifted = await makeEvent(db, { owner, start_date: '2027-03-01', end_date: '2027-03-02' })
    await makeTalk(db, {
      event: shifted,
      title: 'One',
      date: '2027-03-01',
      start_time: '10:00',
      end_time: '10:30',
    })
    await makeTalk(db, {
      event: shifted,
      title: 'Two',
      date: '2027-03-02',
      start_time: '23:30',
      end_time: '23:50',
    })
    await makeBreak(db, { event: shifted, date: '2027-03-01', start_time: '12:00', end_time: '13:00' })
    const move = (input: object) => as(owner).talks.move({ event_id: shifted.id, ...input })
    const times = async () =>
      (await as(owner).talks.list({ event_id: shifted.id })).map(
        ({ date, start_time, end_time }) => `${date.slice(-1)} ${start_time} ${end_time}`,
      )
    expect(await move({ date: '2027-03-01', minutes: 15 })).toEqual({ moved: 1 })
    expect(await times()).toEqual(['1 10:15 10:45', '2 23:30 23:50'])
    expect(await as(owner).breaks.list({ event_id: shifted.id })).toMatchObject([
      { start_time: '12:15', end_time: '13:15' },
    ])
    // An end after midnight is one.
    await move({ date: '2027-03-02', minutes: 20 })
    expect(await times()).toEqual(['1 10:15 10:45', '2 23:50 00:10'])
    // The night after the last day belongs to it; the morning after it does not, and the eve of the first neither.
    await move({ minutes: 15 })
    expect(await times()).toEqual(['1 10:30 11:00', '3 00:05 00:25'])
    expect(await refusal(move({ minutes: 240 }))).toMatchObject({ code: 'CONFLICT' })
    expect(await refusal(move({ date: '2027-03-01', minutes: -660 }))).toMatchObject({ code: 'CONFLICT' })
    await move({ minutes: -15 })
    expect(await times()).toEqual(['1 10:15 10:45', '2 23:50 00:10'])
    expect(await refusal(move({ location: 'Nowhere', minutes: 15 }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await fieldErrors(move({ minutes: 0 }))).toEqual({
      new_location: 'Please enter a room or minutes',
    })
  })
})
