import { Check, CloudDownload } from 'lucide'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { hasOfflineCopies, offlineStore } from '#lib/offline.ts'
import { toast } from '#lib/toasts.ts'
import { copyPath } from '../copy-path.ts'

type Props = {
  event: { slug: string; name: string }
  /** How many talks the viewer has saved; undefined for a visitor. */
  savedCount: number | undefined
}

const formHash = 'keep-offline'
/** The copies may have been deleted meanwhile, as another member's. */
const readRemovals = () => offlineStore.getSnapshot().removals

/** The copy of a conference in this browser, and what changes it. */
function useCopy({ event, savedCount }: Props) {
  const [state, setState] = useState<'not kept' | 'working' | 'kept' | 'impossible'>('not kept')
  const { slug } = event
  const removals = useSyncExternalStore(offlineStore.subscribe, readRemovals, () => 0)

  async function keep() {
    setState('working')
    try {
      const { keepOffline } = await import('../keep.ts')
      await keepOffline(slug)
      setState('kept')
      toast('success', `${event.name} is available offline.`)
    } catch {
      setState('not kept')
      toast('failure', `${event.name} could not be stored. Please try again when the network is better.`)
    }
  }
  async function remove() {
    const { deleteCopy } = await import('../copies.ts')
    await deleteCopy(slug)
    setState('not kept')
    toast('success', `The copy of ${event.name} is deleted.`)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each removal the copy is looked for again
  useEffect(() => {
    // Not over http, and not where storage is forbidden.
    if (!('serviceWorker' in navigator && 'caches' in globalThis)) return setState('impossible')
    const findCopy = async () => {
      const isKept = hasOfflineCopies() && (await caches.match(copyPath(slug))) !== undefined
      setState((now) => (now === 'working' ? now : isKept ? 'kept' : 'not kept'))
    }
    findCopy().catch(() => setState('impossible'))
  }, [slug, removals])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has loaded
  useEffect(() => {
    if (location.hash !== `#${formHash}`) return
    history.replaceState(history.state, '', location.pathname + location.search.replace(/^\?$/, ''))
    void keep()
  }, [])
  const previousCount = useRef(savedCount)
  useEffect(() => {
    const isFirst = previousCount.current === 0 && savedCount === 1
    previousCount.current = savedCount
    if (isFirst && state === 'not kept') void keep()
  })

  return { state, keep, remove }
}

/**
 * Stores the conference in this browser; again takes it away. The first saved talk stores it, too. Before the script has
 * loaded, the form opens the page with a hash, which loads the script and is noticed here.
 */
export function KeepOffline(props: Props) {
  const { state, keep, remove } = useCopy(props)
  if (state === 'impossible') return null
  const isKept = state === 'kept'
  return (
    <form
      action={`#${formHash}`}
      className="noscript:hidden"
      onSubmit={(submit) => {
        submit.preventDefault()
        if (state !== 'working') void (isKept ? remove() : keep())
      }}
    >
      <Button type="submit" look="outline" aria-pressed={isKept} aria-disabled={state === 'working'}>
        <Icon icon={isKept ? Check : CloudDownload} className="size-4" />
        <span>{state === 'working' ? 'Storing…' : isKept ? 'Kept offline' : 'Keep offline'}</span>
      </Button>
    </form>
  )
}
