import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { isTalkPath, type Player } from '../link.ts'

const storageKey = 'play'

/**
 * Whether the policy of this document lets players in. It is that of the page that was loaded first, and only pages of
 * talks frame other hosts.
 */
const mayFrame = () => {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded ? isTalkPath(URL.parse(loaded.name)?.pathname ?? '') : false
}

const never = () => () => {}

/** A player that loads at the click alone; until then nothing is asked of its host. Without script there is only the link beside it. */
export function usePlayer(linkId: string) {
  const hasScript = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (sessionStorage.getItem(storageKey) !== linkId) return
    sessionStorage.removeItem(storageKey)
    setPlaying(true)
  }, [linkId])
  const play = () => {
    if (mayFrame()) return setPlaying(true)
    // Loaded anew as the page of a talk, it goes on where the click was.
    sessionStorage.setItem(storageKey, linkId)
    location.hash = 'coverage'
    location.reload()
  }
  // Until the script is there the button keeps its place, so that nothing moves under a finger.
  return { isPlaying, play, className: hasScript ? '' : 'invisible' }
}

export const PlayFrame = ({ player, title }: { player: Player; title: string }) => (
  <iframe
    src={player.url}
    title={title}
    allow="autoplay; fullscreen; picture-in-picture"
    referrerPolicy="strict-origin-when-cross-origin"
    sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
    className="aspect-video w-full border-0 bg-ink"
  />
)

/** A small button that plays a link of a list in its place. */
export function PlayHere({ linkId, player, title }: { linkId: string; player: Player; title: string }) {
  const { isPlaying, play, className } = usePlayer(linkId)
  if (isPlaying)
    return (
      <div className="basis-full">
        <PlayFrame player={player} title={title} />
      </div>
    )
  return (
    <Button look="quiet" size="small" className={className} onClick={play} title={`Loads ${player.host}`}>
      Play here<span className="sr-only">{`: ${title}, loads ${player.host}`}</span>
    </Button>
  )
}
