import { Link } from '@tanstack/react-router'
import type { SpeakerSearch } from '../speaker-search.ts'

type Props = { letters: string[]; search: SpeakerSearch }

/** Jumps into the list of speakers by name. */
export function SpeakerLetters({ letters, search: { from, view } }: Props) {
  return (
    <nav aria-label="By name">
      <ul className="flex flex-wrap gap-x-0.5 gap-y-1">
        {letters.map((letter) => (
          <li key={letter}>
            <Link
              to="/speakers"
              search={{ view, from: letter }}
              rel="nofollow"
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={from === letter ? 'true' : undefined}
              className="inline-flex size-8 items-center justify-center rounded font-display font-bold hover:text-accent hover:underline aria-[current]:bg-ink aria-[current]:text-paper"
            >
              {letter.toUpperCase()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
