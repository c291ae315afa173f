import { ButtonLink } from '#components/layout/button-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { count, excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { SpeakerDetail } from '../speakers.schemas.ts'
import { placeOf } from '../speakers.ts'

export function SpeakerPopup({ speaker, onClose }: { speaker: SpeakerDetail; onClose: () => void }) {
  const place = placeOf(speaker)
  const topics = speaker.topics.slice(0, limits.speakerTopicsInList)
  const more = speaker.topics.length - topics.length
  return (
    <Dialog title={speaker.name} onClose={onClose}>
      <div className="flex items-center gap-4">
        <Avatar name={speaker.name} image={speaker.image_url} size="large" />
        <div className="text-quiet">
          {place && <p>{place}</p>}
          <p>
            {count(speaker.events_spoken_at, 'event', 'events')} ·{' '}
            {count(speaker.unique_conferences, 'conference', 'conferences')}
          </p>
        </div>
      </div>
      {speaker.bio && <p className="mt-4">{excerpt(speaker.bio, limits.speakerPopupBio)}</p>}
      {topics.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-1.5" aria-label="Topics">
          {topics.map((topic) => (
            <li key={topic} className="chip">
              {topic}
            </li>
          ))}
          {more > 0 && <li className="chip">+{more} more</li>}
        </ul>
      )}
      <p className="mt-6">
        <ButtonLink to="/speakers/$id" params={{ id: speaker.id }} label="View Full Profile" />
      </p>
    </Dialog>
  )
}
