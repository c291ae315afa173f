import { Link } from '@tanstack/react-router'
import { PlainLink } from '#components/layout/plain-link.tsx'
import type { EventCard } from '../events.schemas.ts'

const most = 3

/** What is on today, in one line; nothing on a quiet day. */
export const OnNow = ({ events }: { events: EventCard[] }) =>
  events.length > 0 && (
    <section
      aria-label="On now"
      className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-hairline pb-2 text-[0.9375rem]"
    >
      <p className="inline-flex items-center gap-1.5 font-semibold text-accent">
        <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
        On now
      </p>
      <ul className="contents">
        {events.slice(0, most).map(({ id, slug, name, location_name }) => (
          <li key={id} className="max-sm:nth-3:hidden">
            <PlainLink
              to="/conferences/$slug"
              params={{ slug }}
              className="inline-block min-h-6 py-0.5 font-semibold hover:text-accent"
            >
              {name}
            </PlainLink>{' '}
            <span className="text-quiet">{location_name}</span>
          </li>
        ))}
      </ul>
      {events.length > most && (
        <Link to="/conferences" className="link ml-auto inline-block py-0.5 text-quiet">
          More<span className="sr-only"> that are on now</span>
        </Link>
      )}
    </section>
  )
