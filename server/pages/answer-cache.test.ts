import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:59:50Z') }))
afterEach(() => void vi.useRealTimers())

/** A procedure that shows these tags and counts its answers. */
function counter(...tags: string[]) {
  let count = 0
  return async (shows: (...tags: string[]) => void) => {
    shows(...tags)
    return { count: ++count }
  }
}

const ignore = () => {}

test('an answer is read once until a tag that it shows is dropped', async () => {
  const { answer, drop, size } = createAnswerCache()
  const read = counter('events', 'event:1')
  const ask = () => answer('events.list', ignore, read)
  expect(await Promise.all([ask(), ask()])).toEqual([{ count: 1 }, { count: 1 }])
  expect(await ask()).toEqual({ count: 1 })
  drop('event:2')
  expect(await ask()).toEqual({ count: 1 })
  drop('event:1')
  expect(await ask()).toEqual({ count: 2 })
  drop('event:*')
  expect(await ask()).toEqual({ count: 3 })
  expect(size().count).toBe(1)
})

test('whoever gets an answer is told its tags, kept or read', async () => {
  const { answer } = createAnswerCache()
  const read = counter('topics')
  for (let n = 0; n < 3; n++) {
    const shownTags: string[] = []
    await answer('topics.all', (...tags) => shownTags.push(...tags), read)
    expect(shownTags).toEqual(['topics'])
  }
})

test('an answer that says of nothing what it shows, and an error, are not kept', async () => {
  const { answer } = createAnswerCache()
  const silent = counter()
  await answer('silent', ignore, silent)
  expect(await answer('silent', ignore, silent)).toEqual({ count: 2 })
  const fail = async (shows: (...tags: string[]) => void) => {
    shows('events')
    throw new Error('not found')
  }
  await expect(answer('failing', ignore, fail)).rejects.toThrow('not found')
  expect(await answer('failing', ignore, counter('events'))).toEqual({ count: 1 })
})

test('what was read before a change is not kept, and not given to who asks after it', async () => {
  const { answer, drop } = createAnswerCache()
  const first = Promise.withResolvers<void>()
  let value = 'before'
  const read = async (shows: (...tags: string[]) => void) => {
    const answered = value
    shows('events')
    await first.promise
    return answered
  }
  const early = answer('events.list', ignore, read)
  await Promise.resolve()
  value = 'after'
  drop('events')
  const late = answer('events.list', ignore, read)
  first.resolve()
  expect([await early, await late]).toEqual(['before', 'after'])
  expect(await answer('events.list', ignore, read)).toBe('after')
})

test('an answer that shows the time of day is kept until the minute ends', async () => {
  const { answer } = createAnswerCache()
  const read = counter('event:1', 'clock')
  const ask = () => answer('programme.schedule', ignore, read)
  await ask()
  vi.setSystemTime(new Date('2026-11-20T09:59:59Z'))
  expect(await ask()).toEqual({ count: 1 })
  vi.setSystemTime(new Date('2026-11-20T10:00:00Z'))
  expect(await ask()).toEqual({ count: 2 })
})

test('the oldest answers leave when there is no more room', async () => {
  const { answer, size } = createAnswerCache(10_000)
  const read = counter('events')
  for (let n = 0; n < 50; n++) await answer(`search ${n}`, ignore, read)
  expect(size().bytes).toBeLessThanOrEqual(10_000)
  expect(size().count).toBeGreaterThan(3)
})
