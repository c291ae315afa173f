import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importEvents } from '#features/listing/csv-import.server.ts'
import { beginUndo } from '#features/programme-import/syncs/programme-syncs.server.ts'
import { rows } from '#platform/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { runNightlyJobs } from './jobs.ts'

const context = useStore()

const countOf = async (table: string) =>
  (
    await rows<{ count: number }>(
      context.store.db,
      sql`select count(*)::integer as count from ${sql.raw(table)}`,
    )
  )[0]!.count

test('what grows with the years goes when nobody needs it any more, however much there is', async () => {
  const { db } = context.store
  const { id } = await makePerson(db)
  // More than one statement deletes.
  await db.execute(sql`
    insert into notifications (user_id, kind, message, path, created_at)
    select ${id}::uuid, 'event_changed', 'It moved', '/conferences', now() - make_interval(days => age)
    from unnest(array[366, 364]) as age, generate_series(1, 6000)`)
  for (const fileName of ['old.csv', 'new.csv'])
    await importEvents(db, [], { fileName, importedBy: null, skipped: [{ line: 2, reason: 'No name' }] })
  await db.execute(
    sql`update event_imports set created_at = now() - interval '31 days' where file_name = 'old.csv'`,
  )

  await runNightlyJobs(context.store)
  expect(await countOf('notifications')).toBe(6000)
  expect(
    await rows(db, sql`select file_name from event_import_skips join event_imports on id = import_id`),
  ).toEqual([{ file_name: 'new.csv' }])
  expect(await rows(db, sql`select skipped from event_imports where file_name = 'old.csv'`)).toEqual([
    { skipped: 1 },
  ])
})

test('a programme can be undone for 90 days', async () => {
  const { db } = context.store
  for (const age of [89, 91]) {
    const { id } = await makeEvent(db)
    await db.execute(sql`
      insert into programme_syncs (event_id, status, format, digest, finished_at, set_id)
      values (${id}::uuid, 'done', 'csv', '', now() - make_interval(days => ${age}), 1)`)
    expect(await beginUndo(db, id)).toEqual(age < 90 ? expect.any(String) : undefined)
    await db.execute(sql`update programme_syncs set status = 'done'`)
  }
})

test('the log goes back two years, and what people lost with a record 90 days', async () => {
  const { db } = context.store
  await db.execute(sql`
    with sets as (
      insert into change_sets (at, via, reason)
      select now() - make_interval(days => age), 'form', age::text from unnest(array[89, 91, 729, 733]) as age returning id, reason
    )
    insert into changed_rows (set_id, table_name, key, action, before)
    select id, table_name, key::jsonb, 'removed', '{}' from sets, (values
      ('follows', '{"user_id": "one"}'), ('event_organisers', '{"user_id": "one"}'), ('all_events', '{"id": "one"}')
    ) as part (table_name, key)`)
  await runNightlyJobs(context.store)
  const remaining = await rows<{ age: string; tables: string }>(db)`
    select reason as age, string_agg(table_name, ' ' order by table_name) as tables
    from change_sets join changed_rows on set_id = change_sets.id where reason is not null group by reason order by reason::integer`
  expect(remaining).toEqual([
    { age: '89', tables: 'all_events event_organisers follows' },
    { age: '91', tables: 'all_events event_organisers' },
    { age: '729', tables: 'all_events event_organisers' },
  ])
})

test('mail that could not be sent for a month is given up, and says why', async () => {
  const { db } = context.store
  await db.execute(sql`
    insert into mail_outbox (to_address, subject, text, html, created_at, last_error)
    select 'a@example.com', subject, '', '', now() - make_interval(days => age), 'Error: connect ECONNREFUSED'
    from (values ('young', 29), ('old', 31)) as mail (subject, age)`)
  await runNightlyJobs(context.store)
  expect(
    await rows(
      db,
      sql`select subject, failed_at is not null as has_failed, last_error from mail_outbox order by 1`,
    ),
  ).toEqual([
    {
      subject: 'old',
      has_failed: true,
      last_error: 'Not sent: it waited for 30 days. Error: connect ECONNREFUSED',
    },
    { subject: 'young', has_failed: false, last_error: 'Error: connect ECONNREFUSED' },
  ])
})

test('a step that fails ends no other, and is reported', async () => {
  const { db } = context.store
  await db.execute(sql`
    insert into rate_limits (key, points, expires_at) values ('old', 1, now() - interval '1 second')`)
  await db.execute(sql`alter table address_changes rename to address_changes_away`)
  let isTidied = false
  const store = {
    ...context.store,
    tidy: async () => {
      isTidied = true
    },
  }
  await expect(runNightlyJobs(store)).rejects.toThrow('address_changes')
  await db.execute(sql`alter table address_changes_away rename to address_changes`)
  expect([await countOf('rate_limits'), isTidied]).toEqual([0, true])
})
