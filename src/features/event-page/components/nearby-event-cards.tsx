import { PlainLink } from '#components/layout/plain-link.tsx'
import { Section } from '#components/ui/section.tsx'
import { PosterCard } from '#features/directory/components/poster-card.tsx'
import type { EventDetail, NearbyEvent } from '#features/events/events.schemas.ts'
import { isOnline, isOver } from '#features/events/events.ts'
import { daysBetween, duration } from '#lib/dates.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'

type Props = { event: EventDetail; events: NearbyEvent[] }

/** As many as stand in a row. */
const rowLength = 3

/** What else takes place around an event, or, after one that is over, what is to come; lists to look in where that is little. */
export function NearbyEventCards({ event, events }: Props) {
  const { today } = event
  const isPast = isOver(event, today)
  const sharedBy = (tag: string) => events.filter(({ shared_tags }) => shared_tags.includes(tag)).length
  const [topicName] = event.tags.toSorted((one, other) => sharedBy(other) - sharedBy(one))
  return (
    <Section
      title={titleOf(event, events, today)}
      aside={
        events.length >= rowLength &&
        (topicName && sharedBy(topicName) > 0 ? (
          <TopicLink topicName={topicName} />
        ) : (
          <PlaceLink event={event} />
        ))
      }
    >
      <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {events.map((nearby) => (
          <li key={nearby.id}>
            <PosterCard event={{ ...nearby, tags: [], kilometres: undefined }} today={today} poster="beside">
              <p className="mt-0.5 text-sm text-quiet first-letter:uppercase">
                {[
                  topicsText(nearby),
                  distanceText(event, nearby),
                  // Its days are above; a date has nothing to do with what was years ago.
                  !isPast && daysText(event, nearby),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </PosterCard>
          </li>
        ))}
        {events.length < rowLength && (
          <li>
            <ListsToCome event={event} topics={event.tags.filter((tag) => sharedBy(tag) > 0)} />
          </li>
        )}
      </ul>
    </Section>
  )
}

const ListsToCome = ({ event, topics }: { event: EventDetail; topics: string[] }) => (
  <ul className="stack gap-1 text-[0.9375rem]">
    {topics.map((topicName) => (
      <li key={topicName}>
        <TopicLink topicName={topicName} />
      </li>
    ))}
    <li className="empty:hidden">
      <PlaceLink event={event} />
    </li>
    <li>
      <PlainLink to="/conferences" className={listClass}>
        All upcoming conferences
      </PlainLink>
    </li>
  </ul>
)

const listClass = 'link inline-block py-0.5 text-quiet'

const PlaceLink = ({ event }: { event: EventDetail }) =>
  isOnline(event) ? (
    <PlainLink to="/online" className={listClass}>
      Online conferences
    </PlainLink>
  ) : (
    !isUndecidedPlace(event.country_name) && (
      <PlainLink
        to="/countries/$countryName"
        params={{ countryName: event.country_name }}
        className={listClass}
      >
        Conferences in {event.country_name}
      </PlainLink>
    )
  )

const TopicLink = ({ topicName }: { topicName: string }) => (
  <PlainLink to="/topics/$topicName" params={{ topicName }} className={listClass}>
    Conferences about {topicName}
  </PlainLink>
)

function titleOf(event: EventDetail, events: NearbyEvent[], today: string): string {
  if (events.length === 0) return 'More conferences'
  if (events.some(({ shared_tags }) => shared_tags.length > 0))
    return isOver(event, today) ? 'Where to go next' : 'You may also like'
  if (isOnline(event)) return 'Also online'
  if (events.some(({ kilometres }) => kilometres !== null && kilometres <= farKilometres))
    return 'Also in the region'
  return events.every(({ country_name }) => country_name === event.country_name)
    ? `Also in ${event.country_name}`
    : 'More conferences'
}

const topicsText = ({ shared_tags }: NearbyEvent) =>
  shared_tags.length > 0 && `also about ${shared_tags.slice(0, 2).join(' and ')}`

/** So far away a distance is no reason to go. */
const farKilometres = 1000

function distanceText(event: EventDetail, nearby: NearbyEvent) {
  const { kilometres } = nearby
  if (isOnline(event) && isOnline(nearby)) return 'also online'
  if (kilometres === 0 || nearby.location_name === event.location_name) return 'same city'
  return (
    kilometres !== null &&
    kilometres <= farKilometres &&
    `${kilometres.toLocaleString('en')}\u00a0km\u00a0away`
  )
}

function daysText(event: EventDetail, nearby: NearbyEvent) {
  const days = daysBetween(event.start_date, nearby.start_date)
  if (days === 0 && nearby.start_date === nearby.end_date) return 'on the same day'
  if (nearby.start_date <= event.end_date && event.start_date <= nearby.end_date) return 'at the same time'
  return `${duration(Math.abs(days))} ${days > 0 ? 'later' : 'earlier'}`.replaceAll(' ', '\u00a0')
}
