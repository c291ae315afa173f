import { X } from 'lucide'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { dialogChange } from './dialog-change.ts'

type Props = {
  title: ReactNode
  /** Replaces the visible title, which then is for screen readers only. Such a dialog opens at the top and grows downwards. */
  bar?: ReactNode
  onClose: () => void
  children: ReactNode
  wide?: boolean
  /** What it holds scrolls in a part of its own, beside what stays in sight. */
  isDivided?: boolean
}

/**
 * A native modal dialog: focus is trapped, Escape closes it, the page behind is inert. Without script it is a panel over
 * the page with a working close button.
 */
export function Dialog({ title, bar, onClose, children, wide = false, isDivided = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(dialog)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, the browser brings it
    <dialog
      ref={dialog}
      open
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className={`w-[calc(100%-1rem)] overflow-hidden sm:w-[calc(100%-2rem)] rounded-md border-2 border-ink bg-paper p-0 open:flex open:flex-col ${bar ? 'mt-4 max-h-[calc(var(--seen-height)-2rem)] sm:mt-[12dvh] sm:max-h-[min(76dvh,var(--seen-height)-1rem)]' : 'max-h-[min(85dvh,var(--seen-height)-1rem)]'} ${wide ? 'max-w-2xl' : 'max-w-md'}`}
    >
      <div className="flex items-center justify-between gap-4 border-b border-hairline px-5 py-3">
        <h2 id={id} className={bar ? 'sr-only' : 'text-xl'}>
          {title}
        </h2>
        {bar}
        <form
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault()
            onClose()
          }}
          className="-mr-2"
        >
          <button
            type="submit"
            aria-label="Close"
            className="inline-flex size-9 items-center justify-center rounded hover:bg-wash"
          >
            <Icon icon={X} className="size-5" />
          </button>
        </form>
      </div>
      <div
        className={
          isDivided ? 'flex min-h-0 flex-col' : 'overflow-y-auto px-5 py-4 has-[.sticky]:scroll-pb-20'
        }
      >
        {children}
      </div>
    </dialog>
  )
}

/** Opens the dialog as a modal one; once it is removed, its opener has the focus again. */
function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  // A layout effect, because the browser restores the focus only while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const address = location.href
    // The server renders it open for browsers without script; showModal needs it closed.
    element.close()
    element.showModal()
    document.dispatchEvent(new Event(dialogChange))
    const release = fitAboveKeyboard(element)
    return () => {
      release()
      element.close()
      // Where it was open when the page came, nothing had the focus before, and close() leaves it where it is.
      const focused = document.activeElement
      if (focused === document.body || element.contains(focused)) openerOf(address)?.focus()
      document.dispatchEvent(new Event(dialogChange))
    }
  }, [dialog])
}

/** A phone's keyboard covers the lower part of the page and leaves its height as it is: the dialog goes above it. */
function fitAboveKeyboard({ style }: HTMLElement): () => void {
  const view = window.visualViewport
  const fit = () => {
    // Who has zoomed in moves over the dialog as it was.
    if (!view || view.scale > 1) return
    style.setProperty('--seen-top', `${view.offsetTop}px`)
    style.setProperty('--seen-height', `${view.height}px`)
  }
  const closed = new AbortController()
  for (const event of ['resize', 'scroll']) view?.addEventListener(event, fit, { signal: closed.signal })
  return () => closed.abort()
}

/** What leads to this address: a link, or a button that says what it puts into it. */
function openerOf(address: string): HTMLElement | undefined {
  const url = new URL(address)
  const parameters = ({ pathname, search }: URL | HTMLAnchorElement) =>
    [pathname, ...new URLSearchParams(search)].sort().join('&')
  const own = parameters(url)
  const controls = document.querySelectorAll<HTMLAnchorElement | HTMLButtonElement>(
    ':is(a[href], button[name]):not(dialog *)',
  )
  return [...controls].find((control) =>
    'href' in control ? parameters(control) === own : url.searchParams.get(control.name) === control.value,
  )
}
