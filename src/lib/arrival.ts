import type { RouterHistory } from '@tanstack/react-router'

let isOnTheWay = false

/** Whether the page on its way was reached by a link from another page, so that it begins at its top. */
export const isReachedByLink = () => isOnTheWay

/** Begins to watch the browser's history for `isReachedByLink`. */
export function watchArrivals(history: RouterHistory) {
  let path = history.location.pathname
  history.subscribe(({ location, action }) => {
    isOnTheWay = action.type === 'PUSH' && location.pathname !== path && location.hash === ''
    path = location.pathname
  })
}
