import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { isReachedByLink, trackNavigation } from './arrival.ts'

test('a page is reached by a link if it is another one, begins at its top and is not returned to', async () => {
  const history = createMemoryHistory({ initialEntries: ['/conferences'] })
  trackNavigation(history)
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
