import type { RouterHistory } from '@tanstack/react-router'

let isOnTheWay = false

/** Whether the page on its way was reached by a link from another page, so that it begins at its top. */
export const isReachedByLink = () => isOnTheWay

type Heights = { windowWidth: number; byId: Map<string, number> }

/** Of each page that was left: how high its parts were that were not in the window. */
const heightsOfPages = new Map<string | undefined, Heights>()
let heightsBefore: Heights | undefined

/** On the way back to a page: how high this part of it was, which was not in the window. Otherwise undefined. */
export const heightOutsideWindow = (id: string) =>
  heightsBefore && heightsBefore.windowWidth === innerWidth ? heightsBefore.byId.get(id) : undefined

/** Begins to watch the browser's history. The parts whose heights are noted have the attribute `data-part`. */
export function watchArrivals(history: RouterHistory) {
  let left = history.location
  history.subscribe(({ location, action }) => {
    // The page that is left is still there.
    heightsOfPages.set(left.state.__TSR_key, { windowWidth: innerWidth, byId: heightsOutsideWindow() })
    const isReturn = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
    // A fragment may lead to what is in any part.
    heightsBefore =
      isReturn && location.hash === '' ? heightsOfPages.get(location.state.__TSR_key) : undefined
    isOnTheWay = action.type === 'PUSH' && location.pathname !== left.pathname && location.hash === ''
    left = location
  })
}

const heightsOutsideWindow = () =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('[data-part]')].flatMap((part) => {
      const { top, bottom, height } = part.getBoundingClientRect()
      return bottom < 0 || top > innerHeight ? [[part.dataset.part ?? '', height] as const] : []
    }),
  )
