import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPreparedReads } from './prepared-reads.ts'

let pg: PGlite
const counts = async () => {
  const { rows } = await pg.query<{ name: string; generic: number }>(
    'select name, generic_plans::integer as generic from pg_prepared_statements order by prepare_time',
  )
  return rows
}

beforeAll(async () => {
  pg = await PGlite.create()
})
afterAll(() => pg.close())

test('a read keeps one plan and has the rows of the statement, whatever its values', async () => {
  const run = createPreparedReads(pg)
  const text = 'select $1::text as text, $2::integer as number, $3::date as day, $4::boolean as flag'
  for (const value of ["it's", "\\' or true --", '$1', '; select 1', 'ü\u{1f600}', '', null])
    for (const rest of [
      [1, '2026-05-01', true],
      [null, null, null],
    ]) {
      const values = [value, ...rest]
      const options = { rowMode: 'array', parsers: { 1082: (day: string) => day } } as const
      const { rows, fields } = await run(text, values, options)
      const plain = await pg.query(text, values, options)
      expect({ rows, fields }).toEqual({ rows: plain.rows, fields: plain.fields })
    }
  expect(await counts()).toEqual([{ name: 'read_1', generic: 14 }])
  // Other statements are planned for their values.
  expect((await pg.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])
})

test('a list is no literal, a lost plan is made again, and an error is that of the statement', async () => {
  await pg.exec('deallocate all')
  const run = createPreparedReads(pg)
  const read = async (n: unknown) => (await run('select $1::integer as n', [n], {})).rows
  expect((await run('select $1::text[] as list', [['a', "b'c"]], {})).rows).toEqual([{ list: ['a', "b'c"] }])
  expect(await read(1)).toEqual([{ n: 1 }])
  await pg.exec('deallocate all')
  expect([await read(2), await read(3)]).toEqual([[{ n: 2 }], [{ n: 3 }]])
  await expect(read('x')).rejects.toMatchObject({ code: '22P02' })
  expect(await counts()).toEqual([])
})

test('the plan that was not used for longest goes for the newest, also among reads at the same moment', async () => {
  await pg.exec('deallocate all')
  const run = createPreparedReads(pg)
  const numbers = Array.from({ length: 30 }, (_, n) => n)
  await Promise.all(
    [...numbers.slice(0, 24), 0, 0, ...numbers.slice(24)].map((n) => run(`select ${n} as n`, [], {})),
  )
  const names = (await counts()).map(({ name }) => Number(name.slice(5)))
  expect(names.toSorted((one, other) => one - other)).toEqual([1, ...numbers.slice(7).map((n) => n + 1)])
})
