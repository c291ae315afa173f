/** A sentence, or a few words and the sentence that explains them. */
export type Said = string | { title: string; detail: string }
export type Toast = { id: number; kind: 'success' | 'failure' | 'notice'; said: Said }

let toasts: readonly Toast[] = []
let last = 0
const watchers = new Set<() => void>()

const change = (next: readonly Toast[]) => {
  toasts = next
  for (const watcher of watchers) watcher()
}

/** Says something in the corner of the page, from anywhere in the browser. At most four stand at once. */
export const toast = (kind: Toast['kind'], said: Said) =>
  change([...toasts, { id: ++last, kind, said }].slice(-4))

export const dismissToast = (id: number) => change(toasts.filter((each) => each.id !== id))

/** For useSyncExternalStore. */
export const toastStore = {
  subscribe(watcher: () => void) {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  now: () => toasts,
  none: (): readonly Toast[] => noToasts,
}

const noToasts: readonly Toast[] = []
