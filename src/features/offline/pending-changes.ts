import { offlineFlag, type PendingChange } from '#lib/offline.ts'
import { readStoredJson } from '#lib/stored-text.ts'

// Changes that were made without network. In localStorage, so that all tabs share them and a reload loses none.

export type PendingChanges = { viewerId: string; changes: PendingChange[] }

const storageKey = `${offlineFlag}-changes`

export const readPending = () => readStoredJson<PendingChanges>(storageKey)

/** Adds a change in place of an earlier one of the same talk or conference. */
export function withChange(changes: PendingChange[], change: PendingChange): PendingChange[] {
  return [...changes.filter(({ key }) => key !== change.key), change]
}

/** Throws if there is no room: what is not stored would be lost. */
export function writePending(pending: PendingChanges) {
  if (pending.changes.length === 0) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, JSON.stringify(pending))
}

/** The ids of the talks that a member has saved once the changes are sent. */
export function savedAfter(savedIds: string[], eventId: string, changes: PendingChange[]): Set<string> {
  const ids = new Set(savedIds)
  for (const { procedure, input } of changes) {
    if (input.event_id !== eventId || !input.talk_id) continue
    if (procedure === 'savedTalks.save') ids.add(input.talk_id)
    else ids.delete(input.talk_id)
  }
  return ids
}
