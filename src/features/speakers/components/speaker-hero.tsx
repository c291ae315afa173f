import type { ReactNode } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { count } from '#lib/text.ts'
import type { SpeakerDetail } from '../speakers.schemas.ts'
import { placeOf, socialLink } from '../speakers.ts'

/** `claim` is the panel in which a signed-in person says "this is me". */
export function SpeakerHero({ speaker, claim }: { speaker: SpeakerDetail; claim?: ReactNode }) {
  const place = placeOf(speaker)
  return (
    <div className="flex flex-wrap items-start gap-x-7 gap-y-4">
      <Avatar name={speaker.name} image={speaker.image_url} size="large" />
      <div className="min-w-0 flex-[1_1_18rem]">
        <h1 className="text-4xl leading-[1.08] sm:text-5xl">{speaker.name}</h1>
        <p className="mt-2 text-lg text-quiet">
          {place && `${place} · `}
          {count(speaker.events_spoken_at, 'event', 'events')} ·{' '}
          {count(speaker.unique_conferences, 'conference', 'conferences')}
        </p>
        {speaker.links.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
            {speaker.links.map(socialLink).map(({ href, label }) => (
              <li key={label}>
                <a href={href} rel="me noopener nofollow" className="link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        )}
        {speaker.bio && <p className="mt-5 max-w-prose whitespace-pre-line">{speaker.bio}</p>}
      </div>
      {claim}
    </div>
  )
}
