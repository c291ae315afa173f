import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import type { Store } from '#platform/database/db.ts'
import { createBackground, startJobs } from './jobs.ts'

afterEach(() => vi.useRealTimers())

test('the nightly jobs run half an hour after the start, and then at 03:00 UTC', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00Z') })
  const log = pino({ enabled: false })
  const runs: string[] = []
  // Without a database each run ends at once, and says so.
  vi.spyOn(log, 'error').mockImplementation(() => void runs.push(new Date().toISOString().slice(0, 16)))
  const stop = startJobs({} as Store, log)
  await vi.advanceTimersByTimeAsync(48 * 3_600_000)
  stop()
  expect(runs).toEqual(['2026-11-20T08:30', '2026-11-21T03:00', '2026-11-22T03:00'])
})

test('a stop ends the nightly jobs between two statements, which is no error', async () => {
  vi.useFakeTimers()
  const log = pino({ enabled: false })
  const errors = vi.spyOn(log, 'error').mockImplementation(() => {})
  let statements = 0
  const execute = async () => {
    if (++statements === 2) stop()
    return []
  }
  const stop = startJobs({ db: { execute } } as never, log)
  await vi.advanceTimersByTimeAsync(48 * 3_600_000)
  expect([statements, errors.mock.calls]).toEqual([2, []])
})

test('work that the stop of a site ends is no error, what fails then is', async () => {
  const log = pino({ enabled: false })
  const errors = vi.spyOn(log, 'error').mockImplementation(() => {})
  const { runInBackground, stop } = createBackground(log)
  const stopped = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  runInBackground((signal) => stopped(signal).then(() => signal.throwIfAborted()))
  runInBackground((signal) => stopped(signal).then(() => Promise.reject(new Error('the disk'))))
  await stop()
  expect(errors.mock.calls).toMatchObject([[{ err: { message: 'the disk' } }, 'a background job failed']])
})
