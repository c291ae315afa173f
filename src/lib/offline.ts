import { readStored } from './stored-text.ts'

// What pages share with offline copies (src/features/offline), whose code only browsers load that have one.

export type PendingChange = {
  /** One for each talk, and one for the attendance of each conference: the last one counts. */
  key: string
  procedure: 'savedTalks.save' | 'savedTalks.remove' | 'attendance.set'
  input: { event_id: string; talk_id?: string; is_attending?: boolean }
  /** 'Plan to attend: Finding backdoors with fuzzing, 15:00' */
  label: string
  changedAt: number
}

/** A talk of My Schedule that a newer copy has otherwise, in a sentence. */
export type ChangedTalk = { eventSlug: string; number: number | null; text: string }

export type OfflineState = {
  /** Whether the page shows a copy, because the network does not answer. */
  isOffline: boolean
  pending: PendingChange[]
  /** The session has ended: what is pending waits until its member signs in. */
  mustSignIn: boolean
  /** What the server refused, in a sentence each. */
  refusals: string[]
  changedTalks: ChangedTalk[]
  /** Counts the times at which the page has to read its data again. */
  refreshes: number
  /** Counts the times at which everything was deleted. */
  removals: number
}

const onlineState: OfflineState = {
  isOffline: false,
  pending: [],
  mustSignIn: false,
  refusals: [],
  changedTalks: [],
  refreshes: 0,
  removals: 0,
}

let state = onlineState
const listeners = new Set<() => void>()

/** For useSyncExternalStore. */
export const offlineStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  getSnapshot: () => state,
  getServerSnapshot: () => onlineState,
}

export function setOfflineState(changes: Partial<OfflineState>) {
  state = { ...state, ...changes }
  for (const listener of listeners) listener()
}

/** The first part of every key in localStorage. The key itself is there while this browser has a copy. */
export const offlineFlag = 'hallway-offline'

/** Whether the pages of this browser have to load what answers from copies. */
export const hasOfflineCopies = () => readStored(offlineFlag) !== null

/** Deletes all copies, what is pending and the workers: when somebody signs out, or the site has no copies any more. */
export async function removeOfflineData(): Promise<void> {
  if (!hasOfflineCopies()) return
  for (const key of Object.keys(localStorage)) if (key.startsWith(offlineFlag)) localStorage.removeItem(key)
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  setOfflineState({ ...onlineState, refreshes: state.refreshes, removals: state.removals + 1 })
}
