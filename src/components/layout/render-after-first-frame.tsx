import { type ReactNode, useDeferredValue } from 'react'
import { isReachedByLink } from '#lib/arrival.ts'

type Props = {
  /** What takes the room meanwhile, so that nothing that follows is in the window. */
  as?: 'div' | 'li'
  children: ReactNode
}

/** False in the first render of a page that a link leads to, from its top. */
export const useIsFullRender = () => useDeferredValue(true, !isReachedByLink())

/**
 * What lies below the window or is closed. On a page that a link leads to it follows the rest a moment later, so that the
 * click is answered sooner; it is there at once in HTML, and where the page does not begin at its top.
 */
export function RenderAfterFirstFrame({ as: Room = 'div', children }: Props) {
  return useIsFullRender() ? children : <Room className="min-h-screen" />
}
