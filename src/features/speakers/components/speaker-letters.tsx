import { PlainLink } from '#components/layout/plain-link.tsx'
import type { SpeakerSearch } from '../speaker-search.ts'

type Props = { letters: string[]; search: SpeakerSearch }

export function SpeakerLetters({ letters, search: { from, view } }: Props) {
  return (
    <nav aria-label="By name">
      <ul className="letters">
        {letters.map((letter) => (
          <li key={letter}>
            <PlainLink
              to="/speakers"
              search={{ view, from: letter }}
              rel="nofollow"
              resetScroll={false}
              aria-current={from === letter ? 'true' : undefined}
            >
              {letter.toUpperCase()}
            </PlainLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
