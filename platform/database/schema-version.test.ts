import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from './db.ts'
import { watchSchemaVersion } from './schema-version.ts'

afterEach(() => vi.useRealTimers())

test('a newer migration is noticed a second later, also where the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval'] })
  const applied: { name: string }[] = []
  const db = { execute: async () => applied } as unknown as Database
  const newerMigration = await watchSchemaVersion(
    { engine: 'postgres', db },
    pino({ enabled: false }),
    () => {},
  )
  expect(await newerMigration()).toBe(undefined)
  applied.push({ name: '9999_later.sql' })
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(1100)
  expect(await newerMigration()).toBe('9999_later.sql')
})
