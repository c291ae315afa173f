import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { dialogChange } from './dialog-change.ts'

type Props = {
  title: ReactNode
  /** Replaces the visible title, which then is for screen readers only. Such a dialog opens at the top and grows downwards. */
  bar?: ReactNode
  onClose: () => void
  children: ReactNode
  wide?: boolean
}

/**
 * A native modal dialog: focus is trapped, Escape closes it, the page behind is inert. Without script it is a panel over
 * the page with a working close button.
 */
export function Dialog({ title, bar, onClose, children, wide = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect, because the browser restores the focus only while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    // The server renders it open for browsers without script; showModal needs it closed.
    element.close()
    element.showModal()
    document.dispatchEvent(new Event(dialogChange))
    return () => {
      element.close()
      document.dispatchEvent(new Event(dialogChange))
    }
  }, [])
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
      className={`w-[calc(100%-2rem)] overflow-hidden rounded-md border-2 border-ink bg-paper p-0 open:flex open:flex-col ${bar ? 'mt-4 max-h-[calc(100dvh-2rem)] sm:mt-[12dvh] sm:max-h-[76dvh]' : 'max-h-[85dvh]'} ${wide ? 'max-w-2xl' : 'max-w-md'}`}
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
            <X aria-hidden="true" className="size-5" />
          </button>
        </form>
      </div>
      <div className="overflow-y-auto px-5 py-4">{children}</div>
    </dialog>
  )
}
