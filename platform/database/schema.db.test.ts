import { sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import * as accessTokens from '#features/access-tokens/access-tokens.tables.ts'
import * as adminActions from '#features/administration/admin-actions.tables.ts'
import * as oldAddresses from '#features/administration/old-addresses.tables.ts'
import * as suspensions from '#features/administration/suspensions.tables.ts'
import * as announcements from '#features/announcements/announcements.tables.ts'
import * as calls from '#features/calls/calls.tables.ts'
import * as changeLog from '#features/change-log/change-log.tables.ts'
import * as coverage from '#features/coverage/coverage.tables.ts'
import * as digests from '#features/digests/digests.tables.ts'
import * as events from '#features/events/events.tables.ts'
import * as calendarFeeds from '#features/feeds/calendar-feeds.tables.ts'
import * as sharedPlans from '#features/feeds/shared-plans.tables.ts'
import * as find from '#features/find/find.tables.ts'
import * as follows from '#features/follows/follows.tables.ts'
import * as invitations from '#features/invitations/invitations.tables.ts'
import * as duplicates from '#features/listing/duplicates.tables.ts'
import * as mail from '#features/notifications/mail.tables.ts'
import * as notifications from '#features/notifications/notifications.tables.ts'
import * as people from '#features/people/people.tables.ts'
import * as pictures from '#features/pictures/pictures.tables.ts'
import * as programme from '#features/programme/programme.tables.ts'
import * as programmeImport from '#features/programme-import/syncs/programme-import.tables.ts'
import * as reports from '#features/reports/reports.tables.ts'
import * as series from '#features/series/series.tables.ts'
import * as sources from '#features/sources/sources.tables.ts'
import * as speakers from '#features/speakers/speakers.tables.ts'
import * as suggestions from '#features/suggestions/suggestions.tables.ts'
import * as topics from '#features/topics/topics.tables.ts'
import * as rateLimits from '#platform/rate-limits.tables.ts'
import { useStore } from '#tests/support/database.ts'
import * as changes from './changes.tables.ts'
import { rows } from './db.ts'
import { migrate, migrationFiles, otherTexts } from './migrate.ts'

const context = useStore()
const tables = Object.values({
  ...people,
  ...accessTokens,
  ...mail,
  ...adminActions,
  ...oldAddresses,
  ...suspensions,
  ...pictures,
  ...notifications,
  ...topics,
  ...invitations,
  ...speakers,
  ...suggestions,
  ...events,
  ...series,
  ...duplicates,
  ...programme,
  ...calls,
  ...coverage,
  ...programmeImport,
  ...sources,
  ...find,
  ...announcements,
  ...calendarFeeds,
  ...sharedPlans,
  ...follows,
  ...digests,
  ...reports,
  ...rateLimits,
  ...changes,
  ...changeLog,
}) as PgTable[]

/** The tables behind the views without what is hidden (migrations/0046). */
async function namesOfStored(): Promise<Map<string, string>> {
  const views = await rows<{ viewname: string }>(
    context.store.db,
    sql`select viewname from pg_views where schemaname = 'public'`,
  )
  return new Map(views.map(({ viewname }) => [viewname, `all_${viewname}`]))
}

describe('the tables in TypeScript and the migrations agree', () => {
  test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    '%s',
    async (name, table) => {
      const storedNames = await namesOfStored()
      const columns = await rows<{ column_name: string; data_type: string; is_nullable: string }>(
        context.store.db,
        sql`
        select column_name, shown.data_type, stored.is_nullable
        from information_schema.columns as shown join information_schema.columns as stored using (table_schema, column_name)
        where table_schema = 'public' and shown.table_name = ${name} and stored.table_name = ${storedNames.get(name) ?? name}`,
      )
      const describeColumn = (type: string, nullable: boolean) => `${type}${nullable ? ' null' : ''}`
      const inDatabase = Object.fromEntries(
        columns.map((column) => [
          column.column_name,
          describeColumn(column.data_type, column.is_nullable === 'YES'),
        ]),
      )
      const inTypeScript = Object.fromEntries(
        getTableConfig(table).columns.map((column) => {
          const type = column.getSQLType()
          const sqlType =
            { time: 'time without time zone', 'text[]': 'ARRAY', 'uuid[]': 'ARRAY' }[type] ?? type
          return [column.name, describeColumn(sqlType, !column.notNull)]
        }),
      )
      expect(inTypeScript).toEqual(inDatabase)
    },
  )

  test('and no table is missing', async () => {
    const tableRows = await rows<{ tablename: string }>(
      context.store.db,
      sql`select tablename from pg_tables where schemaname = 'public'`,
    )
    const declaredNames = tables.map((table) => getTableConfig(table).name)
    const storedNames = await namesOfStored()
    expect(tableRows.map((row) => row.tablename).sort()).toEqual(
      [...declaredNames.map((name) => storedNames.get(name) ?? name), 'migrations'].sort(),
    )
  })
})

test('every table is behind the wall: row-level security without a policy', async () => {
  const unprotectedTables = await rows(
    context.store.db,
    sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  )
  expect(unprotectedTables).toEqual([])
})

test('every foreign key has an index that begins with its columns', async () => {
  const keysWithoutIndex = await rows(
    context.store.db,
    sql`
      select conrelid::regclass::text as table, conname from pg_constraint
      where contype = 'f' and not exists (
        select from pg_index where indrelid = conrelid and (indkey::smallint[])[0] = conkey[1]
      )`,
  )
  expect(keysWithoutIndex).toEqual([])
})

// PostgreSQL since 15.20 and 18.7 adds no column with a default to such a table.
test('no function with a standard SQL body has the row of a table as a parameter', async () => {
  const functionsWithStandardBody = await rows(
    context.store.db,
    sql`
      select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and prosqlbody is not null
        and exists (select from pg_type where pg_type.oid = any (proargtypes) and typtype = 'c')`,
  )
  expect(functionsWithStandardBody).toEqual([])
})

test('migrating again does nothing', async () => {
  expect(await migrate(context.store)).toEqual([])
})

test.each(Object.entries(otherTexts))(
  '%s, which landed with two texts, opens with both, and with no third',
  async (name, other) => {
    const { store } = context
    const noteChecksum = (checksum: string) =>
      store.execute(`update migrations set checksum = '${checksum}' where name = '${name}'`)
    const { checksum } = (await migrationFiles()).find((file) => file.name === name)!
    await noteChecksum(other)
    expect(await migrate(store)).toEqual([])
    await noteChecksum('0'.repeat(64))
    await expect(migrate(store)).rejects.toThrow(`another text of ${name}`)
    await noteChecksum(checksum)
    expect(await migrate(store)).toEqual([])
  },
)
