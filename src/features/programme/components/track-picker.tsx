import { Link } from '@tanstack/react-router'
import { type EventSearch, keptChoice } from '../event-search.ts'

type Props = {
  tracks: string[]
  track: string | undefined
  search: EventSearch
}

/** On narrow screens one track is shown at a time: tabs. */
export function TrackPicker({ tracks, track, search }: Props) {
  const currentTrack = track && tracks.includes(track) ? track : tracks[0]
  return (
    <nav aria-label="Tracks" className="mb-4 md:hidden">
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1">
        {tracks.map((name) => (
          <li key={name}>
            <Link
              to="."
              preload="intent"
              search={{ ...keptChoice(search), track: name }}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={name === currentTrack ? 'true' : undefined}
              className="choice"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
