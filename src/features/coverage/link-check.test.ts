import { expect, test } from 'vitest'
import { afterCheck, urlToFetch, type Verdict } from './link-check.ts'

const day = 86_400_000
const fresh = { failures: 0, failing_since: null, unanswered: 0, gone_since: null }

/** Days at which it is looked at, and whether it is gone then. */
function history(verdicts: Verdict[]) {
  let state: ReturnType<typeof afterCheck> = { ...fresh, nextMs: 0 }
  let now = 1000 * day
  return verdicts.map((verdict) => {
    now += state.nextMs
    state = afterCheck(state, verdict, now)
    return [now / day - 1000, state.gone_since !== null]
  })
}

test('weekly; gone at the third failure over fourteen days; then less and less often, up to eight weeks', () => {
  expect(history(['works', 'works'])).toEqual([
    [0, false],
    [7, false],
  ])
  expect(history(Array(7).fill('missing'))).toEqual([
    [0, false],
    [7, false],
    [14, true],
    [28, true],
    [56, true],
    [112, true],
    [168, true],
  ])
})

test('three failures within fourteen days are not enough', () => {
  let state: ReturnType<typeof afterCheck> = { ...fresh, nextMs: 0 }
  for (const at of [0, 3, 6]) state = afterCheck(state, 'missing', at * day + 1)
  expect(state.gone_since).toBeNull()
  expect(afterCheck(state, 'missing', 14 * day + 1).gone_since).toBe(1)
})

test('answers that say nothing neither count nor heal, and are asked for less often', () => {
  expect(
    history(['missing', 'unknown', 'unknown', 'missing', 'missing']).map(([, isGone]) => isGone),
  ).toEqual([false, false, false, false, true])
  expect(history(Array(5).fill('unknown')).map(([at]) => at)).toEqual([0, 14, 42, 98, 154])
  expect(afterCheck(fresh, 'unknown', 0, 100 * day).nextMs).toBe(100 * day)
})

test('what comes back is well again', () => {
  expect(history(['missing', 'missing', 'missing', 'works']).at(-1)![1]).toBe(false)
})

test('YouTube is asked how to embed, everything else for itself', () => {
  expect(urlToFetch('https://www.youtube.com/watch?v=PAAkCSZUG1c')).toBe(
    'https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DPAAkCSZUG1c',
  )
  expect(urlToFetch('https://vimeo.com/1')).toBe('https://vimeo.com/1')
})
