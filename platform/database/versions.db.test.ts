import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { type Database, rows } from './db.ts'

const context = useStore()

/** What is no edit: kept copies, counters, what a trigger keeps, and who listed the row. Every other column moves the version. */
const columnsWithoutVersion: Record<string, string[]> = {
  all_events: [
    'tags',
    'doc',
    'sequence',
    'created_by',
    'import_id',
    'first_start_date',
    'first_end_date',
    'series_id',
    'confirmation',
  ],
  all_talks: ['doc', 'sequence', 'created_by', 'source_key', 'source_values'],
  all_breaks: ['created_by', 'source_key', 'source_values'],
  all_speakers: ['events_spoken_at', 'unique_conferences', 'created_by'],
  all_profiles: ['is_administrator'],
  all_event_claims: [],
  calls: ['sequence', 'first_closes_on', 'previous_closes_on', 'added_by'],
}
/** Better Auth writes these, and sets updated_at itself. */
const betterAuthTables = ['user', 'session', 'account', 'verification']
/** What a row never changes; triggers refuse it. */
const immutableColumns = [
  'all_events.slug',
  'all_talks.event_id',
  'all_talks.id',
  'all_profiles.id',
  'all_speakers.id',
  'all_events.id',
]

const otherValues: Record<string, string> = {
  text: `'https://other.example'`,
  uuid: `gen_random_uuid()`,
  date: `'2100-01-01'`,
  'time without time zone': `'23:59'`,
  'timestamp with time zone': `'2100-01-01'`,
  boolean: 'true',
  integer: '77',
  bigint: '77',
  ARRAY: `'{Other}'`,
  jsonb: `'{"other": true}'`,
}

test('every table with updated_at has it as its version', async () => {
  const tables = await rows<{ table_name: string }>(
    context.store.db,
    sql`
      select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'updated_at' and table_type = 'BASE TABLE'`,
  )
  const versionedTables = await rows<{ table_name: string }>(
    context.store.db,
    sql`
      select tgrelid::regclass::text as table_name from pg_trigger
      where tgfoid = 'set_updated_at'::regproc and not tgisinternal`,
  )
  const names = (list: { table_name: string }[]) => list.map((row) => row.table_name).sort()
  expect(names(tables)).toEqual([...Object.keys(columnsWithoutVersion), ...betterAuthTables].sort())
  expect(names(versionedTables)).toEqual(Object.keys(columnsWithoutVersion).sort())
})

beforeAll(async () => {
  const { db } = context.store
  const person = await makePerson(db)
  const event = await makeEvent(db, { owner: person })
  await makeTalk(db, { event })
  await makeBreak(db, { event })
  await makeCall(db, { event })
  await makeSpeaker(db)
  await db.execute(sql`insert into event_claims (event_id, user_id) values (${event.id}, ${person.id})`)
})

test('each column of a row moves its version, but for those that are no edit', async () => {
  const { db } = context.store
  const columns = await rows<{ table: string; column: string; type: string; isGenerated: boolean }>(
    db,
    sql`
      select table_name as table, column_name as column, data_type as type, is_generated <> 'NEVER' as "isGenerated"
      from information_schema.columns where table_schema = 'public' and column_name not in ('updated_at', 'is_hidden')`,
  )
  const results: Record<string, boolean> = {}
  const expected: Record<string, boolean> = {}
  for (const { table, column, type, isGenerated } of columns) {
    const name = `${table}.${column}`
    if (!columnsWithoutVersion[table] || isGenerated || immutableColumns.includes(name)) continue
    expected[name] = !columnsWithoutVersion[table].includes(column)
    results[name] = await movesVersion(
      db,
      table,
      column,
      otherValues[type] ?? `no other value of the type ${type}`,
    )
  }
  expect(results).toEqual(expected)
})

/** Whether another value in a column moves the version of a row. The values break constraints, so these are away meanwhile. */
async function movesVersion(db: Database, table: string, column: string, value: string): Promise<boolean> {
  let isMoved = false
  const undo = new Error('undo')
  await db
    .transaction(async (tx) => {
      const constraints = await rows<{ name: string }>(
        tx,
        sql`
          select quote_ident(conname) as name from pg_constraint
          where conrelid = ${table}::regclass and contype in ('c', 'f')`,
      )
      for (const { name } of constraints)
        await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
      await tx.execute(sql.raw(`update ${table} set updated_at = '2000-01-01'`))
      const updatedRows = await rows<{ isMoved: boolean }>(
        tx,
        sql.raw(`update ${table} set ${column} = ${value} returning updated_at <> '2000-01-01' as "isMoved"`),
      )
      expect(updatedRows).toHaveLength(1)
      isMoved = updatedRows[0]!.isMoved
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return isMoved
}

// A generated column that the trigger does not name would move it: in NEW it is null.
test.each(Object.keys(columnsWithoutVersion))(
  'a save of %s that changes nothing is no edit',
  async (table) => {
    const savedRows = await rows<{ isSame: boolean }>(
      context.store.db,
      sql.raw(`
      update ${table} set updated_at = before.updated_at from ${table} as before where before.id = ${table}.id
      returning ${table}.updated_at = before.updated_at as "isSame"`),
    )
    expect(savedRows).toEqual([{ isSame: true }])
  },
)
