import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { createSite } from './site.ts'

test('between two pages the event loop goes round, also if the data of many come at once', async () => {
  const host = globalThis.hallwayHost
  onTestFinished(() => {
    globalThis.hallwayHost = host
  })
  let round = 0
  const renderedIn: number[] = []
  const page = async () => {
    await globalThis.hallwayHost?.beforeRender()
    renderedIn.push(round)
    return new Response('a page')
  }
  const site = await createSite(createLog('silent', { write: () => {} }), false, undefined, async () => {
    return async () => ({ fetch: page })
  })
  const pages = Promise.all(
    Array.from({ length: 5 }, () => site.render(new Request('http://hallway.test/'), {} as never, false)),
  )
  for (; renderedIn.length < 5; round++) await setImmediate()
  await pages
  const between = renderedIn.slice(1).map((each, index) => each - (renderedIn[index] ?? 0))
  expect(Math.min(...between)).toBeGreaterThanOrEqual(3)
})
