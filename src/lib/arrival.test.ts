import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { heightOutsideWindow, isReachedByLink, watchArrivals } from './arrival.ts'

const part = (name: string, top: number, height: number) => ({
  dataset: { part: name },
  getBoundingClientRect: () => ({ top, height, bottom: top + height }),
})

beforeEach(() => {
  const parts = [part('hour-09', -500, 400), part('hour-10', -100, 300), part('hour-11', 900, 250.5)]
  vi.stubGlobal('document', { querySelectorAll: () => parts })
  vi.stubGlobal('innerHeight', 800)
  return () => vi.unstubAllGlobals()
})

test('a page is reached by a link if it is another one, begins at its top and is not returned to', async () => {
  const history = createMemoryHistory({ initialEntries: ['/conferences'] })
  watchArrivals(history)
  expect(isReachedByLink()).toBe(false)
  const after = async (go: () => void) => {
    go()
    await new Promise((moved) => setTimeout(moved))
    return isReachedByLink()
  }
  expect(await after(() => history.push('/conferences?topics=rust'))).toBe(false)
  expect(await after(() => history.push('/speakers'))).toBe(true)
  expect(await after(() => history.back())).toBe(false)
  expect(await after(() => history.forward())).toBe(false)
  expect(await after(() => history.push('/conferences/fosdem#hour-10'))).toBe(false)
  expect(await after(() => history.replace('/topics'))).toBe(false)
})

test('on the way back the parts outside the window have the heights they had', async () => {
  const history = createMemoryHistory({ initialEntries: ['/about'] })
  watchArrivals(history)
  const after = async (go: () => void) => {
    go()
    await new Promise((moved) => setTimeout(moved))
    return ['hour-09', 'hour-10', 'hour-11'].map(heightOutsideWindow)
  }
  expect(await after(() => history.push('/conferences/fosdem'))).toEqual([undefined, undefined, undefined])
  await after(() => history.push('/conferences/fosdem/talks/1'))
  expect(await after(() => history.back())).toEqual([400, undefined, 250.5])
  expect(await after(() => history.push('/conferences/fosdem#talk-2'))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  await after(() => history.push('/topics'))
  expect(await after(() => history.back())).toEqual([undefined, undefined, undefined])
})
