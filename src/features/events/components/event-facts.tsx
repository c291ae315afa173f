import { LinkedText } from '#components/ui/linked-text.tsx'
import { TopicChip } from '#features/topics/components/topic-chip.tsx'
import { longDay } from '#lib/dates.ts'
import type { EventDetail } from '../events.schemas.ts'
import { PlaceLinks } from './place-links.tsx'

/** Where, when, what about, and where to read more. */
export function EventFacts({ event }: { event: EventDetail }) {
  return (
    <div className="stack gap-7">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-x-10 gap-y-4 text-[0.9375rem] [&_dt]:font-semibold [&_dd]:text-quiet">
        <div>
          <dt>Where</dt>
          <dd>
            <PlaceLinks city={event.location_name} country={event.country_name} />
          </dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>
            {longDay(event.start_date)}
            {event.end_date !== event.start_date && (
              <>
                {' to '}
                {longDay(event.end_date)}
              </>
            )}
            {event.time_zone && (
              <span className="block">Times are local ({event.time_zone.replaceAll('_', ' ')})</span>
            )}
          </dd>
        </div>
        <LinkFact label="Website" url={event.website} />
        <LinkFact label="Code of conduct" url={event.code_of_conduct_url} />
        {event.tags.length > 0 && (
          <div>
            <dt>Topics</dt>
            <dd>
              <ul className="mt-1 flex flex-wrap gap-1.5">
                {event.tags.map((tag) => (
                  <li key={tag}>
                    <TopicChip name={tag} />
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
      <div dir="auto" className="max-w-prose whitespace-pre-line">
        {event.description ? (
          <LinkedText text={event.description} />
        ) : (
          <span className="text-quiet">No description provided for this event.</span>
        )}
      </div>
    </div>
  )
}

function LinkFact({ label, url }: { label: string; url: string | null }) {
  if (!url) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd className="truncate">
        <a href={url} rel="noopener nofollow" className="link">
          {url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </a>
      </dd>
    </div>
  )
}
