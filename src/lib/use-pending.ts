import { useSyncExternalStore } from 'react'
import { offlineStore } from './offline.ts'

/** Whether a change of this talk, or of the attendance of this conference, waits for the network. */
export const useIsPending = (id: string) =>
  useSyncExternalStore(
    offlineStore.subscribe,
    () => offlineStore.getSnapshot().pending.some(({ key }) => key === id),
    () => false,
  )
