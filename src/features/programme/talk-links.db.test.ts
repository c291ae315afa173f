import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { type MadeTalk, makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()

let admin: Person
let owner: Person
let onStage: Person
let other: Person
let event: MadeEvent
let talk: MadeTalk

beforeAll(async () => {
  const { db } = context.store
  admin = await makePerson(db, { isAdmin: true })
  owner = await makePerson(db)
  onStage = await makePerson(db)
  other = await makePerson(db)
  event = await makeEvent(db, { owner, name: 'Link Days' })
  const speakers = [await makeSpeaker(db), await makeSpeaker(db, { user_id: onStage.id })]
  // Whoever speaks elsewhere, and whoever listed a speaker, may not.
  await makeTalk(db, { event, speakers: [await makeSpeaker(db, { user_id: other.id })] })
  talk = await makeTalk(db, { event, title: 'On links', description: 'Long', speakers })
})

const as = (person: Person | null) => callAsPerson(context.store, person, { isAdmin: person === admin }).talks
const readTalk = () => as(null).detail({ id: talk.id })
async function setLinks(person: Person | null, slides_url: string | null, fields: object = {}) {
  const { updated_at } = await readTalk()
  return as(person).setLinks({ id: talk.id, slides_url, video_url: null, updated_at, ...fields })
}

test('the speaker who claimed their record, the owner and administrators set the links, nobody else', async () => {
  for (const [n, person] of [onStage, owner, admin].entries()) {
    await setLinks(person, `https://example.com/${n}`)
    expect((await readTalk()).slides_url).toBe(`https://example.com/${n}`)
  }
  expect(await refusal(setLinks(other, 'https://evil.example'))).toEqual({
    code: 'FORBIDDEN',
    message: 'Only its speakers and the owner of its conference can change this talk',
  })
  expect((await refusal(setLinks(null, 'https://evil.example')))?.code).toBe('UNAUTHORIZED')
  expect((await readTalk()).slides_url).toBe('https://example.com/2')
})

test('every other field stays, and so does a link that is left out', async () => {
  await setLinks(owner, 'https://example.com/slides', { video_url: 'https://example.com/video' })
  const { slides_url, updated_at, ...before } = await readTalk()
  await as(onStage).setLinks({ id: talk.id, slides_url: 'https://example.com/new', updated_at })
  const { slides_url: newSlides, updated_at: _, ...after } = await readTalk()
  expect([slides_url, newSlides]).toEqual(['https://example.com/slides', 'https://example.com/new'])
  expect(after).toEqual(before)
  // Whatever else is sent along changes nothing.
  const { updated_at: version } = await readTalk()
  await as(onStage).setLinks({ id: talk.id, updated_at: version, title: 'Mine now' } as never)
  expect((await readTalk()).title).toBe('On links')
})

test('a link leads to the web', async () => {
  expect((await refusal(setLinks(onStage, 'javascript:alert(1)')))?.code).toBe('BAD_REQUEST')
})

test('over the version of somebody else is a conflict', async () => {
  const { updated_at } = await readTalk()
  await setLinks(owner, 'https://example.com/first')
  await expect(
    as(onStage).setLinks({ id: talk.id, slides_url: null, video_url: null, updated_at }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { now: { slides_url: 'https://example.com/first', video_url: null } },
  })
})

test('is on record, but for the owner', async () => {
  await context.store.db.execute(sql`delete from admin_actions`)
  await setLinks(owner, null)
  await setLinks(onStage, 'https://example.com/by-speaker')
  expect(
    await rows(context.store.db, sql`select admin_id, action, subject, before, after from admin_actions`),
  ).toEqual([
    {
      admin_id: onStage.id,
      action: 'talk_links_changed',
      subject: 'Link Days',
      before: { talk: null, slides_url: null },
      after: { talk: 'On links', slides_url: 'https://example.com/by-speaker' },
    },
  ])
})

test('a talk that is gone is not found', async () => {
  const missing = as(admin).setLinks({ id: crypto.randomUUID(), updated_at: 'x' })
  expect((await refusal(missing))?.code).toBe('NOT_FOUND')
})
