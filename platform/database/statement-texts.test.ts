import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { dialect } from './db.ts'

const id = '00000000-0000-4000-8000-000000000001'
const inner = sql`start_date >= ${'2027-01-01'}::date and ${null}::text is null`

test.each([
  ['texts and values', sql`select ${1}, ${'one'}, ${true} from events where id = ${id}::uuid`],
  ['statements within it', sql`select ${2} where ${inner} or ${sql`not (${inner})`} limit ${sql.raw('5')}`],
  ['an array as one value', sql`id = any (${sql.param([id, 'other'])}::uuid[])`],
  ['an array as many', sql`name in ${['one', 'other']}`],
  ['a list', sql`${sql.join([sql`a = ${1}`, sql`b = ${2}`], sql` or `)}`],
  [
    'a table and its columns',
    sql`select ${speakers.id} from ${speakers} where ${speakers.name} = ${'One'} and ${inner}`,
  ],
  ['a name', sql`select ${sql.identifier('quoted "name"')} ${sql.empty()}`],
  ['values in their place', sql`select ${sql`${'it is'} ${1}`.inlineParams()}, ${2}`],
])('a statement is what Drizzle makes of it: %s', (_, statement) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement)
  expect(dialect.sqlToQuery(statement)).toMatchObject({ sql: text, params })
})
