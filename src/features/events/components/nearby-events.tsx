import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { daysAway, daysBetween, duration } from '#lib/dates.ts'
import type { EventCard, NearbyEvent } from '../events.schemas.ts'
import { isOver } from '../events.ts'
import { EventRow } from './event-row.tsx'

type Props = {
  event: Pick<EventCard, 'start_date' | 'end_date' | 'tags'>
  events: NearbyEvent[]
  today: string
}

/** What else takes place around an event, or, after one that is over, what is to come. */
export function NearbyEvents({ event, events, today }: Props) {
  if (events.length === 0) return isOver(event, today) && <ListsToCome tags={event.tags} />
  return (
    <Section
      title={titleOf(event, events, today)}
      aside={event.tags[0] && <TopicLink topicName={event.tags[0]} className="text-quiet" />}
    >
      <ul className="rows-of-three">
        {events.map((nearby) => (
          <li key={nearby.id}>
            <EventRow event={{ ...nearby, excerpt: null, tags: [] }} today={today}>
              <p className="mt-1 text-[0.9375rem] text-quiet first-letter:uppercase">
                {[
                  topicsText(nearby),
                  distanceText(nearby),
                  isOver(event, today) ? daysAway(nearby.start_date, today) : daysText(event, nearby),
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
}

/** Where nothing is near or alike: the lists to look in. */
const ListsToCome = ({ tags }: { tags: string[] }) => (
  <Section title={nextTitle}>
    <ul className="flex flex-wrap gap-x-6 gap-y-1">
      {tags.slice(0, 3).map((topicName) => (
        <li key={topicName}>
          <TopicLink topicName={topicName} />
        </li>
      ))}
      <li>
        <PlainLink to="/conferences" className="link inline-block py-0.5">
          All upcoming conferences
        </PlainLink>
      </li>
    </ul>
  </Section>
)

const TopicLink = ({ topicName, className = '' }: { topicName: string; className?: string }) => (
  <PlainLink
    to="/topics/$topicName"
    params={{ topicName }}
    className={`link inline-block py-0.5 ${className}`}
  >
    Conferences about {topicName}
  </PlainLink>
)

const nextTitle = 'Where to Go Next'

/** So many days before or after it are around the same dates. */
const daysAround = 7

function titleOf(event: Props['event'], events: NearbyEvent[], today: string): string {
  if (isOver(event, today)) return nextTitle
  const areAround = events.every(
    ({ start_date }) => Math.abs(daysBetween(event.start_date, start_date)) <= daysAround,
  )
  return areAround ? 'Around the Same Dates' : 'You May Also Like'
}

const topicsText = ({ shared_tags }: NearbyEvent) =>
  shared_tags.length > 0 && `also about ${shared_tags.slice(0, 2).join(' and ')}`

/** So far away a distance is no reason to go. */
const farKilometres = 3000

const distanceText = ({ kilometres }: NearbyEvent) =>
  kilometres === null || kilometres > farKilometres
    ? null
    : kilometres === 0
      ? 'same city'
      : `${kilometres.toLocaleString('en')} km`

function daysText(event: Props['event'], nearby: NearbyEvent) {
  const days = daysBetween(event.start_date, nearby.start_date)
  if (days === 0) return 'on the same day'
  return `${duration(Math.abs(days))} ${days > 0 ? 'later' : 'earlier'}`
}
