import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { events, user_events } from '#features/events/events.tables.ts'
import { follows } from '#features/follows/follows.tables.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { serverLimits } from '#src/limits.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend, attendMany } from '#tests/support/factories/attendance.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()
const today = '2026-11-20'

let member: Person
let other: Person
let event: { id: string; name: string }

beforeAll(async () => {
  member = await makePerson(context.store.db, { name: 'Max Member' })
  other = await makePerson(context.store.db, { name: 'Otto Other' })
})
beforeEach(async () => {
  event = await makeEvent(context.store.db)
})

const as = (person: Person | null) => callAsPerson(context.store, person, { today }).attendance
const rowsOf = ({ id }: { id: string }) =>
  context.store.db
    .select()
    .from(user_events)
    .where(eq(user_events.event_id, id))
    .orderBy(user_events.created_at)
const going = async ({ id }: { id: string }) => {
  const { people } = await as(null).list({ event_id: id })
  return { names: people.map((person) => person.full_name), total: await as(null).total({ event_id: id }) }
}

describe('attendance', () => {
  test('a member attends, and stands among those who go', async () => {
    expect(await as(member).mine({ event_id: event.id })).toMatchObject({ is_attending: false })
    expect(await as(member).set({ event_id: event.id, is_attending: true })).toEqual({ is_attending: true })
    expect(await as(member).mine({ event_id: event.id })).toMatchObject({ is_attending: true })
    expect(await going(event)).toEqual({ names: ['Max Member'], total: 1 })
  })

  test('a member stops attending, and the row stays', async () => {
    await as(member).set({ event_id: event.id, is_attending: true })
    expect(await as(member).set({ event_id: event.id, is_attending: false })).toEqual({ is_attending: false })
    expect(await going(event)).toEqual({ names: [], total: 0 })
    expect(await rowsOf(event)).toHaveLength(1)
  })

  test('nobody new attends what is cancelled, and who goes can still stop', async () => {
    await as(member).set({ event_id: event.id, is_attending: true })
    await context.store.db.update(events).set({ status: 'cancelled' }).where(eq(events.id, event.id))
    const refused = await refusal(as(other).set({ event_id: event.id, is_attending: true }))
    expect(refused).toMatchObject({ code: 'CONFLICT', message: 'This conference is cancelled' })
    expect(await as(member).set({ event_id: event.id, is_attending: false })).toEqual({ is_attending: false })
    expect(await going(event)).toEqual({ names: [], total: 0 })
  })

  test('attending twice leaves one row, and the place among the others', async () => {
    for (const person of [member, other, member])
      await as(person).set({ event_id: event.id, is_attending: true })
    expect(await rowsOf(event)).toHaveLength(2)
    expect(await going(event)).toEqual({ names: ['Max Member', 'Otto Other'], total: 2 })
  })

  test('who comes back stands at the end', async () => {
    for (const [person, is_attending] of [
      [member, true],
      [other, true],
      [member, false],
      [member, true],
    ] as const)
      await as(person).set({ event_id: event.id, is_attending })
    expect(await going(event)).toEqual({ names: ['Otto Other', 'Max Member'], total: 2 })
  })

  test('twenty racing saves leave one row', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => as(member).set({ event_id: event.id, is_attending: true })),
    )
    expect(await rowsOf(event)).toHaveLength(1)
    expect(await as(member).mine({ event_id: event.id })).toMatchObject({ is_attending: true })
  })

  test('one member attends, and another one does not by that', async () => {
    await as(member).set({ event_id: event.id, is_attending: true })
    expect(await as(other).mine({ event_id: event.id })).toMatchObject({ is_attending: false })
  })

  test('a visitor sees attendees but cannot attend', async () => {
    const expectedError = { code: 'UNAUTHORIZED', message: 'User not authenticated' }
    expect(await refusal(as(null).set({ event_id: event.id, is_attending: true }))).toEqual(expectedError)
    expect(await refusal(as(null).mine({ event_id: event.id }))).toEqual(expectedError)
    expect(await refusal(as(null).attending({}))).toEqual(expectedError)
    expect(await rowsOf(event)).toEqual([])
  })

  test('nobody attends an event that is not there', async () => {
    expect(await refusal(as(member).set({ event_id: randomUUID(), is_attending: true }))).toEqual({
      code: 'NOT_FOUND',
      message: 'Conference not found',
    })
  })
})

describe('the events that somebody attends', () => {
  test('come with the next ones first, then what is over, newest first', async () => {
    const person = await makePerson(context.store.db)
    for (const [name, start_date, end_date] of [
      ['Next spring', '2027-04-01', '2027-04-02'],
      ['Ended yesterday', '2026-11-17', '2026-11-19'],
      ['Runs', '2026-11-18', '2026-11-22'],
      ['Long ago', '2020-01-01', '2020-01-01'],
      ['Today', '2026-11-20', '2026-11-20'],
    ] as const)
      await attend(
        context.store.db,
        person,
        await makeEvent(context.store.db, { name, start_date, end_date }),
      )
    await attend(context.store.db, person, event, { is_attending: false })
    const { events, next } = await as(person).attending({})
    expect(events.map(({ name }) => name)).toEqual([
      'Runs',
      'Today',
      'Next spring',
      'Ended yesterday',
      'Long ago',
    ])
    expect(next).toBe(null)
  })

  test('follow each other page by page, without a gap and without a repetition', async () => {
    const person = await makePerson(context.store.db)
    const events = await makeEvents(
      context.store.db,
      Array.from({ length: 15 }, (_, index) => ({
        start_date: index % 2 === 0 ? '2027-01-01' : '2025-01-01',
      })),
    )
    await attendMany(
      context.store.db,
      events.map((event) => ({ person, event: event })),
    )
    const pages: string[][] = []
    let after: string | undefined
    do {
      const page = await as(person).attending({ after })
      pages.push(page.events.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    const size = serverLimits.attendingPerPage
    expect(pages.map((page) => page.length)).toEqual([size, size, 15 - 2 * size])
    const days = ['2027-01-01', '2025-01-01']
    expect(pages.flat()).toEqual(
      days.flatMap((day) =>
        events
          .filter(({ start_date }) => start_date === day)
          .map(({ id }) => id)
          .sort(),
      ),
    )
  })

  test('take as many statements for one as for three', async () => {
    const person = await makePerson(context.store.db)
    const counts: number[] = []
    for (const more of [1, 2]) {
      for (let each = 0; each < more; each++)
        await attend(context.store.db, person, await makeEvent(context.store.db, { tags: ['Go'] }))
      const { result, statements } = await watchStatements(() => as(person).attending({}))
      counts.push(result.events.length, statements.length)
    }
    expect(counts).toEqual([1, 1, 3, 1])
  })
})

describe('the list of attendees', () => {
  test('begins for a member with whom they follow, then whom they share events with, page by page', async () => {
    const { db } = context.store
    const viewer = await makePerson(db)
    const people = await Promise.all(
      ['first', 'met', 'followed', 'hidden'].map((name) => makePerson(db, { name })),
    )
    const [first, met, followed, hidden] = people as [Person, Person, Person, Person]
    const [shared, hiddenShared] = await makeEvents(db, [{ name: 'Shared Days' }, { name: 'Quiet Days' }])
    for (const person of [...people, viewer]) {
      await attend(db, person, event)
      // The embedded engine's clock has milliseconds.
      await pause(2)
    }
    for (const person of [viewer, met]) await attend(db, person, shared!)
    // Neither an attendance of the other's that is unlisted, nor one of the viewer's, is something that both share.
    await attend(db, viewer, hiddenShared!)
    await attend(db, hidden, hiddenShared!, { visibility: 'unlisted' })
    await attend(db, first, shared!, { is_attending: false })
    await db.insert(follows).values({ user_id: viewer.id, person_id: followed.id })
    const groups = async (person: Person | null) =>
      (await as(person).list({ event_id: event.id })).people.map(({ full_name, group, shared_names }) =>
        [full_name, group, ...shared_names].join(' '),
      )
    expect(await groups(viewer)).toEqual([
      'followed followed',
      'met met Shared Days',
      'first other',
      'hidden other',
      `${viewer.name} other`,
    ])
    expect(await groups(null)).toEqual(
      ['first', 'met', 'followed', 'hidden', viewer.name].map((name) => `${name} other`),
    )
  })

  test('is searched by a part of a name, and continues after its last row', async () => {
    const { db } = context.store
    const count = serverLimits.attendeesPerPage + 5
    const people = await Promise.all(
      Array.from({ length: count }, (_, n) => makePerson(db, { name: `Renée Nr${n}` })),
    )
    await attendMany(
      db,
      people.map((person) => ({ person, event })),
    )
    const followedId = people.at(-1)!.id
    await db.insert(follows).values({ user_id: member.id, person_id: followedId })
    for (const viewer of [member, null]) {
      const first = await as(viewer).list({ event_id: event.id, search: 'renee' })
      const second = await as(viewer).list({ event_id: event.id, search: 'renee', after: first.next! })
      const ids = [...first.people, ...second.people].map(({ id }) => id)
      expect([ids.length, new Set(ids).size, second.next]).toEqual([count, count, null])
      expect(viewer === null || ids[0] === followedId).toBe(true)
    }
    const { people: matches, visible_count } = await as(null).list({ event_id: event.id, search: 'nr64' })
    expect(matches.map(({ full_name }) => full_name)).toEqual(['Renée Nr64'])
    expect(visible_count).toBe(count)
    expect((await as(null).list({ event_id: event.id, search: '%' })).people).toEqual([])
  })

  test('says who speaks and who organises, and what people say of themselves', async () => {
    const { db } = context.store
    const profile = { organisation: 'Hall Works', city: 'Bergen', headline: 'Corridors' }
    const owner = await makePerson(db, { profile })
    const own = await makeEvent(db, { owner })
    await makeTalk(db, { event: own, speakers: [await makeSpeaker(db, { user_id: owner.id })] })
    await attend(db, owner, own)
    const { people } = await as(null).list({ event_id: own.id })
    expect(people).toMatchObject([{ ...profile, is_speaker: true, is_organiser: true }])
  })
})

describe('who sees an attendance', () => {
  test('is chosen for one event, or for all others', async () => {
    const { db } = context.store
    const person = await makePerson(db)
    const other = await makeEvent(db)
    for (const { id } of [event, other]) await as(person).set({ event_id: id, is_attending: true })
    await as(person).setVisibility({ event_id: event.id, visibility: 'public' })
    await as(person).setDefaultVisibility({ visibility: 'unlisted' })
    expect(await as(person).defaultVisibility()).toEqual({ visibility: 'unlisted' })
    const readShown = (viewer: Person | null) => as(viewer).ofPerson({ id: person.id })
    expect((await readShown(null)).events.map(({ id }) => id)).toEqual([event.id])
    // The choice outlives a change of mind.
    await as(person).setVisibility({ event_id: event.id, visibility: 'members' })
    await as(person).set({ event_id: event.id, is_attending: false })
    await as(person).set({ event_id: event.id, is_attending: true })
    expect((await readShown(null)).events).toEqual([])
    expect((await readShown(member)).events.map(({ id }) => id)).toEqual([event.id])
    expect(await as(person).mine({ event_id: other.id })).toEqual({
      is_attending: true,
      visibility: 'unlisted',
    })
    expect(await as(null).total({ event_id: other.id })).toBe(1)
  })

  test('the list, the first of it and its count have those whom the viewer may see', async () => {
    const { db } = context.store
    const input = { event_id: event.id }
    for (const visibility of ['public', 'members', 'unlisted'] as const)
      await attend(db, await makePerson(db, { name: visibility }), event, { visibility })
    for (const [viewer, names] of [
      [null, ['public']],
      [member, ['public', 'members']],
    ] as const) {
      const { people, visible_count } = await as(viewer).list(input)
      expect([people.map(({ full_name }) => full_name), visible_count]).toEqual([names, names.length])
      const first = await as(viewer).first(input)
      expect([first.people.map(({ full_name }) => full_name), first.visible_count]).toEqual([
        names,
        names.length,
      ])
      expect(Object.keys(first.people[0]!).sort()).toEqual([
        'avatar_url',
        'full_name',
        'group',
        'id',
        'is_administrator',
      ])
    }
  })

  test('what somebody attends unlisted is nothing that they share with others', async () => {
    const { db } = context.store
    const [viewer, person, next] = [await makePerson(db), await makePerson(db), await makeEvent(db)]
    for (const attended of [event, next]) await attend(db, person, attended)
    await attend(db, viewer, event, { visibility: 'unlisted' })
    await attend(db, viewer, next)
    const { people } = await as(viewer).list({ event_id: next.id })
    expect(people.map(({ id, shared_count }) => [id, shared_count])).toEqual([
      [person.id, 0],
      [viewer.id, 0],
    ])
    const { events } = await as(viewer).ofPerson({ id: person.id })
    expect(events.map(({ id, is_shared }) => [id === next.id, is_shared]).sort()).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test('of an event that one does not attend there is no choice', async () => {
    const refused = await refusal(as(member).setVisibility({ event_id: event.id, visibility: 'unlisted' }))
    expect(refused).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the events on a profile', () => {
  test('are those to come and those that are over, with what the viewer shares', async () => {
    const { db } = context.store
    const person = await makePerson(db)
    const [next, past] = await makeEvents(db, [{ start_date: '2027-01-01' }, { start_date: '2025-01-01' }])
    for (const attended of [next!, past!]) await attend(db, person, attended)
    await attend(db, member, past!)
    const page = await as(member).ofPerson({ id: person.id })
    expect(page).toMatchObject({ going_count: 1, been_count: 1, next: null })
    expect(page.events.map(({ id, is_shared }) => [id, is_shared])).toEqual([
      [next!.id, false],
      [past!.id, true],
    ])
    expect((await as(null).ofPerson({ id: person.id })).events.map(({ is_shared }) => is_shared)).toEqual([
      false,
      false,
    ])
    expect((await as(person).ofPerson({ id: person.id })).events.some(({ is_shared }) => is_shared)).toBe(
      false,
    )
  })

  test('continue after the last one', async () => {
    const { db } = context.store
    const person = await makePerson(db)
    const count = serverLimits.attendedPerProfilePage + 3
    const events = await makeEvents(
      db,
      Array.from({ length: count }, (_, n) => ({ start_date: n % 2 ? '2027-01-01' : '2025-01-01' })),
    )
    await attendMany(
      db,
      events.map((attended) => ({ person, event: attended })),
    )
    const first = await as(null).ofPerson({ id: person.id })
    const second = await as(null).ofPerson({ id: person.id, after: first.next! })
    expect(new Set([...first.events, ...second.events].map(({ id }) => id)).size).toBe(count)
    expect([second.next, second.been_count]).toEqual([null, first.been_count])
  })
})
