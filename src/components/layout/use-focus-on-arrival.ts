import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Moves the focus to the new page, or to the element that the fragment names, so that the tab key and screen readers
 * continue there: the browser does this only for full page loads. An element that focuses itself, such as the first
 * field of a form, keeps the focus.
 */
export function useFocusOnArrival() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
        const hasArrived = fromLocation && (pathChanged || (hashChanged && toLocation.hash !== ''))
        const target = hasArrived && document.getElementById(toLocation.hash || 'content')
        if (!target || target.contains(document.activeElement)) return
        target.tabIndex = -1
        target.focus({ preventScroll: true })
      }),
    [router],
  )
}
