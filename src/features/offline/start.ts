import type { AnyRouter } from '@tanstack/react-router'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { offlineStore, removeOfflineData, setOfflineState } from '#lib/offline.ts'
import { getPageViewer } from '#lib/page-viewer.ts'
import { answerFromCopies, noteAnswer, probeNetwork } from './answer.ts'
import { readChangedTalks } from './changed-talks.ts'
import { NotCopied } from './components/not-copied.tsx'
import { listCopies } from './copies.ts'
import { refreshCopies } from './keep.ts'
import { readPending } from './pending-changes.ts'

/** How often a page without network asks whether it is back. */
const probeMs = 5000

const hydrationMs = 1000

/** Deletes what another account has left, before this one can see it; returns whether there was any. */
async function removeOfOthers(viewerId: string | undefined): Promise<boolean> {
  const owners = [readPending()?.viewerId, ...(await listCopies()).map((copy) => copy.viewerId)]
  const isOfOthers = viewerId !== undefined && owners.some((id) => id != null && id !== viewerId)
  if (isOfOthers) await removeOfflineData()
  return isOfOthers
}

/** Runs in every page of a browser that has a copy. `isOffline`: the worker shows the page, because the network failed. */
export async function startOffline(router: AnyRouter, isOffline: boolean): Promise<void> {
  answerFromCopies(isOffline)
  // Once the page is hydrated, it knows who is signed in.
  if (!isOffline) await new Promise((resolve) => setTimeout(resolve, hydrationMs))
  if (isOffline) router.update({ ...router.options, defaultErrorComponent: NotCopied })
  // The scripts of pages that no copy has could only fail.
  const { preloadRoute } = router
  router.preloadRoute = async (options) => (navigator.onLine ? preloadRoute(options) : undefined)
  const { viewer, offline } = await (router.options.context.load as Load)(api.site.about.queryOptions())
  if (offline === 'off') return removeOfflineData()
  if (await removeOfOthers(getPageViewer() ?? viewer?.id)) return
  // Somebody signs in without loading a page.
  router.subscribe('onResolved', () => void removeOfOthers(getPageViewer()))
  const pending = readPending()
  if (viewer && pending) setOfflineState({ pending: pending.changes })
  if (viewer) setOfflineState({ changedTalks: readChangedTalks() })
  if (isOffline) setOfflineState({ isOffline: true })
  addEventListener('online', probeNetwork)
  setInterval(() => {
    const { isOffline, pending } = offlineStore.getSnapshot()
    if (isOffline || pending.length > 0) void probeNetwork()
  }, probeMs)
  if (isOffline) return
  noteAnswer()
  await refreshCopies()
}
