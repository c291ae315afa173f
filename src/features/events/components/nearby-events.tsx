import { Section } from '#components/ui/section.tsx'
import { daysAway, daysBetween, duration } from '#lib/dates.ts'
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
    <Section title={titleOf(event, events, today)}>
      <ul className="rows">
        {events.map((nearby) => (
          <li key={nearby.id}>
            <EventRow event={{ ...nearby, excerpt: null }} today={today}>
              <p className="mt-1 text-[0.9375rem] text-quiet first-letter:uppercase">
                {[
                  alsoAbout(nearby),
                  distanceText(nearby),
                  // One that is on now says so itself.
                  isOver(event, today)
                    ? nearby.start_date > today && daysAway(nearby.start_date, today)
                    : daysText(event, nearby),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </EventRow>
          </li>
        ))}
      </ul>
    </Section>
  )

/** So many days before or after it are around the same dates. */
const daysAround = 21

function titleOf(event: Props['event'], events: NearbyEvent[], today: string): string {
  if (isOver(event, today)) return 'Where to Go Next'
  const areAround = events.every(
    ({ start_date }) => Math.abs(daysBetween(event.start_date, start_date)) <= daysAround,
  )
  return areAround ? 'Around the Same Dates' : 'You May Also Like'
}

const alsoAbout = ({ shared_tags }: NearbyEvent) =>
  shared_tags.length > 0 && `also about ${shared_tags.slice(0, 2).join(' and ')}`

const distanceText = ({ kilometres }: NearbyEvent) =>
  kilometres === null
    ? null
    : kilometres === 0
      ? 'in the same city'
      : `${kilometres.toLocaleString('en')} km away`

function daysText(event: Props['event'], nearby: NearbyEvent) {
  const days = daysBetween(event.start_date, nearby.start_date)
  if (days === 0) return 'on the same day'
  return `${duration(Math.abs(days))} ${days > 0 ? 'later' : 'earlier'}`
}
