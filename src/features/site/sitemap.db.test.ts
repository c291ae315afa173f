import { expect, test } from 'vitest'
import { watchStatements } from '#platform/database/statements.ts'
import { useStore } from '#tests/support/database.ts'
import { firstKeys } from './sitemap.server.ts'

const context = useStore()

test('the parts of a large sitemap are found by statements that each read one part', async () => {
  const names = Array.from({ length: 12_000 }, (_, n) => `Topic ${String(n).padStart(5, '0')}`)
  await context.store.execute(
    `insert into topics (name) select 'Topic ' || lpad(n::text, 5, '0') from generate_series(0, 11999) as n`,
  )
  const { result, statements } = await watchStatements(() => firstKeys(context.store.db, 'topics'))
  expect(result).toEqual(['', names[4999], names[9999]].map((name) => encodeURIComponent(name!)))
  expect(statements).toHaveLength(3)
  for (const kind of ['events', 'talks', 'speakers'] as const)
    expect(await firstKeys(context.store.db, kind)).toEqual([''])
})
