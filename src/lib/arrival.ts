import type { RouterHistory } from '@tanstack/react-router'

let isOnTheWay = false

/** Whether the page on its way was reached by a link from another page, so that it begins at its top. */
export const isReachedByLink = () => isOnTheWay

type Heights = Map<string | undefined, number>

/** Of each page that was left, by its key in the history: how high its parts were that were not in the window. */
const heightsOfPages = new Map<string | undefined, Heights>()
let heightsBefore: Heights | undefined

/** On the way back to a page: how high this part of it was, which was not in the window. Otherwise undefined. */
export const heightOutsideWindow = (name: string) => heightsBefore?.get(name)

/** Begins to watch the browser's history. The parts whose heights are noted have the attribute `data-part`. */
export function watchArrivals(history: RouterHistory) {
  let previousLocation = history.location
  history.subscribe(({ location, action }) => {
    const heights: Heights = new Map()
    // The page that is left is still there.
    for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
      const { top, bottom, height } = part.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight) heights.set(part.dataset.part, height)
    }
    heightsOfPages.set(previousLocation.state.__TSR_key, heights)
    // A fragment may lead to what is in any part.
    heightsBefore = location.hash ? undefined : heightsOfPages.get(location.state.__TSR_key)
    isOnTheWay = action.type === 'PUSH' && location.pathname !== previousLocation.pathname && !location.hash
    previousLocation = location
  })
}
