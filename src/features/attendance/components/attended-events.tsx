import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventList } from '#features/directory/components/event-list.tsx'
import { SeriesYears } from '#features/directory/components/series-years.tsx'
import { count } from '#lib/text.ts'
import type { AttendedEvent, AttendedPage } from '../attendance.schemas.ts'

type Props = { attended: AttendedPage; today: string; pages: ReactNode; children?: ReactNode }

/** The conferences that a person goes to, then those they were at, by year. `children` stands below. */
export function AttendedEvents({ attended, today, pages, children }: Props) {
  const { events, going_count, been_count } = attended
  const going = events.filter(({ end_date }) => end_date >= today)
  const been = events.filter(({ end_date }) => end_date < today)
  return (
    <div className="stack gap-10">
      {events.length === 0 && <EmptyState>No conferences that you can see here.</EmptyState>}
      {going.length > 0 && (
        <Section title="Going" aside={<span className="text-quiet">{going_count}</span>}>
          <EventList
            events={going}
            today={today}
            aside={(event) => <Role event={event as AttendedEvent} />}
          />
        </Section>
      )}
      {been.length > 0 && (
        <Section
          title="Been"
          aside={<span className="text-quiet">{count(been_count, 'conference', 'conferences')}</span>}
        >
          <SeriesYears events={been} />
          <Years events={been} />
        </Section>
      )}
      {pages}
      {children}
    </div>
  )
}

const roleOf = (event: AttendedEvent) =>
  event.is_speaker ? 'Speaks' : event.is_organiser ? 'Organises' : undefined

const Role = ({ event }: { event: AttendedEvent }) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    {event.is_shared && <span className="text-[0.9375rem] text-quiet">You go, too</span>}
    <Badge look={roleOf(event) ? 'strong' : 'plain'}>{roleOf(event) ?? 'Going'}</Badge>
  </span>
)

/** The years in which a person was somewhere; in black where the viewer was, too. */
function Years({ events }: { events: AttendedEvent[] }) {
  const yearOf = ({ start_date }: AttendedEvent) => start_date.slice(0, 4)
  const years = [...new Set(events.map(yearOf))]
  return (
    <dl>
      {years.map((year) => (
        <div
          key={year}
          className="grid gap-x-4 gap-y-2 border-b border-hairline py-3 last:border-b-0 sm:grid-cols-[5rem_1fr]"
        >
          <dt className="font-semibold tabular-nums">{year}</dt>
          <dd>
            <ul className="flex flex-wrap gap-2">
              {events
                .filter((event) => yearOf(event) === year)
                .map((event) => (
                  <li key={event.id} className="max-w-full">
                    <PlainLink
                      to="/conferences/$slug"
                      params={{ slug: event.slug }}
                      className={`inline-block min-h-7 max-w-full rounded border px-2.5 py-0.5 text-[0.9375rem] wrap-break-word hover:border-accent ${
                        event.is_shared ? 'border-ink bg-ink text-paper' : 'border-hairline hover:text-accent'
                      }`}
                    >
                      {event.name}
                      {event.is_speaker && <strong className="font-semibold"> spoke</strong>}
                      {event.is_organiser && <strong className="font-semibold"> organised</strong>}
                      {event.is_shared && <span className="sr-only">, you were there, too</span>}
                    </PlainLink>
                  </li>
                ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  )
}
