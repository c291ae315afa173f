import { Search } from 'lucide'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '#components/ui/icon.tsx'
import { messageOf } from '#lib/query-client.ts'
import { toast } from '#lib/toasts.ts'
import type { FindMenu } from './find-menu.tsx'

declare global {
  /** The text typed for the command menu before the script loaded, if any (server/pages/visitor-scripts.ts). */
  var takePendingSearch: (() => string | undefined) | undefined
}

const load = () => import('./find-menu.tsx')
const preload = () => {
  load().catch(() => {})
}

/** Opens the command menu, like Ctrl K and Cmd K. Without script it links to the directory's search. */
export function FindButton() {
  const { menu, open, close } = useFindMenu()
  return (
    <>
      <form
        id="find"
        action="/conferences"
        onSubmit={(event) => {
          event.preventDefault()
          // A button elsewhere on the page may bring the words along.
          open((event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? '')
        }}
      >
        <button
          type="submit"
          aria-keyshortcuts="Control+K Meta+K"
          title="Search everything"
          onPointerEnter={preload}
          className="find-button"
        >
          <Icon icon={Search} />
          <span className="sr-only">Search everything </span>
          <kbd>Ctrl K</kbd>
        </button>
      </form>
      {menu && <menu.Menu typed={menu.typed} onClose={close} />}
    </>
  )
}

/** The menu with its code, once that is loaded, and the keys that open and close it. */
function useFindMenu() {
  const [menu, setMenu] = useState<{ Menu: typeof FindMenu; typed: string } | null>(null)
  const isOpen = menu !== null
  const open = useCallback(async (typed = '') => {
    // Keeps what is typed while the menu's code loads; while capturing, like the buffer that it takes over from.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.key.length !== 1) return
      event.preventDefault()
      typed += event.key
    }
    addEventListener('keydown', onKeyDown, true)
    try {
      const { FindMenu } = await load()
      // At once: a letter that comes between this listener and the focus of the menu's field would be lost.
      flushSync(() => setMenu({ Menu: FindMenu, typed }))
    } catch (error) {
      toast('failure', messageOf(error))
    } finally {
      removeEventListener('keydown', onKeyDown, true)
    }
  }, [])
  useEffect(() => {
    const typed = globalThis.takePendingSearch?.()
    if (typed !== undefined) open(typed)
    globalThis.takePendingSearch = undefined
  }, [open])
  // A layout effect, so that an immediate second Ctrl K closes the menu.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Preloads the menu's code before the K is pressed.
      if (event.key === 'Control' || event.key === 'Meta') preload()
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (isOpen) setMenu(null)
      else open()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen, open])
  return { menu, open, close: () => setMenu(null) }
}
