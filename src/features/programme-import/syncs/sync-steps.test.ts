import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '#platform/database/db.ts'
import { createStep } from './sync-steps.server.ts'

const sync = { id: 'sync', runner: 'runner', setId: 1 }

test('steps that wait for others to end do not become shorter for that', async () => {
  const transaction = async (body: (tx: unknown) => Promise<void>) => {
    await pause(80)
    await body({ execute: async () => [{}] })
  }
  const step = createStep({ transaction } as unknown as Database, sync, undefined)
  const sizes: number[] = []
  await step(Array.from({ length: 70 }), async (_, part) => {
    sizes.push(part.length)
  })
  expect(sizes).toEqual([10, 20, 40])
})
