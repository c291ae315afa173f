import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { callAsPerson, queueOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { claimSpeaker } from '#tests/support/factories/speaker-claims.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'

const context = useStore()
const today = '2027-02-20'
let owner: Person
let speaking: Person
let speaker: { id: string }
let event: MadeEvent

const as = (person: Person | null, isAdmin = false) => callAsPerson(context.store, person, { today, isAdmin })
const dates = { start_date: '2027-03-01', end_date: '2027-03-02' }

beforeEach(async () => {
  const { db } = context.store
  owner = await makePerson(db)
  speaking = await makePerson(db)
  speaker = await makeSpeaker(db, { user_id: speaking.id })
  event = await makeEvent(db, { owner, name: 'Quiet Systems', ...dates })
})

async function addTalk(title: string, to = event) {
  const fields = {
    event_id: to.id,
    title,
    date: to.start_date,
    location: 'Hall 1',
    speaker_ids: [speaker.id],
    topics: [],
  }
  const { id } = await as(owner).talks.create(fields as never)
  return id
}
async function moveTalk(id: string, location: string) {
  const now = await as(owner).talks.detail({ id })
  await as(owner).talks.update({ ...now, id, location, speaker_ids: [speaker.id] } as never)
}
const notices = async ({ id }: Person) =>
  (await context.store.db.select().from(notifications).where(eq(notifications.user_id, id))).map(
    ({ message }) => message,
  )
const mails = ({ email }: Person) => context.store.db.$count(mail_outbox, eq(mail_outbox.to_address, email))

describe('a speaker whom somebody else put on a talk', () => {
  test('is asked once, without mail, and gets nothing of the talk until they say that it is right', async () => {
    const talk = await addTalk('Silence')
    await addTalk('Noise')
    await moveTalk(talk, 'Hall 2')
    const question = 'Quiet Systems lists you as a speaker. Is that right?'
    expect(await notices(speaking)).toEqual([expect.stringContaining(question)])
    expect(await mails(speaking)).toBe(0)
    expect(await as(speaking).speaking.unconfirmed()).toEqual([
      { id: event.id, name: 'Quiet Systems', slug: event.slug, talk_title: 'Noise', talk_count: 2 },
    ])

    await as(speaking).speaking.confirm({ event_id: event.id, is_confirmed: true })
    expect(await as(speaking).speaking.unconfirmed()).toEqual([])
    await context.store.execute('delete from talk_moves')
    await moveTalk(talk, 'Hall 3')
    expect([(await notices(speaking)).length, await mails(speaking)]).toEqual([2, 1])
  })

  test('who says that it is not right is not asked again, and gets nothing', async () => {
    const talk = await addTalk('Silence')
    await as(speaking).speaking.confirm({ event_id: event.id, is_confirmed: false })
    await addTalk('Noise')
    await moveTalk(talk, 'Hall 2')
    expect(await as(speaking).speaking.unconfirmed()).toEqual([])
    expect([(await notices(speaking)).length, await mails(speaking)]).toEqual([1, 0])
    // Who changes their mind may.
    await as(speaking).speaking.confirm({ event_id: event.id, is_confirmed: true })
    await moveTalk(talk, 'Hall 3')
    expect(await mails(speaking)).toBe(1)
  })

  test('has confirmed what is on the record that they claimed', async () => {
    const { db } = context.store
    const [admin, claimant] = [await makePerson(db, { isAdmin: true }), await makePerson(db)]
    speaker = await makeSpeaker(db)
    const talk = await addTalk('Silence')
    const claim = await claimSpeaker(db, claimant, speaker as never)
    await queueOf(as(admin, true), 'speaker_claim').accept(claim.id)
    expect(await as(claimant).speaking.unconfirmed()).toEqual([])
    const before = await mails(claimant)
    await moveTalk(talk, 'Hall 2')
    expect(await mails(claimant)).toBe(before + 1)
    // The next conference is another matter.
    const other = await makeEvent(db, { owner, ...dates })
    await addTalk('Noise', other)
    expect(await as(claimant).speaking.unconfirmed()).toHaveLength(1)
  })

  test('answers for nobody else, and only of a conference that lists them', async () => {
    await addTalk('Silence')
    const answer = { event_id: event.id, is_confirmed: true }
    await expect(as(owner).speaking.confirm(answer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(as(null).speaking.confirm(answer)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await as(owner).speaking.unconfirmed()).toEqual([])
    expect(await as(speaking).speaking.unconfirmed()).toHaveLength(1)
  })

  test('who puts themselves on it is not asked', async () => {
    speaker = await makeSpeaker(context.store.db, { user_id: owner.id })
    await addTalk('Silence')
    expect([await as(owner).speaking.unconfirmed(), await notices(owner)]).toEqual([[], []])
  })
})
