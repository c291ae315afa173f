import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A new page takes the focus, as does a part of a page that an address names: from there the tab key and a screen
 * reader go on. The browser does so for whole pages; here only what is new is put in place.
 * What asks for the focus itself, as the first field of a form, keeps it.
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
