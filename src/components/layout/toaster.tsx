import { X } from 'lucide'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { dialogChange } from '#components/ui/dialog-change.ts'
import { Icon } from '#components/ui/icon.tsx'
import { dismissToast, type Toast, toastStore } from '#lib/toasts.ts'

const shownForMs = 6000

const variants = {
  success: 'border-ink',
  notice: 'border-edge',
  failure: 'border-accent',
}

const subscribeToDialogs = (listener: () => void) => {
  document.addEventListener(dialogChange, listener)
  return () => document.removeEventListener(dialogChange, listener)
}
const openDialog = () => [...document.querySelectorAll('dialog:modal')].at(-1)

/**
 * The toasts in a live region; each is dismissed after a while unless it is hovered or focused. While a dialog is open
 * they are inside it: what is outside is covered, cannot be pressed and is not read out. On a phone they stand at its top,
 * where neither its buttons nor the keyboard are.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(
    toastStore.subscribe,
    toastStore.getSnapshot,
    toastStore.getServerSnapshot,
  )
  const dialog = useSyncExternalStore(subscribeToDialogs, openDialog, () => undefined)
  const messages = (
    <section aria-label="Messages" aria-live="polite" className="toasts no-print">
      {toasts.map((toast) => (
        <Card key={toast.id} toast={toast} />
      ))}
    </section>
  )
  return dialog ? createPortal(messages, dialog) : messages
}

function Card({ toast }: { toast: Toast }) {
  const { id, kind, message, undo, mustSignIn, isAnswered, isSaidInForm } = toast
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), shownForMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  // It would cover what says it.
  if ((isAnswered && !undo) || isSaidInForm)
    return (
      <p
        role={isAnswered ? 'status' : undefined}
        aria-live={isAnswered ? undefined : 'off'}
        className="sr-only"
      >
        <Message message={message} />
      </p>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it or focusing it only keeps it from going away
    <div
      role={kind === 'failure' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded border-2 bg-sheet py-2.5 pr-2 pl-4 ${variants[kind]}`}
    >
      <span className="min-w-0 flex-1 py-0.5">
        <Message message={message} />
      </span>
      {mustSignIn && <SignInHere />}
      {undo && (
        <button
          type="button"
          onClick={() => {
            dismissToast(id)
            undo()
          }}
          className="min-h-7 rounded px-2 font-semibold text-accent hover:bg-wash"
        >
          Undo
        </button>
      )}
      <button
        type="button"
        onClick={() => dismissToast(id)}
        aria-label="Dismiss"
        className="inline-flex size-7 items-center justify-center rounded hover:bg-wash"
      >
        <Icon icon={X} className="size-4" />
      </button>
    </div>
  )
}

const SignInHere = () => (
  <a
    href={`/auth?next=${encodeURIComponent(location.pathname + location.search)}`}
    className="link min-h-7 px-2 py-0.5 font-semibold whitespace-nowrap"
  >
    Sign in
  </a>
)

const Message = ({ message }: Pick<Toast, 'message'>) =>
  typeof message === 'string' ? (
    message
  ) : (
    <>
      <strong className="block">{message.title}</strong>
      {message.detail}
    </>
  )
