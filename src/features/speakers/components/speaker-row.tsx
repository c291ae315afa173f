import { PlainLink } from '#components/layout/plain-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { count, excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { SpeakerCard } from '../speakers.schemas.ts'
import { placeOf } from '../speakers.ts'

export function SpeakerRow({ speaker, isList }: { speaker: SpeakerCard; isList: boolean }) {
  const maxTopics = isList ? limits.speakerTopicsInList : limits.speakerTopicsInGrid
  const more = speaker.topics.length - maxTopics
  const { latest_talk: talk, events_spoken_at: events } = speaker
  return (
    <article>
      <Avatar name={speaker.name} image={speaker.image_url} />
      <div>
        <h2>
          <PlainLink to="/speakers/$id" params={{ id: speaker.id }}>
            {speaker.name}
          </PlainLink>
        </h2>
        <p>
          {talk && (
            <span dir="auto" className="line-clamp-2 text-ink">
              {talk.title}
            </span>
          )}
          {[placeOf(speaker), talk?.event_name, events > 1 && count(events, 'event', 'events')]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isList && speaker.excerpt && (
          <p className="mt-1 max-w-prose">{excerpt(speaker.excerpt, limits.speakerCardBio)}</p>
        )}
        {speaker.topics.length > 0 && (
          <ul className="chips" aria-label="Topics">
            {speaker.topics.slice(0, maxTopics).map((topic) => (
              <li key={topic} className="chip">
                {topic}
              </li>
            ))}
            {more > 0 && <li className="chip">+{more}</li>}
          </ul>
        )}
      </div>
    </article>
  )
}
