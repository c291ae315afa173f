/** A sentence, or a title with a sentence. */
export type ToastMessage = string | { title: string; detail: string }
export type Toast = {
  id: number
  kind: 'success' | 'failure' | 'notice'
  message: ToastMessage
  /** Takes back what it tells of. */
  undo?: () => void
  /** What was refused needs a session. */
  mustSignIn?: boolean
  /** What was pressed shows the same: it is only read out. */
  isAnswered?: boolean
  /** A form says the same beside its button: it is read out there. */
  isSaidInForm?: boolean
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const setToasts = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a toast, from anywhere in the browser. At most three are visible, each text once: they cover a part of the page.
 * With the next one a failure goes; what a control shows by itself goes with the next answer of a control.
 */
export const toast = (
  kind: Toast['kind'],
  message: ToastMessage,
  options: Pick<Toast, 'undo' | 'mustSignIn' | 'isAnswered' | 'isSaidInForm'> = {},
) => {
  const text = JSON.stringify(message)
  const otherToasts = toasts.filter(
    (other) =>
      JSON.stringify(other.message) !== text &&
      other.kind !== 'failure' &&
      !(other.isAnswered && options.isAnswered),
  )
  setToasts([...otherToasts, { id: ++lastId, kind, message, ...options }].slice(-3))
}

export const dismissToast = (id: number) => setToasts(toasts.filter((toast) => toast.id !== id))

/** For useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  getSnapshot: () => toasts,
  getServerSnapshot: (): readonly Toast[] => noToasts,
}

const noToasts: readonly Toast[] = []
