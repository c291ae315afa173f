import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import type { Store } from '#platform/database/db.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { freshStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'

let store: Store
const announcedTags: string[] = []
const day = '2026-11-20'

beforeAll(async () => {
  store = await freshStore()
  await store.watchChanges({
    onChange: (tag) => announcedTags.push(tag),
    onUnknownChange: () => announcedTags.push('anything'),
  })
})
afterAll(() => store.close())

/** What a write announces, each tag once. */
async function announcedBy(write: () => Promise<unknown>): Promise<string[]> {
  await store.waitForChanges()
  announcedTags.length = 0
  await write()
  await store.waitForChanges()
  return [...new Set(announcedTags)].sort()
}

test('a new event changes the lists of events and its owner’s page', async () => {
  const owner = await makePerson(store.db)
  let id = ''
  const write = async () => {
    id = (await makeEvent(store.db, { owner })).id
  }
  const tags = await announcedBy(write)
  expect(tags).toEqual([`event:${id}`, 'events', `profile:${owner.id}`])
})

test('an edited event changes its page and the lists', async () => {
  const event = await makeEvent(store.db)
  const write = () => store.db.update(events).set({ name: 'Another name' }).where(eq(events.id, event.id))
  expect(await announcedBy(write)).toEqual([`event:${event.id}`, 'events'])
})

test('attendance changes the list of attendees and the profile of who attends', async () => {
  const event = await makeEvent(store.db)
  const user = await makePerson(store.db)
  expect(await announcedBy(() => attend(store.db, user, event))).toEqual([
    `attendees:${event.id}`,
    `profile:${user.id}`,
  ])
})

test('a speaker’s new name changes the pages of the events where they speak', async () => {
  const event = await makeEvent(store.db)
  const speaker = await makeSpeaker(store.db)
  await makeTalk(store.db, { event, speakers: [speaker] })
  const write = () => store.db.update(speakers).set({ name: 'New Name' }).where(eq(speakers.id, speaker.id))
  expect(await announcedBy(write)).toEqual([
    `event:${event.id}`,
    `speaker:${speaker.id}`,
    'speakers',
    'talks',
  ])
})

test('a person’s new name changes the events that they own and the attendees of others', async () => {
  const user = await makePerson(store.db)
  const ownedEvent = await makeEvent(store.db, { owner: user })
  const attendedEvent = await makeEvent(store.db)
  await attend(store.db, user, attendedEvent)
  const write = () => store.db.update(profiles).set({ full_name: 'Renamed' }).where(eq(profiles.id, user.id))
  expect(await announcedBy(write)).toEqual(
    [`attendees:${attendedEvent.id}`, `event:${ownedEvent.id}`, `profile:${user.id}`].sort(),
  )
})

test('a bulk write announces the kind once instead of every row', async () => {
  const write = () =>
    store.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('hallway.bulk', 'on', true)`)
      await tx.execute(sql`update events set description = 'All of them'`)
    })
  expect(await announcedBy(write)).toEqual(['event:*', 'events', 'profile:*'])
})

test('after a write the next visitor sees it', async () => {
  const event = await makeEvent(store.db)
  const pages = createPageCache(() => day)
  await store.watchChanges({ onChange: pages.drop, onUnknownChange: pages.clear })
  let name = 'before'
  const render = async () => ({ status: 200, headers: {}, html: name, tags: [`event:${event.id}`] })
  await pages.render('/page', render)
  expect(pages.size().count).toBe(1)
  name = 'after'
  await store.db.update(events).set({ name: 'After it' }).where(eq(events.id, event.id))
  await store.waitForChanges()
  expect(pages.size().count).toBe(0)
  const { bodies } = await pages.render('/page', render)
  expect(bodies.identity?.bytes.toString()).toBe('after')
})
