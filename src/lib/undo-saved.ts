import type { QueryClient } from '@tanstack/react-query'
import { api } from './api.ts'
import type { ToastMessage } from './toasts.ts'

// Loaded when somebody presses Undo.

/** Undoes change sets, which can be undone, too. A failure has a message of its own. */
export const undoSaved = (client: QueryClient, setIds: number[]) =>
  client
    .getMutationCache()
    .build(client, {
      async mutationFn() {
        const rest: { name: string }[] = []
        for (const id of setIds) rest.push(...(await api.history.undo.call({ id })).kept)
        return { kept: rest }
      },
      meta: { success: undoneMessage, failure: (message) => message },
    })
    .execute(undefined)
    .catch(() => {})

/** `kept`: what was changed since, and stays. */
export const undoneMessage = ({ kept }: { kept: { name: string }[] }): ToastMessage =>
  kept.length === 0
    ? 'Undone'
    : {
        title: 'Undone, as far as nobody has changed it since',
        detail: `This stays: ${[...new Set(kept.map(({ name }) => name))].slice(0, 3).join(', ')}${kept.length > 3 ? ', …' : '.'}`,
      }
