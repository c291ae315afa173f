import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { eventEdit } from '#features/events/event-editing.schemas.ts'
import { rows } from '#platform/database/db.ts'
import { callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { change_sets } from './change-log.tables.ts'
import { undoSet } from './undo.server.ts'

const context = useStore()

let owner: Person
let other: Person
beforeAll(async () => {
  owner = await makePerson(context.store.db, { name: 'Olga Owner' })
  other = await makePerson(context.store.db, { name: 'Otto Other' })
})

const as = (person: Person | null) => callAsPerson(context.store, person, {})
const lastSet = async () => {
  const [set] = await rows<{ id: number }>(context.store.db)`select max(id)::float8 as id from change_sets`
  return set!.id
}
const undoLast = async () => {
  const id = await lastSet()
  return context.store.db.transaction((tx) => undoSet(tx, id, { by: owner.id }))
}

const tables = [
  'all_events',
  'all_event_tags',
  'all_talks',
  'all_tracks',
  'all_breaks',
  'talk_speakers',
  'talk_topics',
  'all_talk_links',
  'all_user_events',
  'user_saved_talks',
  'follows',
  'old_addresses',
  'calls',
  'event_organisers',
]

/** Whole tables as text. Versions and counters move with an undo. */
async function contents() {
  const all: Record<string, string[]> = {}
  for (const table of tables)
    all[table] = (
      await rows<{ line: string }>(
        context.store.db,
        sql.raw(
          `select (to_jsonb(t) - array['updated_at', 'sequence'])::text as line from ${table} as t order by 1`,
        ),
      )
    ).map(({ line }) => line)
  return all
}

async function makeFullEvent() {
  const { db } = context.store
  const event = await makeEvent(db, { created_by: owner.id })
  const topic = await makeTopic(db, {})
  const speaker = await makeSpeaker(db, {})
  await db.execute(sql`insert into event_tags (event_id, tag) values (${event.id}::uuid, ${topic.name})`)
  await db.execute(sql`
    with track as (insert into tracks (event_id, name) values (${event.id}::uuid, 'Main') returning id)
    insert into breaks (event_id, title, date, start_time, track_id)
    select ${event.id}::uuid, 'Lunch', ${event.start_date}::date, '12:00', id from track`)
  const [track] = await rows<{ id: string }>(db)`select id from tracks where event_id = ${event.id}::uuid`
  const talk = await makeTalk(db, {
    event,
    track: track!,
    speakers: [speaker],
    topics: [topic],
    slides_url: 'https://slides.example',
  })
  await attend(db, other, event)
  await saveTalk(db, other, talk)
  await as(other).follows.set({ kind: 'event', key: event.id, is_following: true })
  return { event, talk, topic, speaker }
}

test('a deleted conference comes back with all that belonged to it', async () => {
  const { event } = await makeFullEvent()
  const before = await contents()
  await as(owner).events.remove({ id: event.id })
  expect((await contents()).all_talks).not.toEqual(before.all_talks)
  expect(await undoLast()).toMatchObject({ kept: [] })
  expect(await contents()).toEqual(before)
})

test('an edit is undone where nobody has edited since', async () => {
  const { event } = await makeFullEvent()
  const before = await contents()
  await as(owner).events.update({ ...eventEdit.parse(event), name: 'BUY PILLS', description: 'Cheap' })
  expect(await undoLast()).toMatchObject({ kept: [] })
  expect(await contents()).toEqual(before)
})

test('a conference that joined a series as it was added goes again, unless somebody changed it later', async () => {
  const { db } = context.store
  const previous = await makeEvent(db, {
    created_by: owner.id,
    name: 'Yearly 2030',
    start_date: '2030-05-01',
  })
  const fields = {
    ...{ location_name: 'Bergen', country_name: 'Norway', previous: previous.id },
    ...{ start_date: '2031-05-01', end_date: '2031-05-02' },
  }
  const undoAdding = async (id: string) => {
    const [change] = await rows<{ set_id: number }>(db)`
      select set_id::float8 as set_id from changed_rows where record_id = ${id}::uuid and action = 'added' order by id limit 1`
    return db.transaction((tx) => undoSet(tx, change!.set_id, { by: owner.id }))
  }
  const added = await as(owner).events.create({ ...fields, name: 'Yearly 2031' })
  expect((await as(null).events.detail({ slug: added.slug })).series).toMatchObject({ name: 'Yearly' })
  expect(await undoAdding(added.id)).toMatchObject({ kept: [] })
  expect(await rows(db)`select from all_events where id = ${added.id}::uuid`).toEqual([])
  const edited = await as(owner).events.create({ ...fields, name: 'Yearly 2032' })
  await db.execute(sql`update events set name = 'Yearly 2033' where id = ${edited.id}::uuid`)
  expect(await undoAdding(edited.id)).toMatchObject({ kept: [{ table_name: 'all_events' }] })
})

test('who changed something, and how, is in the log', async () => {
  const { talk } = await makeFullEvent()
  await as(owner).talks.remove({ id: talk.id })
  const id = await lastSet()
  const [set] = await context.store.db.select().from(change_sets).where(sql`id = ${id}`)
  expect(set).toMatchObject({ changed_by: owner.id, via: 'form', undone_by: null })
})
