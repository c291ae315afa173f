/** A sentence, or a title with a sentence. */
export type ToastMessage = string | { title: string; detail: string }
export type Toast = { id: number; kind: 'success' | 'failure' | 'notice'; message: ToastMessage }

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const setToasts = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast, from anywhere in the browser. At most four are visible. */
export const toast = (kind: Toast['kind'], message: ToastMessage) =>
  setToasts([...toasts, { id: ++lastId, kind, message }].slice(-4))

export const dismissToast = (id: number) => setToasts(toasts.filter((each) => each.id !== id))

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
