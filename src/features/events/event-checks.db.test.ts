import { eq, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readDigests } from '#features/digests/digest-news.server.ts'
import { rows } from '#platform/database/db.ts'
import { callAs, callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makePeople, makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { askForChecks } from './event-checks.server.ts'
import { event_checks, events } from './events.tables.ts'

const context = useStore()
const today = '2026-11-24'
const coming = { start_date: '2027-06-03', end_date: '2027-06-05' }

const as = (person: Parameters<typeof callAsPerson>[1]) => callAsPerson(context.store, person)
const checkOf = async (slug: string) => {
  const { checked_at, checked_by } = await callAs(context.store, null).events.detail({ slug })
  return checked_at && checked_by
}

test('an organiser, a member, its website and a source say that a conference is right; the last one holds', async () => {
  const { db } = context.store
  const [owner, member] = await makePeople(db, [{}, {}])
  const event = await makeEvent(db, { owner, ...coming, website: 'https://stoat.example' })
  const isOf = eq(event_checks.event_id, event.id)
  expect(await checkOf(event.slug)).toBeNull()
  await db.execute(sql`
    insert into page_checks (event_id, agreed_at) values (${event.id}::uuid, now() - interval '3 days')`)
  expect(await checkOf(event.slug)).toBe('website')
  await db.execute(sql`
    with source as (
      insert into directory_sources (name, format, licence, lists_at_once, checked_at)
      values ('Stoats', 'confs.tech', 'MIT', true, now() - interval '2 days') returning id
    )
    insert into source_entries (source_id, key, values, state, event_id)
    select id, 'stoat', ${JSON.stringify(coming)}::jsonb, 'linked', ${event.id}::uuid from source`)
  expect(await checkOf(event.slug)).toBe('source')
  await as(member!).eventChecks.confirm({ event_id: event.id })
  expect(await checkOf(event.slug)).toBe('member')
  await as(owner!).eventChecks.confirm({ event_id: event.id })
  expect(await checkOf(event.slug)).toBe('owner')
  // What a suspended member said does not count.
  await db.delete(event_checks).where(isOf)
  await as(member!).eventChecks.confirm({ event_id: event.id })
  const admin = await makePerson(db, { isAdmin: true })
  await callAsPerson(context.store, admin, { isAdmin: true }).people.suspend({ user_id: member!.id })
  expect(await checkOf(event.slug)).toBe('source')
})

test('what was said before the days changed says nothing of the new ones; saving as an organiser does', async () => {
  const { db } = context.store
  const [owner, member] = await makePeople(db, [{}, {}])
  const event = await makeEvent(db, { owner, ...coming })
  await as(member!).eventChecks.confirm({ event_id: event.id })
  await db.execute(
    sql`update event_checks set checked_at = now() - interval '1 day' where event_id = ${event.id}::uuid`,
  )
  await db.update(events).set({ end_date: '2027-06-06' }).where(eq(events.id, event.id))
  expect(await checkOf(event.slug)).toBeNull()
  const { id, updated_at, name, description, location_name, country_name } = await as(owner!).events.detail({
    slug: event.slug,
  })
  await as(owner!).events.update({
    ...{
      id,
      updated_at,
      name,
      description: description ?? 'Two days about stoats.',
      location_name,
      country_name,
      ...coming,
    },
  } as never)
  expect(await checkOf(event.slug)).toBe('owner')
})

test('nobody confirms what is over or cancelled', async () => {
  const { db } = context.store
  const member = await makePerson(db)
  const [past, cancelled] = [
    await makeEvent(db, { start_date: '2020-06-03', end_date: '2020-06-05' }),
    await makeEvent(db, { ...coming, status: 'cancelled' }),
  ]
  for (const { id } of [past, cancelled])
    expect((await refusal(as(member).eventChecks.confirm({ event_id: id })))?.code).toBe('CONFLICT')
})

test('who attends or follows is asked about what nobody checked for 60 days: five of an event, two a week of a person', async () => {
  const { db } = context.store
  const people = await makePeople(
    db,
    Array.from({ length: 8 }, () => ({})),
  )
  const old = await Promise.all(Array.from({ length: 3 }, () => makeEvent(db, coming)))
  const young = await makeEvent(db, coming)
  await db.execute(sql`
    update all_events set created_at = now() - interval '90 days' where id in (${sql.join(
      old.map(({ id }) => sql`${id}::uuid`),
      sql`, `,
    )})`)
  for (const person of people)
    for (const { id } of [...old, young])
      await as(person).attendance.set({ event_id: id, is_attending: true })
  await askForChecks(db, today)
  await askForChecks(db, today)
  const questions = await rows<{ event_id: string; user_id: string }>(db)`
    select event_id, user_id from event_checks where asked_at is not null and event_id = any (${sql.param([...old, young].map(({ id }) => id))}::uuid[])`
  const counts = (key: 'event_id' | 'user_id') =>
    [...Map.groupBy(questions, (row) => row[key]).values()].map(({ length }) => length)
  expect(questions.length).toBeGreaterThan(8)
  expect(Math.max(...counts('event_id'))).toBe(5)
  expect(Math.max(...counts('user_id'))).toBe(2)
  expect(questions.map(({ event_id }) => event_id)).not.toContain(young.id)

  const { event_id, user_id } = questions[0]!
  const person = people.find(({ id }) => id === user_id)!
  expect((await as(person).eventChecks.questions()).map(({ id }) => id)).toContain(event_id)
  await as(person).eventChecks.confirm({ event_id })
  for (const other of people)
    expect((await as(other).eventChecks.questions()).map(({ id }) => id)).not.toContain(event_id)
  // Without news of what they follow nobody gets mail for it.
  const readers = [{ user_id, covered_until: '2026-11-01T00:00:00Z' }]
  expect((await readDigests(db, readers, new Date().toISOString())).size).toBe(0)
})

test('one who answered before is asked, else a few; also who follows the speakers, topics or place; others after a week', async () => {
  const { db } = context.store
  const people = await makePeople(db, Array(9).fill({}))
  const [answering, silent, ...followers] = people
  const [before, event] = [
    await makeEvent(db, coming),
    await makeEvent(db, { ...coming, location_name: 'Vardø', tags: ['Stoats'] }),
  ]
  await db.execute(
    sql`update all_events set created_at = now() - interval '90 days' where id = ${event.id}::uuid`,
  )
  const speaker = await makeSpeaker(db)
  await makeTalk(db, { event, speakers: [speaker] })
  const [topic] = await rows<{ id: string }>(db, sql`select id from topics where name = 'Stoats'`)
  const follow = (person: { id: string }, column: string, value: SQL) =>
    db.execute(sql`insert into follows (user_id, ${sql.raw(column)}) values (${person.id}::uuid, ${value})`)
  await follow(followers[0]!, 'topic_id', sql`${topic!.id}::uuid`)
  await follow(followers[1]!, 'speaker_id', sql`${speaker.id}::uuid`)
  await follow(followers[2]!, 'city_key', sql`'vardo'`)
  const week = () =>
    db.execute(
      sql`update event_checks set asked_at = asked_at - interval '8 days', checked_at = checked_at - interval '8 days'`,
    )
  const askedNow = async () => {
    await askForChecks(db, today)
    const list = await rows<{ user_id: string }>(
      db,
      sql`select user_id from event_checks where event_id = ${event.id}::uuid and asked_at > now() - interval '1 hour'`,
    )
    return people.flatMap(({ id }, index) => (list.some(({ user_id }) => user_id === id) ? [index] : []))
  }
  expect(await askedNow()).toEqual([2, 3, 4])
  await db.delete(event_checks)
  await as(silent!).attendance.set({ event_id: event.id, is_attending: true })
  await as(answering!).attendance.set({ event_id: event.id, is_attending: true })
  await as(answering!).eventChecks.confirm({ event_id: before.id })
  expect(await askedNow()).toEqual([0])
  expect(await askedNow()).toEqual([0])
  await week()
  expect(await askedNow()).toEqual([1, 2, 3, 4])
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] }

test('what was asked and said before is counted once, not for each pair of a member and an event', async () => {
  const { db } = context.store
  const people = await makePeople(db, Array(5).fill({}))
  const due = await makeEvents(db, Array(5).fill({ ...coming, created_at: '2020-01-01 00:00:00+00' }))
  for (const { id } of people)
    for (const event of due)
      await db.execute(
        sql`insert into user_events (user_id, event_id) values (${id}::uuid, ${event.id}::uuid)`,
      )
  let explained: [{ Plan: Plan }] | undefined
  const explaining = {
    async execute(statement: SQL) {
      const [row] = await rows<{ 'QUERY PLAN': typeof explained }>(
        db,
        sql`explain (analyze, format json) ${statement}`,
      )
      explained = row!['QUERY PLAN']
      return []
    },
  }
  await askForChecks(explaining as never, today)
  const scansOfCounts = ({ Plans = [], ...node }: Plan): Plan[] => [
    ...(node['Node Type'] === 'Aggregate'
      ? Plans.filter((child) => child['Relation Name'] === 'event_checks')
      : []),
    ...Plans.flatMap(scansOfCounts),
  ]
  for (const scan of scansOfCounts(explained![0].Plan)) expect(scan['Actual Loops']).toBe(1)
  // Nor are all members looked through for each conference, which took seconds before the tables had statistics.
  const nodesOf = ({ Plans = [], ...node }: Plan): Plan[] => [{ ...node, Plans }, ...Plans.flatMap(nodesOf)]
  const nodes = nodesOf(explained![0].Plan)
  const relationsOf = (node: Plan) => nodesOf(node).map((child) => child['Relation Name'])
  const joins = nodes.filter((node) => /Nested Loop|Join/.test(node['Node Type']) && node['Actual Loops'] > 1)
  for (const join of joins)
    expect(['all_profiles', 'event_checks'].every((name) => relationsOf(join).includes(name))).toBe(false)
})
