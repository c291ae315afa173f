import { expect, test } from 'vitest'
import { useStore } from '#tests/support/database.ts'
import { firstAdminCode, loadSampleIfEmpty } from './first-start.ts'

const context = useStore()

test('of processes that start at once on an empty database one makes the code of the first admin, one loads the sample', async () => {
  const codes = await Promise.all(Array.from({ length: 4 }, () => firstAdminCode(context.store)))
  expect(new Set(codes).size).toBe(1)
  const results = await Promise.all(
    Array.from({ length: 3 }, () => loadSampleIfEmpty(context.store, '2026-11-20')),
  )
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await firstAdminCode(context.store)).toBeUndefined()
})
