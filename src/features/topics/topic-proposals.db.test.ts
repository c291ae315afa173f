import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { suspend } from '#features/administration/suspensions.server.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson, queueOf, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { addExistingTags, proposeTags } from './topic-proposals.server.ts'

const context = useStore()
let member: Person
let admin: Person
const as = (person: Person, isAdmin = false) => callAsPerson(context.store, person, { isAdmin })
beforeEach(async () => {
  await context.store.execute('truncate topics, topic_proposals cascade')
  member = await makePerson(context.store.db)
  admin = await makePerson(context.store.db, { isAdmin: true })
})

const propose = (name: string, person = member) => as(person).topicProposals.propose({ name })
const queue = () => queueOf(as(admin, true), 'topic')
const proposals = async () => (await queue().list()).decisions
const messages = async () =>
  (await context.store.db.select().from(notifications).where(eq(notifications.user_id, member.id))).map(
    ({ message, path }) => [message, path],
  )

test('a member proposes a topic, an administrator adds it, and the member is told', async () => {
  await propose('Zig')
  const [proposal] = await proposals()
  expect(proposal).toMatchObject({ name: 'Zig', asked_by: { id: member.id } })
  await queue().accept(proposal!.id)
  expect((await as(member).topics.all()).map(({ name }) => name)).toEqual(['Zig'])
  expect(await messages()).toEqual([['Your proposed topic “Zig” was added.', '/topics/Zig']])
  expect(await proposals()).toEqual([])
  expect(await refusal(queue().accept(proposal!.id))).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('or dismisses it, with an entry in the trail', async () => {
  await propose('Buy my shoes')
  await queue().reject((await proposals())[0]!.id)
  expect(await as(member).topics.all()).toEqual([])
  expect(await messages()).toEqual([['Your proposed topic “Buy my shoes” was not added.', '/topics']])
  const { actions } = await as(admin, true).adminActions.list({})
  expect(actions[0]).toMatchObject({ action: 'topic_proposal_dismissed', subject: 'Buy my shoes' })
})

test('what is there or proposed already is refused, and more than some open ones', async () => {
  await as(admin, true).topics.create({ name: 'Rust' })
  expect(await refusal(propose('RUST'))).toMatchObject({ code: 'CONFLICT' })
  for (let n = 0; n < serverLimits.topicProposals; n++) await propose(`Topic ${n}`)
  expect(await refusal(propose('tópic 1', admin))).toMatchObject({ code: 'PROPOSED' })
  expect(await refusal(propose('One more'))).toMatchObject({ code: 'LIMIT_REACHED' })
})

test('one that was made meanwhile is told as there', async () => {
  await propose('Gleam')
  await as(admin, true).topics.create({ name: 'gleam' })
  await queue().accept((await proposals())[0]!.id)
  expect(await messages()).toHaveLength(1)
})

test('a suspended member’s is not listed', async () => {
  await propose('Spam')
  await context.store.db.transaction((tx) =>
    suspend(tx, { id: member.id, hasBranch: false, suspendedBy: admin.id }),
  )
  expect(await proposals()).toEqual([])
  await context.store.db.execute(sql`delete from suspensions`)
})

test('several are decided at once, and those that were decided before are named', async () => {
  for (const name of ['Zig', 'Odin', 'Buy my shoes']) await propose(name)
  const idOf = Object.fromEntries((await proposals()).map(({ id, name }) => [name, id]))
  expect(await queue().decideMany([idOf.Zig!, idOf.Odin!], true)).toEqual({ refused: [] })
  const spam = idOf['Buy my shoes']!
  expect(await queue().decideMany([idOf.Zig!, spam], false)).toEqual({
    refused: [{ id: idOf.Zig, message: 'This proposal has already been decided' }],
  })
  expect((await as(member).topics.all()).map(({ name }) => name)).toEqual(['Odin', 'Zig'])
  expect(await messages()).toHaveLength(3)
})

test('one subject is proposed under one name, that of a topic if there is one', async () => {
  const { db } = context.store
  await as(admin, true).topics.create({ name: 'Go' })
  const event_id = (await makeEvent(db)).id
  const tags = ['golang', 'nodejs', 'Node.js', 'node.js'].map((tag) => ({ event_id, tag }))
  await db.transaction((tx) => proposeTags(tx, tags))
  expect((await proposals()).map(({ name }) => name).sort()).toEqual(['Go', 'Node.js'])
})

const tagsOf = async (id: string) =>
  (await rows<{ tags: string[] }>(context.store.db)`select tags from events where id = ${id}::uuid`)[0]?.tags

test('under another name: the conferences follow, the member is told, and the next list means the same', async () => {
  const { db } = context.store
  const event_id = (await makeEvent(db)).id
  await propose('quantum stuff')
  await db.transaction((tx) => proposeTags(tx, [{ event_id, tag: 'quantum stuff' }]))
  const [proposal] = await proposals()
  await queue().accept(proposal!.id, { words: 'Quantum Computing' })
  expect(await tagsOf(event_id)).toEqual(['Quantum Computing'])
  expect(await messages()).toEqual([
    ['Your proposed topic “quantum stuff” was added as “Quantum Computing”.', '/topics/Quantum%20Computing'],
  ])
  await db.transaction((tx) => proposeTags(tx, [{ event_id, tag: 'Quantum Stuff' }]))
  expect((await proposals()).map(({ name }) => name)).toEqual(['Quantum Computing'])
})

test('that of a topic, by any of its names, adds none', async () => {
  const { db } = context.store
  await as(admin, true).topics.create({ name: 'Kubernetes' })
  for (const [tag, name] of [
    ['container things', 'kubernetes'],
    ['more containers', 'k8s'],
  ] as const) {
    const event_id = (await makeEvent(db)).id
    await db.transaction((tx) => proposeTags(tx, [{ event_id, tag }]))
    await queue().accept((await proposals())[0]!.id, { words: name })
    expect(await tagsOf(event_id)).toEqual(['Kubernetes'])
  }
  expect((await as(member).topics.all()).map(({ name }) => name)).toEqual(['Kubernetes'])
})

test('topics are found by each name that they have or had', async () => {
  const { db } = context.store
  const api = as(admin, true).topics
  const { id } = await api.create({ name: 'Cobol' })
  await api.rename({ id, name: 'Mainframes' })
  const { id: into_id } = await api.create({ name: 'Legacy' })
  const { change_id } = await api.merge({ id, into_id })
  await api.create({ name: 'iOS' })
  const tagsFor = async (...tags: string[]) => {
    const { id } = await makeEvent(db)
    await db.transaction((tx) => addExistingTags(tx, id, tags))
    return tagsOf(id)
  }
  expect(await tagsFor('cobol', 'MAINFRAMES', 'ios', 'unheard of')).toEqual(['Legacy', 'iOS'])
  await as(admin, true).history.undo({ id: change_id })
  expect(await tagsFor('cobol')).toEqual(['Mainframes'])
})
