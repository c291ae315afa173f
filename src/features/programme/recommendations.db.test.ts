import { expect, test } from 'vitest'
import { watchStatements } from '#platform/database/statements.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'

const context = useStore()
const today = '2026-11-20'

const readRecommendations = (person: Person | null) =>
  callAsPerson(context.store, person, { today }).recommendations.mine()
const namesFor = async (person: Person) => (await readRecommendations(person)).events.map(({ name }) => name)

const coming = { start_date: '2026-12-01' }
/** Topics of one test only, so that the tests don't recommend each other's events. */
let eventNumber = 0
const subjects = (...names: string[]) => {
  eventNumber += 1
  return names.map((name) => `${name} ${eventNumber}`)
}

test('somebody who attends nothing and saved nothing has no interests', async () => {
  const person = await makePerson(context.store.db)
  await makeEvent(context.store.db, { ...coming, tags: ['Go'] })
  expect(await readRecommendations(person)).toEqual({ interests: [], events: [] })
})

test('interests are the tags of attended events and the topics of saved talks, the most frequent first', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const [go = '', rust = '', sql = '', css = ''] = subjects('Go', 'Rust', 'SQL', 'CSS')
  const past = { start_date: '2024-01-01' }
  await attend(db, person, await makeEvent(db, { ...past, tags: [go, rust] }))
  await attend(db, person, await makeEvent(db, { ...past, tags: [rust] }))
  await attend(db, person, await makeEvent(db, { ...past, tags: [css] }), { is_attending: false })
  const topic = await makeTopic(db, { name: sql })
  await saveTalk(db, person, await makeTalk(db, { event: await makeEvent(db), topics: [topic] }))
  expect((await readRecommendations(person)).interests).toEqual([rust, go, sql])
})

test('topics that a person follows are interests before all others, also of somebody who attends nothing', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const [go = '', rust = ''] = subjects('Go', 'Rust')
  await makeTopic(db, { name: rust })
  await callAsPerson(context.store, person).follows.set({ kind: 'topic', key: rust, is_following: true })
  await makeEvent(db, { ...coming, name: 'Followed', tags: [rust] })
  expect(await readRecommendations(person)).toMatchObject({
    interests: [rust],
    events: [{ name: 'Followed' }],
  })
  for (const start_date of ['2024-01-01', '2025-01-01'])
    await attend(db, person, await makeEvent(db, { start_date, tags: [go] }))
  expect((await readRecommendations(person)).interests).toEqual([rust, go])
})

test('recommended are upcoming and running events with these tags, not the attended ones, not the past ones', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const tags = subjects('Go')
  await attend(db, person, await makeEvent(db, { ...coming, name: 'Attended', tags }))
  const leaves = await makeEvent(db, { ...coming, name: 'No longer attended', tags })
  await attend(db, person, leaves, { is_attending: false })
  await makeEvent(db, { name: 'Over', start_date: '2026-11-18', end_date: '2026-11-19', tags })
  await makeEvent(db, { name: 'Runs', start_date: '2026-11-18', end_date: '2026-11-20', tags })
  await makeEvent(db, { name: 'Begins today', start_date: today, end_date: '2026-11-21', tags })
  await makeEvent(db, { ...coming, name: 'About something else', tags: subjects('Rust') })
  expect(await namesFor(person)).toEqual(['Runs', 'Begins today', 'No longer attended'])
})

test('what others attend is recommended all the same', async () => {
  const { db } = context.store
  const [person, other] = [await makePerson(db), await makePerson(db)]
  const tags = subjects('Go')
  await attend(db, person, await makeEvent(db, { start_date: '2024-01-01', tags }))
  await attend(db, other, await makeEvent(db, { ...coming, name: 'Attended by another', tags }))
  expect(await namesFor(person)).toEqual(['Attended by another'])
})

test('the most matches come first, then the next event; four at most', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const [go = '', rust = '', css = ''] = subjects('Go', 'Rust', 'CSS')
  await attend(db, person, await makeEvent(db, { start_date: '2020-01-01', tags: [go, rust] }))
  await makeEvents(db, [
    { name: 'One, next', start_date: '2026-11-21', tags: [go, css] },
    { name: 'One, later', start_date: '2026-11-22', tags: [rust] },
    { name: 'One, last', start_date: '2026-11-23', tags: [rust] },
    { name: 'Two, later', start_date: '2027-02-01', tags: [go, rust] },
    { name: 'Two, next', start_date: '2027-01-01', tags: [css, go, rust] },
  ])
  expect(await namesFor(person)).toEqual(['Two, next', 'Two, later', 'One, next', 'One, later'])
})

test('a followed city or country counts as one more match', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const [go = ''] = subjects('Go')
  await attend(db, person, await makeEvent(db, { start_date: '2020-01-01', tags: [go] }))
  await makeEvents(db, [
    { name: 'Soon', start_date: '2026-11-21', tags: [go] },
    { name: 'In Turku', start_date: '2027-01-01', location_name: 'Turku', tags: [go] },
    { name: 'In Peru', start_date: '2027-02-01', country_name: 'Peru', tags: [go] },
  ])
  const me = callAsPerson(context.store, person, { today })
  await me.follows.set({ kind: 'city', key: 'Turku', is_following: true })
  await me.follows.set({ kind: 'country', key: 'Peru', is_following: true })
  expect(await namesFor(person)).toEqual(['In Turku', 'In Peru', 'Soon'])
})

test('who attends the next hundred of a topic is shown what comes after them', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const tags = subjects('Go')
  const hundred = await makeEvents(
    db,
    Array.from({ length: 100 }, () => ({ ...coming, tags })),
  )
  for (const event of hundred) await attend(db, person, event)
  await makeEvent(db, { name: 'Far ahead', start_date: '2027-06-01', tags })
  expect(await namesFor(person)).toEqual(['Far ahead'])
})

test('interests without an upcoming event give no recommendation', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const tags = subjects('Cobol')
  await attend(db, person, await makeEvent(db, { start_date: '2019-01-01', tags }))
  expect(await readRecommendations(person)).toEqual({ interests: tags, events: [] })
})

test('three recommendations take as many statements as one, and a visitor gets none', async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const tags = subjects('Go')
  await attend(db, person, await makeEvent(db, { start_date: '2019-01-01', tags }))
  const counts: number[] = []
  for (const more of [1, 2]) {
    await makeEvents(
      db,
      Array.from({ length: more }, () => ({ ...coming, tags })),
    )
    const { result, statements } = await watchStatements(() => readRecommendations(person))
    counts.push(result.events.length, statements.length)
  }
  expect(counts).toEqual([1, 1, 3, 1])
  expect(await refusal(readRecommendations(null))).toEqual({
    code: 'UNAUTHORIZED',
    message: 'User not authenticated',
  })
})
