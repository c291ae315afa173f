import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { callAs, fieldErrors, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { unique } from '#tests/support/factories/unique.ts'

const context = useStore()

async function person(isAdmin: boolean) {
  const created = await makePerson(context.store.db, { isAdmin })
  return { ...created, api: callAs(context.store, viewerOf(created, isAdmin)) }
}
async function trailOf({ id, api }: Pick<Awaited<ReturnType<typeof person>>, 'id' | 'api'>) {
  const { actions } = await api.adminActions.list({})
  return actions
    .filter(({ admin }) => admin?.id === id)
    .map(({ action, subject, before, after }) => ({ action, subject, before, after }))
    .reverse()
}
const tagsOf = async (id: string) =>
  (
    await rows<{ tags: string[]; doc: string }>(
      context.store.db,
      sql`select tags, doc from events where id = ${id}::uuid`,
    )
  )[0]
const countOf = async (name: string) =>
  (
    await rows<{ n: number }>(context.store.db, sql`select event_count as n from topics where name = ${name}`)
  )[0]?.n

test('a topic is trimmed and added; its name is free once, however it is spelled', async () => {
  const { id, api } = await person(true)
  const name = `Übung ${unique()}`
  await api.topics.create({ name: `  ${name} ` })
  expect((await api.topics.managed({ search: name.toUpperCase() })).topics).toMatchObject([
    { name, event_count: 0 },
  ])
  expect(await refusalMessage(api.topics.create({ name: name.replace('Ü', 'u') }))).toBe(
    'A topic with this name already exists',
  )
  expect(await fieldErrors(api.topics.create({ name: '   ' }))).toEqual({ name: 'Topic name is required' })
  expect(await fieldErrors(api.topics.create({ name: '..' }))).toEqual({
    name: 'A name needs more than dots',
  })
  expect(await trailOf({ id, api })).toEqual([
    { action: 'topic_added', subject: name, before: null, after: null },
  ])
})

test('a member is denied', async () => {
  const { api } = await person(false)
  const topic = await makeTopic(context.store.db)
  const permissionError = 'Permission Denied: You do not have admin privileges to add, edit or delete topics.'
  expect(await refusalMessage(api.topics.create({ name: 'Mine' }))).toBe(permissionError)
  expect(await refusalMessage(api.topics.rename({ id: topic.id, name: 'Mine' }))).toBe(permissionError)
  expect(await refusalMessage(api.topics.remove({ id: topic.id }))).toBe(permissionError)
})

test('a rename takes the tags, their copies and the count along', async () => {
  const { id, api } = await person(true)
  const topic = await makeTopic(context.store.db)
  const event = await makeEvent(context.store.db, { tags: [topic.name] })
  const name = `Renamed ${unique()}`
  await api.topics.rename({ id: topic.id, name })
  expect(await tagsOf(event.id)).toMatchObject({
    tags: [name],
    doc: expect.stringContaining(name.toLowerCase()),
  })
  expect(await countOf(name)).toBe(1)
  expect(await trailOf({ id, api })).toEqual([
    { action: 'topic_renamed', subject: name, before: { name: topic.name }, after: { name } },
  ])
  await api.topics.rename({ id: topic.id, name: name.toUpperCase() })
  expect(await tagsOf(event.id)).toMatchObject({ tags: [name.toUpperCase()] })
})

describe('onto the name of another one', () => {
  test('a rename is refused and says which', async () => {
    const { api } = await person(true)
    const [one, other] = [await makeTopic(context.store.db), await makeTopic(context.store.db)]
    await expect(api.topics.rename({ id: one.id, name: other.name.toLowerCase() })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { id: other.id, name: other.name },
    })
  })

  test('a merge gives it everything, each event and talk once', async () => {
    const { id, api } = await person(true)
    const [one, other] = [await makeTopic(context.store.db), await makeTopic(context.store.db)]
    const both = await makeEvent(context.store.db, { tags: [one.name, other.name] })
    const first = await makeEvent(context.store.db, { tags: [one.name] })
    const talk = await makeTalk(context.store.db, { event: first, topics: [one] })
    const talkOfBoth = await makeTalk(context.store.db, { event: first, topics: [one, other] })
    await api.topics.merge({ id: one.id, into_id: other.id })
    expect((await tagsOf(both.id))?.tags).toEqual([other.name])
    expect((await tagsOf(first.id))?.tags).toEqual([other.name])
    expect(await countOf(other.name)).toBe(2)
    expect(await countOf(one.name)).toBe(undefined)
    for (const { id } of [talk, talkOfBoth])
      expect((await callAs(context.store, null).talks.detail({ id })).topics).toEqual([other.name])
    expect(await trailOf({ id, api })).toEqual([
      {
        action: 'topic_merged',
        subject: other.name,
        before: { name: one.name, conferences: 2 },
        after: null,
      },
    ])
    expect(await refusalMessage(api.topics.merge({ id: other.id, into_id: other.id }))).toBe(
      'This topic no longer exists',
    )
  })
})

test('topics of one subject are listed, and merging them can be undone as a whole', async () => {
  const { api } = await person(true)
  const { db } = context.store
  const [one, other] = await Promise.all(['big-data', 'bigdata'].map((name) => makeTopic(db, { name })))
  const event = await makeEvent(db, { tags: [one!.name, other!.name] })
  const second = await makeEvent(db, { tags: [other!.name] })
  await makeTalk(db, { event, topics: [other!] })
  await api.follows.set({ kind: 'topic', key: other!.name, is_following: true })
  const contents = async () => {
    const tables = ['topics', 'all_event_tags', 'talk_topics', 'follows', 'old_addresses', 'speaker_topics']
    const all = []
    for (const table of tables)
      all.push(await rows(db, sql.raw(`select to_jsonb(t)::text from ${table} as t order by 1`)))
    return [...all, await tagsOf(event.id), await tagsOf(second.id)]
  }
  const before = await contents()
  const groups = await api.topics.same()
  expect(groups.find(({ into }) => into.id === other!.id)?.topics.map(({ id }) => id)).toEqual([one!.id])
  const { change_id } = await api.topics.merge({ id: other!.id, into_id: one!.id })
  expect((await api.topics.same()).some(({ into }) => into.id === one!.id)).toBe(false)
  await api.history.undo({ id: change_id })
  expect(await contents()).toEqual(before)
})

test('a deleted topic is gone from events and talks, which stay', async () => {
  const { id, api } = await person(true)
  const topic = await makeTopic(context.store.db)
  const event = await makeEvent(context.store.db, { tags: [topic.name] })
  const talk = await makeTalk(context.store.db, { event, topics: [topic] })
  await api.topics.remove({ id: topic.id })
  expect(await tagsOf(event.id)).toMatchObject({ tags: [] })
  expect((await callAs(context.store, null).talks.detail({ id: talk.id })).topics).toEqual([])
  expect(await refusalMessage(api.topics.remove({ id: topic.id }))).toBe('This topic no longer exists')
  expect(await trailOf({ id, api })).toEqual([
    { action: 'topic_deleted', subject: topic.name, before: { conferences: 1 }, after: null },
  ])
})
