import type { RouterHistory } from '@tanstack/react-router'

let isNavigatingForward = false

/** Whether the page that is shown next was reached by a link from another page, so that it begins at its top. */
export const isReachedByLink = () => isNavigatingForward

/** Begins to watch the browser's history. */
export function trackNavigation(history: RouterHistory) {
  let previousLocation = history.location
  history.subscribe(({ location, action }) => {
    isNavigatingForward =
      action.type === 'PUSH' && location.pathname !== previousLocation.pathname && !location.hash
    previousLocation = location
  })
}
