import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePeople, makePerson, type Person } from '#tests/support/factories/people.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'

const context = useStore()
let owner: Person
let admin: Person

beforeEach(async () => {
  owner = await makePerson(context.store.db)
  admin = await makePerson(context.store.db, { isAdmin: true })
})

const as = (person: Person | null) => callAsPerson(context.store, person, { isAdmin: person === admin })
const visitor = () => as(null).series

describe('the page of a series', () => {
  test('has its editions with talks, recordings and public attendees, and who spoke at several', async () => {
    const { db } = context.store
    const [old, young] = await makeEvents(db, [
      { name: 'Fjord 2024', start_date: '2024-05-01' },
      { name: 'Fjord 2025', start_date: '2025-05-01' },
    ])
    const speaker = await makeSpeaker(db, { name: 'Žofie' })
    const talk = await makeTalk(db, { event: old!, speakers: [speaker] })
    await makeTalk(db, { event: young!, speakers: [speaker, await makeSpeaker(db)] })
    await makeTalk(db, { event: young!, status: 'cancelled' })
    await makeTalkLink(db, { talk, kind: 'video' })
    await makeTalkLink(db, { talk, kind: 'video', url: 'https://example.com/other' })
    await makeTalkLink(db, { talk, kind: 'slides', status: 'suggested' })
    const [open, shy] = await makePeople(db, [{}, {}])
    for (const person of [open!, shy!])
      await as(person).attendance.set({ event_id: old!.id, is_attending: true })
    await as(shy!).attendance.setVisibility({ event_id: old!.id, visibility: 'members' })
    const series = await makeSeries(db, [old!, young!], { name: 'Fjord' })

    const detail = await visitor().detail({ slug: series.slug })
    expect(detail).toMatchObject({ name: 'Fjord', edition_count: 2, speaker_count: 1 })
    expect(
      detail.editions.map(({ name, talks, videos, slides, attendees }) => [
        name,
        talks,
        videos,
        slides,
        attendees,
      ]),
    ).toEqual([
      ['Fjord 2025', 1, 0, 0, 0],
      ['Fjord 2024', 1, 1, 0, 1],
    ])
    expect(detail.speakers).toEqual([
      { id: speaker.id, name: 'Žofie', event_ids: expect.arrayContaining([old!.id, young!.id]) },
    ])
    const spoken = await as(null).programme.eventsOfSpeaker({ id: speaker.id })
    expect(spoken.map((event) => event.series?.slug)).toEqual([series.slug, series.slug])
    const attended = await as(null).attendance.ofPerson({ id: open!.id })
    expect(attended.events.map((event) => event.series?.name)).toEqual(['Fjord'])
    expect((await visitor().detail({ slug: series.id })).slug).toBe(series.slug)
    expect((await as(null).events.detail({ slug: old!.slug })).series).toMatchObject({ name: 'Fjord' })
    const editions = await as(null).events.editions({ id: old!.id })
    expect([editions.previous, editions.next?.name]).toEqual([null, 'Fjord 2025'])
  })

  test('is not there without an edition', async () => {
    const series = await makeSeries(context.store.db)
    expect((await refusal(visitor().detail({ slug: series.slug })))?.code).toBe('NOT_FOUND')
    expect((await visitor().list({ search: series.name })).series).toEqual([])
  })

  test('stands in the list, page by page', async () => {
    const { db } = context.store
    for (const name of ['Ámbar', 'Zebra', 'Mango'])
      await makeSeries(db, [await makeEvent(db, { start_date: '2024-01-01' })], { name: `List ${name}` })
    const { series } = await visitor().list({ search: 'list ' })
    expect(series.map(({ name }) => name)).toEqual(['List Ámbar', 'List Mango', 'List Zebra'])
    const [first] = series
    const after = `${first!.id}_list ambar`
    expect((await visitor().list({ search: 'list ', after })).series.map(({ name }) => name)).toEqual([
      'List Mango',
      'List Zebra',
    ])
  })
})

describe('joining', () => {
  test('begins a series, or adds to one that the member has an edition of', async () => {
    const { db } = context.store
    const [one, two] = await makeEvents(db, [{ owner }, { owner }])
    const { slug } = await as(owner).series.join({ event_id: one!.id, name: 'Own Series' })
    expect(slug).toBe('own-series')
    expect(await as(owner).series.join({ event_id: two!.id, name: 'own series' })).toEqual({ slug })
    expect((await visitor().detail({ slug })).edition_count).toBe(2)
  })

  test('not the series of others, and not with a conference of others', async () => {
    const { db } = context.store
    const other = await makePerson(db)
    const mine = await makeEvent(db, { owner })
    const theirs = await makeEvent(db, { owner: other })
    const series = await makeSeries(db, [theirs], { name: 'Of others' })
    const code = async (call: Promise<unknown>) => (await refusal(call))?.code
    expect(await code(as(owner).series.join({ event_id: mine.id, name: series.name }))).toBe('NOT_YOURS')
    expect(await code(as(owner).series.join({ event_id: theirs.id, name: 'Taken over' }))).toBe('FORBIDDEN')
    expect(await code(as(owner).series.update({ id: series.id, name: 'Taken over' }))).toBe('FORBIDDEN')
    const own = await makeSeries(db, [mine])
    expect(await code(as(owner).series.merge({ id: own.id, other: series.slug }))).toBe('FORBIDDEN')
    expect(await code(as(owner).series.merge({ id: own.id, other: 'no-such-series' }))).toBe('NO_OTHER')
  })

  test('happens by itself where who looks after the last edition lists the next one', async () => {
    const { db } = context.store
    const previous = await makeEvent(db, { owner, name: 'Yearly 2030', start_date: '2030-05-01' })
    const fields = {
      ...{ name: 'Yearly 2031', location_name: 'Bergen', country_name: 'Norway' },
      ...{ start_date: '2031-05-01', end_date: '2031-05-02', previous: previous.id },
    }
    const next = await as(owner).events.create(fields)
    const { series } = await as(null).events.detail({ slug: next.slug })
    expect(series).toMatchObject({ name: 'Yearly', slug: 'yearly' })
    expect((await as(null).events.detail({ slug: previous.slug })).series).toEqual(series)
    const stranger = await makePerson(db)
    const fake = await as(stranger).events.create({ ...fields, name: 'Yearly 2032' })
    expect((await as(null).events.detail({ slug: fake.slug })).series).toBeNull()
  })
})

test('a merged series leads on and takes its followers along; undone, both are as before', async () => {
  const { db } = context.store
  const [one, two] = await makeEvents(db, [{}, {}])
  const [into, removed] = [await makeSeries(db, [one!]), await makeSeries(db, [two!])]
  const [both, only] = await makePeople(db, [{}, {}])
  const follow = (person: Person, key: string) =>
    as(person).follows.set({ kind: 'series', key, is_following: true })
  await follow(both!, into.id)
  await follow(both!, removed.id)
  await follow(only!, removed.id)
  await as(admin).series.merge({ id: into.id, other: `https://hallway.test/series/${removed.slug}` })
  expect((await visitor().detail({ slug: removed.slug })).slug).toBe(into.slug)
  expect(await as(only!).follows.mine()).toEqual([{ kind: 'series', key: into.id, name: into.name }])
  expect(await as(both!).follows.mine()).toHaveLength(1)
  const {
    changes: [change],
  } = await as(admin).history.ofSeries({ id: into.id })
  expect(change).toMatchObject({ via: 'merge', can_undo: true })
  await as(admin).history.undo({ id: change!.id })
  expect(await as(only!).follows.mine()).toEqual([{ kind: 'series', key: removed.id, name: removed.name }])
  expect(await as(both!).follows.mine()).toHaveLength(2)
  expect((await refusal(as(admin).history.undo({ id: change!.id })))?.code).toBe('CONFLICT')
  const actions = (await as(admin).adminActions.list({})).actions.map(({ action }) => action)
  expect(actions.slice(0, 2)).toEqual(['change_undone', 'series_merged'])
})

test('who stopped following since a merge follows neither once it is undone', async () => {
  const { db } = context.store
  const [one, two] = await makeEvents(db, [{}, {}])
  const [into, removed] = [await makeSeries(db, [one!]), await makeSeries(db, [two!])]
  const follower = await makePerson(db)
  await as(follower).follows.set({ kind: 'series', key: removed.id, is_following: true })
  await as(admin).series.merge({ id: into.id, other: removed.slug })
  await as(follower).follows.set({ kind: 'series', key: into.id, is_following: false })
  const {
    changes: [change],
  } = await as(admin).history.ofSeries({ id: into.id })
  await as(admin).history.undo({ id: change!.id })
  expect(await as(follower).follows.mine()).toEqual([])
})

test('a series goes with the change that began it, also if it was renamed since', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  const { slug } = await as(owner).series.join({ event_id: event.id, name: 'Begun' })
  const { id } = await visitor().detail({ slug })
  await as(owner).series.update({ id, name: 'Renamed' })
  const {
    changes: [, joined],
  } = await as(owner).history.ofSeries({ id })
  expect(joined!.can_undo).toBe(true)
  await as(owner).history.undo({ id: joined!.id })
  expect(await rows(db)`select from series where id = ${id}::uuid`).toEqual([])
})

test('what cannot go back because its series is gone stays, and is said', async () => {
  const { db } = context.store
  const [one, two] = await makeEvents(db, [{}, {}])
  const series = await makeSeries(db, [one!, two!])
  await as(admin).series.leave({ event_id: one!.id })
  const {
    changes: [first],
  } = await as(admin).history.ofSeries({ id: series.id })
  await as(admin).series.leave({ event_id: two!.id })
  const { undone, kept } = await as(admin).history.undo({ id: first!.id })
  expect([undone, kept.length]).toEqual([0, 1])
  const states = await rows(db)`
    select series_id, confirmation from all_events where id in (${one!.id}::uuid, ${two!.id}::uuid)`
  expect(states).toEqual([0, 1].map(() => ({ series_id: null, confirmation: 'refused' })))
})

test('what a member does to a series is not in the record of administrators', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  const count = async () => (await as(admin).adminActions.list({})).actions.length
  const before = await count()
  await as(owner).series.join({ event_id: event.id, name: 'Of a member' })
  const { series } = await as(null).events.detail({ slug: event.slug })
  await as(owner).series.update({ id: series!.id, name: 'Renamed by a member' })
  const {
    changes: [change],
  } = await as(owner).history.ofSeries({ id: series!.id })
  await as(owner).history.undo({ id: change!.id })
  expect(await count()).toBe(before)
  await as(admin).series.update({ id: series!.id, name: 'Renamed by an administrator' })
  expect(await count()).toBe(before + 1)
})

test('a change is undone by who made it, the newest first, and not by others', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { owner })
  await as(owner).series.join({ event_id: event.id, name: 'First name' })
  const { series } = await as(null).events.detail({ slug: event.slug })
  await as(owner).series.update({ id: series!.id, name: 'Second name' })
  await as(owner).series.update({ id: series!.id, name: 'Third name' })
  const {
    changes: [last, middle],
  } = await as(owner).history.ofSeries({ id: series!.id })
  const stranger = await makePerson(db)
  expect((await refusal(as(stranger).history.undo({ id: last!.id })))?.code).toBe('FORBIDDEN')
  await as(owner).history.undo({ id: last!.id })
  await as(owner).history.undo({ id: middle!.id })
  expect((await visitor().detail({ slug: series!.slug })).name).toBe('First name')
})

/** A generator that gives the same numbers for each run. */
const seededRandom = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed / 2147483648
}

const seriesCount = Number(process.env.HALLWAY_SERIES ?? 40)

test(`join, leave, edit and merge on ${seriesCount} random series, undone in reverse, restore every row`, async () => {
  const { db } = context.store
  const random = seededRandom(20261124)
  const pick = <Item>(list: Item[]) => list[Math.floor(random() * list.length)]!
  const people = await makePeople(db, [{}, {}, {}])
  const allEvents = await makeEvents(
    db,
    Array.from({ length: seriesCount * 3 }, (_, index) => ({ start_date: `${2000 + (index % 30)}-05-01` })),
  )
  for (let index = 0; index < seriesCount; index++) {
    const series = await makeSeries(db, allEvents.slice(index * 2, index * 2 + 2))
    for (const person of people)
      if (random() < 0.5) await as(person).follows.set({ kind: 'series', key: series.id, is_following: true })
  }
  const before = await tables()
  const earlierIds = (await readChanges()).map(({ id }) => id)
  const done: number[] = []
  for (let step = 0; step < seriesCount * 2; step++) {
    const all = await rows<{ id: string; slug: string }>(db, sql`select id, slug from series order by slug`)
    const [one, other] = [pick(all), pick(all)]
    const event_id = pick(allEvents).id
    const moves = [
      () => as(admin).series.join({ event_id, name: random() < 0.5 ? one.slug : `Fresh ${step}` }),
      () => as(admin).series.leave({ event_id }),
      () => as(admin).series.update({ id: one.id, name: `Renamed ${step}`, description: `Text ${step}` }),
      () => one !== other && as(admin).series.merge({ id: one.id, other: other.slug }),
    ]
    await pick(moves)()
    const knownIds = [...earlierIds, ...done]
    done.push(...(await readChanges()).map(({ id }) => id).filter((id) => !knownIds.includes(id)))
  }
  expect(done.length).toBeGreaterThan(seriesCount)
  expect(await tables()).not.toEqual(before)
  for (const change_id of done.toReversed()) await as(admin).history.undo({ id: change_id })
  expect(await tables()).toEqual(before)

  function readChanges() {
    return rows<{ id: number }>(db, sql`select id::float8 as id from change_sets order by change_sets.id`)
  }

  async function tables() {
    const names = ['series', 'all_events', 'follows', 'old_addresses', 'event_tags']
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [
          name,
          await rows<{ row: string }>(
            db,
            sql`select to_jsonb(t)::text as row from ${sql.raw(name)} as t order by 1`,
          ),
        ]),
      ),
    )
  }
}, 300_000)
