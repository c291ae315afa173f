import { Link } from '@tanstack/react-router'
import { GoneLink } from '#components/ui/gone-link.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { TopicChip } from '#features/topics/components/topic-chip.tsx'
import { longDay, shortDay } from '#lib/dates.ts'
import { archiveUrl } from '#lib/web-archive.ts'
import { takesPlace } from '../event-status.ts'
import type { EventDetail } from '../events.schemas.ts'
import { PlaceLinks } from './place-links.tsx'

type Props = { event: EventDetail; canEdit: boolean }

/** Where, when, what about, and where to read more. */
export function EventFacts({ event, canEdit }: Props) {
  const Days = takesPlace(event) ? 'span' : 's'
  return (
    <div className="stack gap-7">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-x-10 gap-y-4 text-[0.9375rem] [&_dt]:font-semibold [&_dd]:text-quiet">
        <div>
          <dt>Where</dt>
          <dd>
            <PlaceLinks city={event.location_name} country={event.country_name} />
          </dd>
        </div>
        <div>
          <dt>When</dt>
          <dd>
            <Days>
              {longDay(event.start_date)}
              {event.end_date !== event.start_date && ` to ${longDay(event.end_date)}`}
            </Days>
            {event.time_zone && (
              <span className="block">Times are local ({event.time_zone.replaceAll('_', ' ')})</span>
            )}
          </dd>
        </div>
        <LinkFact
          label="Website"
          url={event.website}
          goneSince={event.website_gone_since}
          day={event.start_date}
        />
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
      <Description event={event} canEdit={canEdit} />
    </div>
  )
}

const Description = ({ event, canEdit }: Props) => (
  <div dir="auto" className="max-w-prose whitespace-pre-line">
    {event.description ? (
      <LinkedText text={event.description} />
    ) : (
      <>
        <span className="text-quiet">No description provided for this event.</span>
        {canEdit && (
          <>
            {' '}
            <Link to="/conferences/$slug/edit" params={{ slug: event.slug }} className="link">
              Add one
            </Link>
          </>
        )}
      </>
    )}
  </div>
)

type LinkProps = { label: string; url: string | null; goneSince?: string | null; day?: string }

function LinkFact({ label, url, goneSince, day = '' }: LinkProps) {
  if (!url) return null
  const text = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  return (
    <div>
      <dt>{label}</dt>
      <dd title={url} className="line-clamp-3 wrap-anywhere">
        {goneSince ? (
          <GoneLink label={text} since={shortDay(goneSince.slice(0, 10))} archive={archiveUrl(url, day)} />
        ) : (
          <a href={url} rel="noopener nofollow" className="link">
            {text}
          </a>
        )}
      </dd>
    </div>
  )
}
