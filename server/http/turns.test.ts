import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Refusal } from './refusal.ts'
import { createTurns } from './turns.ts'

const visitor = (client: string) => ({ client, isSignedIn: false })
const never = () => new Promise<never>(() => {})
/** Until what has come has begun or waits. */
const settled = () => new Promise(setImmediate)
/** What became of each request, by the status of a refusal. */
const outcomes = async (requests: Promise<unknown>[]) => {
  const counts = new Map<unknown, number>()
  for (const { status, ...result } of await Promise.allSettled(requests)) {
    const outcome = 'reason' in result && result.reason instanceof Refusal ? result.reason.status : status
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

test('whoever asks for much at once waits for themselves, and others do not', async () => {
  const { read } = createTurns()
  const done: string[] = []
  const page = (client: string, name: string) =>
    read(visitor(client), async () => {
      await pause(5)
      done.push(name)
    })
  const many = Array.from({ length: 20 }, (_, index) => page('one', `one ${index}`))
  await Promise.all([...many, page('other', 'other')])
  expect(done.indexOf('other')).toBeLessThan(5)
  expect(done).toHaveLength(21)
})

test('a page that fails ends its turn, and a client has a bounded queue', async () => {
  const turns = createTurns()
  const fail = () => turns.read(visitor('one'), () => Promise.reject(new Error('no page')))
  expect(await outcomes(Array.from({ length: 250 }, fail))).toEqual({ 429: 46, rejected: 204 })
  await expect(fail()).rejects.toThrow('no page')
  expect(turns.counts()).toEqual({ waiting: 0, refused: 0 })
})

test('of many clients sixteen requests are worked on at a time, a thousand wait, and the rest is refused at once', async () => {
  const turns = createTurns()
  let underway = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++underway)
    await pause(5)
    underway--
  }
  const ask = (client: number) => turns.read(visitor(`client ${client}`), work)
  const first = Array.from({ length: 16 }, (_, n) => ask(n))
  await settled()
  const otherReads = Array.from({ length: 1084 }, (_, n) => ask(n))
  expect(turns.counts()).toEqual({ waiting: 1000, refused: 84 })
  expect(await outcomes([...first, ...otherReads])).toEqual({ 503: 84, fulfilled: 1016 })
  expect(most).toBe(16)
})

test.each([true, false])('a crowd keeps nobody of the other kind out (members: %s)', async (isSignedIn) => {
  const { read } = createTurns()
  const done: string[] = []
  const page = (client: string, isMember: boolean) =>
    read({ client, isSignedIn: isMember }, async () => {
      await pause(1)
      done.push(client)
    })
  const crowd = Array.from({ length: 100 }, (_, n) => page(`crowd ${n}`, isSignedIn))
  await settled()
  await Promise.all([...crowd, page('other', !isSignedIn)])
  expect(done.indexOf('other')).toBeLessThan(35)
})

test('whoever would wait for more than a second and a half is refused, and all is well when the crowd is gone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const log = { warn: vi.fn() }
  const turns = createTurns(log)
  const ends: (() => void)[] = []
  const ask = (client: string, isSignedIn = false) =>
    turns.read({ client, isSignedIn }, () => new Promise<void>((end) => ends.push(end)))
  const crowd = outcomes(Array.from({ length: 46 }, (_, n) => ask(`crowd ${n}`)))
  await settled()
  // A place in the queue takes 100 ms, and 29 have one.
  vi.advanceTimersByTime(100)
  ends.shift()?.()
  await settled()
  expect(await outcomes([ask('late'), ask('late'), ask('late')])).toEqual({ 503: 3 })
  expect(log.warn).toHaveBeenCalledTimes(1)
  // Their queue is another one.
  const member = outcomes([ask('late', true)])
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await settled()
  }
  expect([await crowd, await member]).toEqual([{ fulfilled: 46 }, { fulfilled: 1 }])
  expect(await turns.read(visitor('after'), async () => 'a page')).toBe('a page')
  expect(turns.counts()).toEqual({ waiting: 0, refused: 3 })
})

test('what has waited for ten seconds is not begun', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { read } = createTurns()
  const ends: (() => void)[] = []
  const hang = () => new Promise<void>((end) => ends.push(end))
  const hanging = outcomes(Array.from({ length: 17 }, (_, n) => read(visitor(`client ${n}`), hang)))
  await settled()
  vi.advanceTimersByTime(10_001)
  for (const end of ends) end()
  expect(await hanging).toEqual({ fulfilled: 16, 503: 1 })
})

test('what was asked for by somebody who has gone is not begun', async () => {
  const { read } = createTurns()
  const ends: (() => void)[] = []
  for (let n = 0; n < 16; n++)
    void read(visitor(`client ${n}`), () => new Promise<void>((end) => ends.push(end)))
  await settled()
  const work = vi.fn(async () => {})
  const outcome = outcomes([read({ ...visitor('gone'), isGone: () => true }, work)])
  await settled()
  ends[0]?.()
  expect(await outcome).toEqual({ 503: 1 })
  expect(work).not.toHaveBeenCalled()
})

test('writes wait for no turn, and those whose body comes slowly keep nobody out', async () => {
  const { read, write } = createTurns()
  for (let n = 0; n < 20; n++) void read(visitor(`client ${n}`), never)
  await settled()
  for (let n = 0; n < 500; n++) void write({ complete: false }, never)
  expect(await write({ complete: true }, async () => 'saved')).toBe('saved')
  for (let n = 0; n < 400; n++) void write({ complete: true }, never)
  expect(await outcomes([write({ complete: true }, never)])).toEqual({ 503: 1 })
})
