import { useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { readStored, writeStored } from '#lib/stored-text.ts'

/** Chromium's, which offers to install the site; other browsers have it in their menus. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  /** Held by the entry (src/client.ts), so that the site is offered once somebody has saved a talk. */
  var installPrompt: Event | undefined
}

const promptEvent = 'beforeinstallprompt'
const storageKey = 'hallway-install'

const subscribe = (listener: () => void) => {
  addEventListener(promptEvent, listener)
  return () => removeEventListener(promptEvent, listener)
}

/** Offers to install the site, to members with a saved talk, until they have answered. */
export function InstallHint() {
  const prompt = useSyncExternalStore(
    subscribe,
    () => globalThis.installPrompt as InstallPrompt | undefined,
    () => undefined,
  )
  const [isAnswered, setAnswered] = useState(() => !import.meta.env.SSR && readStored(storageKey) !== null)
  if (!prompt || isAnswered) return null
  const answer = () => {
    setAnswered(true)
    writeStored(storageKey, 'answered')
  }
  return (
    <div className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 bg-wash px-4 py-2.5">
      <p className="min-w-0 flex-1">Install this site, and My Schedule opens from your home screen.</p>
      <span className="flex gap-2">
        <Button
          size="small"
          onClick={() => {
            answer()
            void prompt.prompt()
          }}
        >
          Install
        </Button>
        <Button size="small" look="quiet" onClick={answer}>
          Not now
        </Button>
      </span>
    </div>
  )
}
