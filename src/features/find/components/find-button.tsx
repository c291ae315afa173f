import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'

declare global {
  /** Whether the command menu was asked for before the script was there (server/deferred-scripts.ts). */
  var takeFindWish: (() => boolean) | undefined
}

const load = () => import('./find-menu.tsx')
const FindMenu = lazy(() => load().then((module) => ({ default: module.FindMenu })))

/** Opens the command menu, as do Ctrl K and Cmd K. Without script it leads to the directory and its search. */
export function FindButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (globalThis.takeFindWish?.()) setOpen(true)
    globalThis.takeFindWish = undefined
    const onKeyDown = (event: KeyboardEvent) => {
      // The K may follow: by then the menu's code is there.
      if (event.key === 'Control' || event.key === 'Meta') load().catch(() => {})
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen((was) => !was)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <form
        id="find"
        action="/conferences"
        className="md:absolute md:inset-y-0 md:right-1.5 md:flex md:items-center"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <button
          type="submit"
          aria-keyshortcuts="Control+K Meta+K"
          title="Search everything"
          onPointerEnter={load}
          className="inline-flex size-9 items-center justify-center rounded border border-hairline hover:border-accent hover:text-accent md:h-6 md:w-auto md:bg-sheet md:px-1.5 md:text-xs md:text-quiet"
        >
          <Search aria-hidden="true" className="size-4.5 md:hidden" />
          <span className="sr-only">Search everything </span>
          <kbd className="hidden font-sans md:inline">Ctrl K</kbd>
        </button>
      </form>
      {isOpen && (
        <Suspense fallback={null}>
          <FindMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
