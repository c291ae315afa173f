import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginUndo } from '#features/programme-import/syncs/programme-syncs.server.ts'
import { undoSync } from '#features/programme-import/syncs/undo-sync.server.ts'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { migrate, migrationFiles } from '#platform/database/migrate.ts'
import { callAsPerson } from './support/call.ts'
import { emptyStore } from './support/database.ts'
import { makeFormerEvents } from './support/factories/events.ts'
import { makePerson } from './support/factories/people.ts'
import { makeTalk } from './support/factories/talks.ts'
import { makeTopic } from './support/factories/topics.ts'

// What 1.3.0 stored to undo imports of programmes and merges of speakers is undone after the upgrade, too.

type NewSpeaker = { name?: string; bio?: string; user_id?: string }

/** As 1.3.0 had it: the table has columns since. */
async function makeSpeaker(db: Database, { name = 'Speaker', bio, user_id }: NewSpeaker) {
  const [speaker] = await rows<{ id: string; name: string }>(db)`
    insert into speakers (id, name, bio, user_id)
    values (${randomUUID()}::uuid, ${name}, ${bio ?? null}, ${user_id ?? null}::uuid) returning id, name`
  return speaker!
}

let store: Store
beforeEach(async () => {
  store = await emptyStore()
  await migrate(
    store,
    (await migrationFiles()).filter(({ name }) => name < '0126'),
  )
})
afterEach(() => store?.close())

const compared = [
  'all_talks',
  'all_breaks',
  'all_tracks',
  'all_speakers',
  'talk_speakers',
  'talk_topics',
  'all_talk_links',
  'social_links',
  'follows',
  'all_speaker_claims',
  'source_people',
  'old_addresses',
]

/** Versions, counters and the moments of links move with an undo. */
async function contents() {
  const all: Record<string, unknown> = {}
  for (const table of compared)
    all[table] = await rows(
      store.db,
      sql.raw(`
        select to_jsonb(t) - array['updated_at', 'sequence', 'listed_at', 'shows_former_names']
          - case '${table}' when 'all_talk_links' then array['id', 'created_at'] else '{}' end as row
        from ${table} as t order by 1`),
    )
  return all
}

test('an import of a programme', async () => {
  const { db } = store
  const owner = await makePerson(db, {})
  const event = (await makeFormerEvents(db, [{ created_by: owner.id }]))[0]!
  const [one, two, three] = [await makeSpeaker(db, {}), await makeSpeaker(db, {}), await makeSpeaker(db, {})]
  const topic = await makeTopic(db)
  const sync = randomUUID()
  await db.execute(sql`
    insert into programme_syncs (id, event_id, status, format, digest, finished_at, begun_by)
    values (${sync}::uuid, ${event.id}::uuid, 'done', 'csv', '', now(), ${owner.id}::uuid)`)
  const values = (fields: object) => ({ source_key: 'key', source_values: { title: 'Title', ...fields } })
  const changed = await makeTalk(db, { event, speakers: [one, two], title: 'Old', ...values({}) } as never)
  const edited = await makeTalk(db, { event, title: 'Old too', location: 'Room 1' })
  const removed = await makeTalk(db, { event, title: 'Removed', speakers: [three], topics: [topic] })
  await store.execute(`
    insert into talk_links (talk_id, event_id, kind, url, position) values ('${changed.id}', '${event.id}', 'code', 'https://code.example/old', 1);
    insert into tracks (event_id, name, source_key) values ('${event.id}', 'Hall', 'Hall')`)
  const before = await contents()

  const rowOf = async (table: string, id: string) => {
    const [row] = await rows<{ row: object }>(
      db,
      sql.raw(`select to_jsonb(${table}) as row from ${table} where id = '${id}'`),
    )
    return row!.row
  }
  const record = (subject: string, id: string, kind: string, former: object | null, written: object | null) =>
    db.execute(sql`
      insert into programme_changes (sync_id, subject, subject_id, key, kind, before, after)
      values (${sync}::uuid, ${subject}, ${id}::uuid, 'key', ${kind}, ${former && JSON.stringify(former)}::jsonb, ${written && JSON.stringify(written)}::jsonb)`)
  // As 1.3.0 imported: a talk and a speaker added, one talk changed, one edited by hand afterwards, one removed; a track renamed.
  const speaker = await makeSpeaker(db, { name: 'New Speaker' })
  await record('speaker', speaker.id, 'added', null, { name: 'New Speaker' })
  const source = { title: 'New', day: event.start_date, date: event.start_date, status: 'scheduled' }
  const added = await makeTalk(db, {
    event,
    title: 'New',
    speakers: [speaker],
    source_key: 'new',
    source_values: source,
  } as never)
  await record('talk', added.id, 'added', null, { title: 'New', speaker_ids: [speaker.id] })
  const editedSince = await makeTalk(db, {
    event,
    title: 'Edited since',
    source_key: 'kept',
    source_values: source,
  } as never)
  await record('talk', editedSince.id, 'added', null, { title: 'New', speaker_ids: [] })
  await store.execute(`
    update talks set title = 'New title', start_time = '10:00', source_values = '{"title": "New title"}' where id = '${changed.id}';
    delete from talk_speakers where talk_id = '${changed.id}';
    insert into talk_speakers (talk_id, speaker_id, position) values ('${changed.id}', '${two.id}', 0), ('${changed.id}', '${three.id}', 1);
    delete from talk_links where talk_id = '${changed.id}';
    insert into talk_links (talk_id, event_id, kind, url, position) values ('${changed.id}', '${event.id}', 'code', 'https://code.example/new', 1);
    update talks set title = 'By hand', location = 'Room 2', source_key = 'edited', source_values = '{}' where id = '${edited.id}'`)
  await record(
    'talk',
    changed.id,
    'moved',
    {
      title: 'Old',
      start_time: null,
      speaker_ids: [one.id, two.id],
      links: [{ kind: 'code', url: 'https://code.example/old', title: null }],
      ...values({}),
    },
    {
      title: 'New title',
      start_time: '10:00',
      speakers: ['two', 'three'],
      speaker_ids: [two.id, three.id],
      links: [{ kind: 'code', url: 'https://code.example/new', title: null }],
    },
  )
  await record(
    'talk',
    edited.id,
    'changed',
    { title: 'Old too', location: 'Room 1', source_key: null, source_values: null },
    { title: 'Imported', location: 'Room 2' },
  )
  const removedRow = { ...(await rowOf('talks', removed.id)), speaker_ids: [three.id], topic_ids: [topic.id] }
  await store.execute(`delete from talks where id = '${removed.id}'`)
  await record('talk', removed.id, 'removed', removedRow, null)
  const [track] = await rows<{ id: string }>(db)`update tracks set name = 'Great Hall' returning id`
  await record(
    'track',
    track!.id,
    'changed',
    { name: 'Hall', source_key: 'Hall' },
    { name: 'Great Hall', source_key: 'Hall' },
  )

  await migrate(store)
  const withoutKept = before.all_talks as { row: { id: string } }[]
  await beginUndo(db, event.id)
  await undoSync(db, sync, {})
  const after = await contents()
  const talks = (after.all_talks as { row: { id: string; title: string; location: string | null } }[]).filter(
    ({ row }) => row.id !== editedSince.id && row.id !== edited.id,
  )
  expect(talks).toEqual(withoutKept.filter(({ row }) => row.id !== edited.id))
  const titleOf = (id: string) => rowOf('talks', id)
  expect(await titleOf(edited.id)).toMatchObject({ title: 'By hand', location: 'Room 1', source_key: null })
  expect(await titleOf(editedSince.id)).toMatchObject({ title: 'Edited since' })
  for (const table of compared.filter((name) => name !== 'all_talks' && name !== 'old_addresses'))
    expect([table, after[table]]).toEqual([table, before[table]])
})

test('a merge of speakers, and one into the record that was merged', async () => {
  const { db } = store
  const admin = await makePerson(db, { isAdmin: true })
  const [claimant, follower] = [await makePerson(db, {}), await makePerson(db, {})]
  const event = (await makeFormerEvents(db, [{}]))[0]!
  const [survivor, removed, inner] = [
    await makeSpeaker(db, { name: 'Survivor' }),
    await makeSpeaker(db, { name: 'Removed', bio: 'Bio', user_id: claimant.id }),
    await makeSpeaker(db, { name: 'Inner' }),
  ]
  const both = await makeTalk(db, { event, speakers: [removed, survivor] })
  const theirs = await makeTalk(db, { event, speakers: [removed] })
  await store.execute(`
    insert into social_links values ('${removed.id}', 'github', 'removed');
    insert into follows (user_id, speaker_id) values ('${follower.id}', '${removed.id}');
    insert into source_people (namespace, person_key, name, speaker_id) values ('example.com', 'one', 'Removed', '${removed.id}')`)
  const rowOf = async (id: string) => {
    const [row] = await rows<{ row: object }>(
      db,
    )`select to_jsonb(speakers) as row from speakers where id = ${id}::uuid`
    return row!.row
  }
  const first = await contents()
  const innerMerge = {
    id: randomUUID(),
    kept_id: removed.id,
    removed_id: inner.id,
    removed_name: 'Inner',
    image_url: null,
    before: {
      speaker: await rowOf(inner.id),
      links: [],
      claims: [],
      source_people: [],
      merges: [],
      follows: [],
      talks: [],
      filled: {},
    },
    merged_by: admin.id,
    created_at: new Date().toISOString(),
  }
  await store.execute(`
    delete from speakers where id = '${inner.id}';
    insert into old_addresses (kind, key, new_key) values ('speaker', '${inner.id}', '${removed.id}')`)
  const second = await contents()
  const snapshot = {
    speaker: await rowOf(removed.id),
    links: [{ speaker_id: removed.id, platform: 'github', handle: 'removed' }],
    claims: [],
    source_people: [{ namespace: 'example.com', person_key: 'one' }],
    merges: [innerMerge],
    follows: (await rows<object>(db)`select user_id, created_at, false as is_both from follows`).map(
      (row) => row,
    ),
    talks: [
      { id: both.id, position: 0, kept_position: 1 },
      { id: theirs.id, position: 0, kept_position: null },
    ],
    filled: { bio: 'Bio', user_id: claimant.id, github: 'removed' },
  }
  await db.execute(sql`
    insert into speaker_merges (kept_id, removed_id, removed_name, before, merged_by)
    values (${survivor.id}::uuid, ${removed.id}::uuid, 'Removed', ${JSON.stringify(snapshot)}::jsonb, ${admin.id}::uuid)`)
  await store.execute(`
    delete from talk_speakers where speaker_id in ('${removed.id}', '${survivor.id}');
    insert into talk_speakers (talk_id, speaker_id, position) values ('${both.id}', '${survivor.id}', 0), ('${theirs.id}', '${survivor.id}', 0);
    update source_people set speaker_id = '${survivor.id}';
    insert into follows (user_id, speaker_id) values ('${follower.id}', '${survivor.id}');
    delete from speakers where id = '${removed.id}';
    update speakers set bio = 'Bio', user_id = '${claimant.id}' where id = '${survivor.id}';
    insert into social_links values ('${survivor.id}', 'github', 'removed');
    insert into old_addresses (kind, key, new_key) values ('speaker', '${removed.id}', '${survivor.id}')`)

  await migrate(store)
  const { history } = callAsPerson(store, admin, { isAdmin: true })
  for (const [record, name, expected] of [
    [survivor, 'Removed', second],
    [removed, 'Inner', first],
  ] as const) {
    const { changes } = await history.ofSpeaker({ id: record.id })
    const merge = changes.find(({ via, undone_by }) => via === 'merge' && undone_by === null)!
    expect(merge.fields).toContainEqual({ name: 'Merged record', before: null, after: name })
    await history.undo({ id: merge.id })
    expect(await contents()).toEqual(expected)
  }
})
