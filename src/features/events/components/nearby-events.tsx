import { Section } from '#components/ui/section.tsx'
import { daysBetween } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { EventCard, NearbyEvent } from '../events.schemas.ts'
import { EventRow } from './event-row.tsx'

type Props = { event: Pick<EventCard, 'start_date'>; events: NearbyEvent[]; today: string }

/** What else takes place around an event. */
export const NearbyEvents = ({ event, events, today }: Props) =>
  events.length > 0 && (
    <Section title="Near It">
      <ul className="rows">
        {events.map((nearby) => (
          <li key={nearby.id}>
            <EventRow event={{ ...nearby, excerpt: null }} today={today}>
              <p className="mt-1 text-[0.9375rem] text-quiet">
                {[distanceText(nearby), daysText(event, nearby)].filter(Boolean).join(', ')}
              </p>
            </EventRow>
          </li>
        ))}
      </ul>
    </Section>
  )

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
