import { Search } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '#lib/query-client.ts'
import { toast } from '#lib/toasts.ts'
import type { FindMenu } from './find-menu.tsx'

declare global {
  /** What was typed for the command menu, if it was asked for before the script was there (server/pages/visitor-scripts.ts). */
  var takeFindWish: (() => string | undefined) | undefined
}

const load = () => import('./find-menu.tsx')
const preload = () => {
  load().catch(() => {})
}

/** Opens the command menu, as do Ctrl K and Cmd K. Without script it leads to the directory and its search. */
export function FindButton() {
  const [menu, setMenu] = useState<{ Menu: typeof FindMenu; typed: string } | null>(null)
  const isOpen = menu !== null
  const open = useCallback(async (typed = '') => {
    // Until the menu's code is there, what is typed waits for it.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.key.length !== 1) return
      event.preventDefault()
      typed += event.key
    }
    addEventListener('keydown', onKeyDown)
    try {
      const { FindMenu } = await load()
      // At once: a letter that comes between this listener and the focus of the menu's field would be lost.
      flushSync(() => setMenu({ Menu: FindMenu, typed }))
    } catch (error) {
      toast('failure', messageOf(error))
    } finally {
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  useEffect(() => {
    const typed = globalThis.takeFindWish?.()
    if (typed !== undefined) open(typed)
    globalThis.takeFindWish = undefined
  }, [open])
  // With the menu, not after it: a second Ctrl K that follows at once closes it.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The K may follow: by then the menu's code is there.
      if (event.key === 'Control' || event.key === 'Meta') preload()
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (isOpen) setMenu(null)
      else open()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen, open])
  return (
    <>
      <form
        id="find"
        action="/conferences"
        className="md:absolute md:inset-y-0 md:right-1.5 md:flex md:items-center"
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <button
          type="submit"
          aria-keyshortcuts="Control+K Meta+K"
          title="Search everything"
          onPointerEnter={preload}
          className="inline-flex size-9 items-center justify-center rounded border border-hairline hover:border-accent hover:text-accent md:h-6 md:w-auto md:bg-sheet md:px-1.5 md:text-xs md:text-quiet"
        >
          <Search aria-hidden="true" className="size-4.5 md:hidden" />
          <span className="sr-only">Search everything </span>
          <kbd className="hidden font-sans md:inline">Ctrl K</kbd>
        </button>
      </form>
      {menu && <menu.Menu typed={menu.typed} onClose={() => setMenu(null)} />}
    </>
  )
}
