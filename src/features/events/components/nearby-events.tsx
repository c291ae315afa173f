import { Section } from '#components/ui/section.tsx'
import { daysAway, daysBetween } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { EventCard, NearbyEvent } from '../events.schemas.ts'
import { isOver } from '../events.ts'
import { EventRow } from './event-row.tsx'

type Props = {
  event: Pick<EventCard, 'start_date' | 'end_date'>
  events: NearbyEvent[]
  today: string
}

/** What else takes place around an event, or, after one that is over, what is to come. */
export const NearbyEvents = ({ event, events, today }: Props) =>
  events.length > 0 && (
    <Section title={isOver(event, today) ? 'Where to Go Next' : 'Around the Same Dates'}>
      <ul className="rows">
        {events.map((nearby) => (
          <li key={nearby.id}>
            <EventRow event={{ ...nearby, excerpt: null }} today={today}>
              <p className="mt-1 text-[0.9375rem] text-quiet">
                {[
                  distanceText(nearby),
                  // One that is on now says so itself.
                  isOver(event, today)
                    ? nearby.start_date > today && daysAway(nearby.start_date, today)
                    : daysText(event, nearby),
                  alsoAbout(nearby),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </EventRow>
          </li>
        ))}
      </ul>
    </Section>
  )

/** Shared topics that no chip shows, since only the description names them. */
function alsoAbout({ shared_tags, tags }: NearbyEvent) {
  const names = shared_tags.filter((tag) => !tags.includes(tag))
  return names.length > 0 && `also about ${names.join(' and ')}`
}

const distanceText = ({ kilometres }: NearbyEvent) =>
  kilometres === null
    ? null
    : kilometres === 0
      ? 'In the same city'
      : `${kilometres.toLocaleString('en')} km away`

function daysText(event: Props['event'], nearby: NearbyEvent) {
  const days = daysBetween(event.start_date, nearby.start_date)
  if (days === 0) return 'on the same day'
  const distance =
    days % 7 === 0 ? count(Math.abs(days) / 7, 'week', 'weeks') : count(Math.abs(days), 'day', 'days')
  return `${distance} ${days > 0 ? 'later' : 'earlier'}`
}
