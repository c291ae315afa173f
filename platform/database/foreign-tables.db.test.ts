import { sql } from 'drizzle-orm'
import { afterEach, expect, inject, test } from 'vitest'
import { exitCodeOf } from '#platform/exit-code.ts'
import { emptyStore } from '#tests/support/database.ts'
import { postgresStore, rows, type Store } from './db.ts'
import { migrate, migrationFiles } from './migrate.ts'

let store: Store
afterEach(() => store?.close())

const tables = async () =>
  (
    await rows<{ name: string }>(
      store.db,
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace order by relname`,
    )
  ).map(({ name }) => name)

test.each([
  ['create table invoices (id integer)', 'invoices'],
  ['create table events (id integer)', 'events'],
  [
    'create table migrations (id integer, migration text); create table users (id integer)',
    'migrations, users',
  ],
  ['create view numbers as select 1 as one', 'numbers'],
])('a database with %s is refused, and stays as it is', async (statements, names) => {
  store = await emptyStore()
  await store.execute(statements)
  const before = await tables()
  const error = await migrate(store).catch((thrown: unknown) => thrown as Error)
  expect((error as Error).message).toMatch(
    new RegExp(
      `^The database \\w+ has tables of another application \\(${names}\\): name an empty one in DATABASE_URL.$`,
    ),
  )
  expect(exitCodeOf(error)).toBe(78)
  expect(await tables()).toEqual(before)
})

test('tables of extensions are nobody’s, and those that are added to Hallway’s stay', async () => {
  store = await emptyStore()
  await store.execute(
    inject('engine').kind === 'postgres'
      ? 'create extension pg_buffercache'
      : 'create function nothing() returns void language sql as $$ $$',
  )
  const files = (await migrationFiles()).slice(0, 2)
  expect(await migrate(store, files)).toEqual(files.map(({ name }) => name))
  await store.execute('create table invoices (id integer)')
  expect(await migrate(store, files)).toEqual([])
})

test.runIf(inject('engine').kind === 'postgres')('a role without rights is told which it needs', async () => {
  store = await emptyStore()
  const [{ name } = { name: '' }] = await rows<{ name: string }>(
    store.db,
    sql`select current_database() as name`,
  )
  const role = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await store.execute(`create role ${role} login password 'a'`)
  const url = new URL((inject('engine') as { url: string }).url)
  Object.assign(url, { username: role, password: 'a', pathname: `/${name}` })
  const other = postgresStore(url.href, undefined, 1)
  const error = await migrate(other).catch((thrown: unknown) => thrown as Error)
  await other.close()
  expect((error as Error).message).toContain(
    'The role of DATABASE_URL may not change the database (permission denied for schema public): make it the owner',
  )
  expect(exitCodeOf(error)).toBe(78)
  await store.execute(`drop role ${role}`)
})
