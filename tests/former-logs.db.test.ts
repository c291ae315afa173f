import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { undoNewestRun } from '#features/sources/undo-run.server.ts'
import { rows, type Store } from '#platform/database/db.ts'
import { migrate, migrationFiles } from '#platform/database/migrate.ts'
import { callAsPerson } from './support/call.ts'
import { emptyStore } from './support/database.ts'
import { makeFormerEvents } from './support/factories/events.ts'
import { makePeople, makePerson } from './support/factories/people.ts'
import { makeSeries } from './support/factories/series.ts'
import { makeTopic } from './support/factories/topics.ts'

// What 1.3.0 stored to undo changes of series and runs of sources is undone after the upgrade, too.

let store: Store
beforeEach(async () => {
  store = await emptyStore()
  await migrate(
    store,
    (await migrationFiles()).filter(({ name }) => name < '0126'),
  )
})
afterEach(() => store?.close())

const compared = {
  series: 'id, name, slug, description, website, created_at',
  all_events: 'id, name, end_date, series_id, confirmation, tags',
  follows: 'user_id, series_id, created_at',
  old_addresses: 'kind, key, new_key, created_at',
  calls: 'id, event_id, url, closes_on',
  source_entries: 'id, key, values, event_id, gone_since',
  source_questions: 'id, event_id, kind, changes',
  event_imports: 'id, file_name',
}

async function contents() {
  const all: Record<string, unknown> = {}
  for (const [table, columns] of Object.entries(compared))
    all[table] = await rows(store.db, sql.raw(`select ${columns} from ${table} order by 1, 2`))
  return all
}

test('changes of series', async () => {
  const { db } = store
  const admin = await makePerson(db, { isAdmin: true })
  const [owner, follower, both] = await makePeople(db, [{}, {}, {}])
  const [one, two, other] = await makeFormerEvents(db, [{ owner: owner! }, {}, { owner: owner! }])
  const series = await makeSeries(db, [one!, two!], { name: 'Into' })
  const merged = await makeSeries(db, [other!], { name: 'Merged' })
  const ids = [series.id, merged.id]
  await store.execute(`
    insert into follows (user_id, series_id)
      values ('${follower!.id}', '${merged.id}'), ('${both!.id}', '${merged.id}'), ('${both!.id}', '${series.id}')`)

  /** As 1.3.0 read it. */
  const stateOf = async () => {
    const idList = sql`${sql.param(ids)}::uuid[]`
    const [row] = await rows<{ state: object }>(db)`
      select jsonb_build_object(
        'series', array(select to_jsonb(series) - 'name_key' from series where id = any (${idList}) order by id),
        'editions', array(
          select jsonb_build_object('id', id, 'series_id', series_id, 'confirmation', confirmation) from all_events order by id
        ),
        'follows', array(
          select jsonb_build_object('user_id', user_id, 'series_id', series_id, 'created_at', created_at) from follows
          where series_id = any (${idList}) order by series_id, user_id
        ),
        'addresses', array(
          select jsonb_build_object('key', key, 'new_key', new_key, 'created_at', created_at) from old_addresses where kind = 'series'
        )
      ) as state`
    return JSON.stringify(row!.state)
  }
  async function change(action: string, subject: string, statements: string) {
    const before = await stateOf()
    await store.execute(statements)
    await db.execute(sql`
      insert into series_changes (series_ids, action, subject, before, after, changed_by)
      values (${sql.param(ids)}::uuid[], ${action}, ${subject}, ${before}::jsonb, ${await stateOf()}::jsonb, ${owner!.id}::uuid)`)
  }
  const before = await contents()
  await change('series_edited', 'Into', `update series set name = 'Renamed' where id = '${series.id}'`)
  await change(
    'series_left',
    two!.name,
    `update all_events set series_id = null, confirmation = 'refused' where id = '${two!.id}'`,
  )
  await change(
    'series_joined',
    two!.name,
    `update all_events set series_id = '${merged.id}', confirmation = 'series' where id = '${two!.id}'`,
  )
  await change(
    'series_merged',
    'Merged',
    `update all_events set series_id = '${series.id}' where series_id = '${merged.id}';
    insert into follows (user_id, series_id) values ('${follower!.id}', '${series.id}');
    insert into old_addresses (kind, key, new_key) values ('series', '${merged.slug}', '${series.slug}');
    delete from series where id = '${merged.id}'`,
  )
  await migrate(store)

  const { history } = callAsPerson(store, admin, { isAdmin: true })
  const changesOf = async (id: string) =>
    (await history.ofSeries({ id })).changes.filter(({ undone_by, undoes }) => !undone_by && !undoes)
  const changes = await changesOf(series.id)
  expect(changes.map(({ via, by }) => [via, by?.id])).toEqual([
    ['merge', owner!.id],
    ['form', owner!.id],
    ['form', owner!.id],
  ])
  await history.undo({ id: changes[0]!.id })
  const [joined] = await changesOf(merged.id)
  for (const { id } of [joined!, ...changes.slice(1)]) await history.undo({ id })
  expect(await contents()).toEqual(before)
})

test('runs of sources, the newest first', async () => {
  const { db } = store
  const topic = await makeTopic(db)
  const [linked, edited] = await makeFormerEvents(db, [
    { start_date: '2031-06-01', end_date: '2031-06-02' },
    { start_date: '2031-06-01', end_date: '2031-06-02' },
  ])
  const [source, first, second, entry, lost, call, question] = Array.from({ length: 7 }, () => randomUUID())
  await store.execute(`
    insert into directory_sources (id, name, format, licence) values ('${source}', 'A source', 'ical', 'MIT');
    insert into source_entries (id, source_id, key, values, state, event_id) values
      ('${entry}', '${source}', 'old key', '{"name": "Old"}', 'linked', '${linked!.id}'),
      ('${lost}', '${source}', 'lost', '{"name": "Lost"}', 'linked', '${edited!.id}')`)
  const original = await contents()

  const record = (
    run: string | undefined,
    n: number,
    [subject, id, before, after]: (string | object | null)[],
  ) =>
    db.execute(sql`
      insert into source_changes (run_id, n, subject, row_id, before, after)
      values (${run!}::uuid, ${n}, ${subject}, ${id}::uuid, ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb)`)
  // Lists a conference, adds a call, a topic and a question, and misses an entry.
  await store.execute(`
    with import as (insert into event_imports (file_name) values ('A source') returning id),
      run as (
        insert into source_runs (id, source_id, import_id, counts, created_at)
        select '${first}', '${source}', id, '{}', now() - interval '1 day' from import
      )
    insert into events (name, slug, start_date, end_date, location_name, country_name, import_id, confirmation)
      select 'Listed', 'listed', '2031-05-01', '2031-05-01', 'Oslo', 'Norway', id, 'listing' from import;
    insert into calls (id, event_id, url) values ('${call}', '${linked!.id}', 'https://call.example/');
    insert into event_tags (event_id, tag) values ('${linked!.id}', '${topic.name}');
    insert into source_questions (id, event_id, source_id, kind) values ('${question}', '${edited!.id}', '${source}', 'gone');
    update source_entries set gone_since = now() where id = '${lost}'`)
  for (const [n, change] of [
    ['call', call!, null, null],
    ['tags', linked!.id, null, { tags: [topic.name] }],
    ['question', question!, null, null],
    ['entry', lost!, { gone_since: null }, null],
  ].entries())
    await record(first, n, change)
  const between = await contents()
  // Finds the entry again, and other days of two conferences.
  const [{ gone_since, answered } = {}] = await rows<{ gone_since: string; answered: object }>(db)`
    select gone_since::text as gone_since, to_jsonb(source_questions) as answered
    from source_entries, source_questions where source_entries.id = ${lost}::uuid`
  await store.execute(`
    insert into source_runs (id, source_id, counts) values ('${second}', '${source}', '{}');
    update events set end_date = '2031-06-03' where id in ('${linked!.id}', '${edited!.id}');
    update calls set closes_on = '2031-01-01' where id = '${call}';
    update source_entries set key = 'new key', values = '{"name": "New"}' where id = '${entry}';
    update source_entries set gone_since = null where id = '${lost}';
    delete from source_questions`)
  const lostValues = { key: 'lost', values: { name: 'Lost' } }
  for (const [n, change] of [
    [
      'entry',
      entry!,
      { key: 'old key', values: { name: 'Old' }, gone_since: null },
      { key: 'new key', values: { name: 'New' }, gone_since: null },
    ],
    ['event', linked!.id, { end_date: '2031-06-02' }, { end_date: '2031-06-03' }],
    [
      'call',
      call!,
      { url: 'https://call.example/', closes_on: null },
      { url: 'https://call.example/', closes_on: '2031-01-01' },
    ],
    ['entry', lost!, { ...lostValues, gone_since: gone_since! }, { ...lostValues, gone_since: null }],
    ['question', question!, answered!, null],
    ['event', edited!.id, { end_date: '2031-06-02' }, { end_date: '2031-06-03' }],
  ].entries())
    await record(second, n, change)

  await migrate(store)
  await store.execute(`update events set end_date = '2031-06-09' where id = '${edited!.id}'`)
  const withEdit = (tables: Record<string, unknown>) => ({
    ...tables,
    all_events: (tables.all_events as { id: string }[]).map((event) =>
      event.id === edited!.id ? { ...event, end_date: '2031-06-09' } : event,
    ),
  })
  expect(await undoNewestRun(db, source!)).toMatchObject([{ name: 'end_date' }])
  expect(await contents()).toEqual(withEdit(between))
  expect(await undoNewestRun(db, source!)).toBeDefined()
  expect(await contents()).toEqual(withEdit(original))
  expect(await undoNewestRun(db, source!)).toBeUndefined()
})
