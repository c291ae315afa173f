import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import type { AnswerCache } from './answer-cache.ts'
import { createSite } from './site.ts'

test('now and then the event loop goes round between pages whose data come at once', async () => {
  const host = globalThis.hallwayHost
  onTestFinished(() => {
    globalThis.hallwayHost = host
  })
  let round = 0
  const renderedIn: number[] = []
  const page = async () => {
    await globalThis.hallwayHost?.beforeRender()
    renderedIn.push(round)
    const end = performance.now() + 8
    while (performance.now() < end);
    return new Response('a page')
  }
  const site = await createSite(createLog('silent', { write: () => {} }), false, undefined, async () => {
    return async () => ({ fetch: page, listedPages: [] })
  })
  const pages = Promise.all(
    Array.from({ length: 9 }, () => site.render(new Request('http://hallway.test/'), {} as never, false)),
  )
  for (; renderedIn.length < 9; round++) await setImmediate()
  await pages
  // After three pages of eight milliseconds at the latest.
  const later = renderedIn.slice(3).map((time, index) => time - (renderedIn[index] ?? 0))
  expect(Math.min(...later)).toBeGreaterThanOrEqual(3)
})

test('an answer is cached for its day', async () => {
  const host = globalThis.hallwayHost
  onTestFinished(() => {
    globalThis.hallwayHost = host
  })
  const keys: string[] = []
  const answers = { answer: async (key: string) => void keys.push(key) } as unknown as AnswerCache
  const page = async () => {
    await globalThis.hallwayHost?.client.events.upcoming({})
    return new Response('a page')
  }
  const log = createLog('silent', { write: () => {} })
  const site = await createSite(log, false, answers, async () => async () => ({
    fetch: page,
    listedPages: [],
  }))
  for (const today of ['2027-03-01', '2027-03-02', '2027-03-02'])
    await site.render(new Request('http://hallway.test/'), { today } as never, false)
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 1])
})

test('an answer that visitors share is read again for a member', async () => {
  const host = globalThis.hallwayHost
  onTestFinished(() => {
    globalThis.hallwayHost = host
  })
  const viewers: unknown[] = []
  let viewer: { id: string } | null = null
  const answers = { answer: async () => void viewers.push(viewer) } as unknown as AnswerCache
  const page = async () => {
    await globalThis.hallwayHost?.client.attendance.first({ event_id: crypto.randomUUID() }).catch(() => {})
    return new Response('a page')
  }
  const log = createLog('silent', { write: () => {} })
  const site = await createSite(log, false, answers, async () => async () => ({
    fetch: page,
    listedPages: [],
  }))
  for (viewer of [null, { id: crypto.randomUUID() }, null])
    await site.render(new Request('http://hallway.test/'), { viewer } as never, false)
  expect(viewers).toEqual([null, null])
})
