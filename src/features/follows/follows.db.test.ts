import { beforeEach, describe, expect, test } from 'vitest'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import type { Followable } from './follows.schemas.ts'
import { follows } from './follows.tables.ts'

const context = useStore()
let member: Person
let admin: Person

beforeEach(async () => {
  member = await makePerson(context.store.db)
  admin = await makePerson(context.store.db, { isAdmin: true })
})

const as = (person: Person | null, isAdmin = false) => callAsPerson(context.store, person, { isAdmin })
const follow = (what: Followable, is_following = true, person = member) =>
  as(person).follows.set({ ...what, is_following })

describe('following', () => {
  test('one of each kind, listed by kind and name with the address of its page, and no longer', async () => {
    const { db } = context.store
    const topic = await makeTopic(db)
    const speaker = await makeSpeaker(db, { name: 'Žofie' })
    const person = await makePerson(db, { name: 'Ada' })
    await makeEvent(db, { location_name: 'Córdoba', country_name: 'Spain' })
    const things = [
      { kind: 'city', key: 'cordoba' },
      { kind: 'country', key: 'SPAIN' },
      { kind: 'person', key: person.id },
      { kind: 'speaker', key: speaker.id },
      { kind: 'topic', key: topic.name },
    ] as const
    for (const thing of things) {
      expect(await as(member).follows.isFollowing(thing)).toEqual({ is_following: false })
      expect(await follow(thing)).toEqual({ is_following: true })
      expect(await follow(thing)).toEqual({ is_following: true })
      expect(await as(member).follows.isFollowing(thing)).toEqual({ is_following: true })
    }
    expect(await as(member).follows.mine()).toEqual([
      { kind: 'city', key: 'Córdoba', name: 'Córdoba' },
      { kind: 'country', key: 'Spain', name: 'Spain' },
      { kind: 'person', key: person.id, name: 'Ada' },
      { kind: 'speaker', key: speaker.id, name: 'Žofie' },
      { kind: 'topic', key: topic.name, name: topic.name },
    ])
    expect(await as(person).follows.mine()).toEqual([])
    for (const thing of things) await follow(thing, false)
    expect(await as(member).follows.mine()).toEqual([])
  })

  test.each([
    { kind: 'topic', key: 'No such topic' },
    { kind: 'city', key: 'Atlantis' },
    { kind: 'country', key: 'Atlantis' },
    { kind: 'speaker', key: '0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11' },
    { kind: 'person', key: '0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11' },
  ] as const)('not what is not there: $kind', async (what) => {
    expect((await refusal(follow(what)))?.code).toBe('NOT_FOUND')
    expect(await follow(what, false)).toEqual({ is_following: false })
  })

  test('not oneself, and not without limit, also at once', async () => {
    expect((await refusal(follow({ kind: 'person', key: member.id })))?.code).toBe('YOURSELF')
    const people = await makePeople(
      context.store.db,
      Array.from({ length: serverLimits.follows + 3 }, () => ({})),
    )
    await context.store.db
      .insert(follows)
      .values(
        people.slice(0, serverLimits.follows - 1).map(({ id }) => ({ user_id: member.id, person_id: id })),
      )
    const answers = await Promise.all(
      people.slice(serverLimits.follows - 1).map(({ id: key }) => refusal(follow({ kind: 'person', key }))),
    )
    expect(answers.map((answer) => answer?.code ?? 'OK').sort()).toEqual([
      'LIMIT_REACHED',
      'LIMIT_REACHED',
      'LIMIT_REACHED',
      'OK',
    ])
  })
})

test('what is merged is followed on: each kept thing once', async () => {
  const { db } = context.store
  const [one, other] = [await makeTopic(db), await makeTopic(db)]
  const [speaker, twin] = [await makeSpeaker(db), await makeSpeaker(db)]
  await follow({ kind: 'topic', key: one.name })
  await follow({ kind: 'topic', key: other.name })
  await follow({ kind: 'speaker', key: twin.id })
  await as(admin, true).topics.merge({ id: one.id, into_id: other.id })
  await as(admin, true).speakers.merge({ id: speaker.id, other_id: twin.id })
  const follows = (await as(member).follows.mine()).map(({ kind, key }) => [kind, key])
  expect(follows).toHaveLength(2)
  expect(follows).toContainEqual(['topic', other.name])
  const speakerKey = follows.find(([kind]) => kind === 'speaker')?.[1]
  expect((await as(null).speakers.detail({ id: speakerKey! })).id).toBe(speakerKey)
})

test('what is removed is told to its followers, who no longer follow it', async () => {
  const { db } = context.store
  const [topic, speaker] = [await makeTopic(db), await makeSpeaker(db)]
  await follow({ kind: 'topic', key: topic.name })
  await follow({ kind: 'speaker', key: speaker.id })
  await as(admin, true).topics.remove({ id: topic.id })
  await as(admin, true).speakers.remove({ id: speaker.id })
  expect(await as(member).follows.mine()).toEqual([])
  const { notifications } = await as(member).notifications.list({})
  expect(notifications.map(({ message, path }) => [message, path]).sort()).toEqual([
    [`The speaker profile of ${speaker.name} was removed, so you no longer follow it.`, '/following'],
    [`The topic “${topic.name}” was removed, so you no longer follow it.`, '/following'],
  ])
})

test('a renamed topic is followed on', async () => {
  const topic = await makeTopic(context.store.db)
  await follow({ kind: 'topic', key: topic.name })
  await as(admin, true).topics.rename({ id: topic.id, name: `${topic.name} anew` })
  expect((await as(member).follows.mine()).map(({ name }) => name)).toEqual([`${topic.name} anew`])
})
