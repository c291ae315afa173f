import type { Event, WithContext } from 'schema-dts'
import { schemaStatus } from '#features/events/event-json-ld.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { nextDay } from '#lib/dates.ts'
import type { Site } from '#lib/head.ts'
import { isTimeZone, zoneOffset } from '#lib/time-zones.ts'
import type { TalkPage } from './programme.schemas.ts'
import { talkPath } from './talk-link.ts'

/** schema.org's Event for a talk, part of its conference's, with its video. */
export function talkJsonLd(
  site: Site,
  event: EventDetail,
  talk: TalkPage,
  video: { url: string } | undefined,
): WithContext<Event> {
  const url = `${site.url}${talkPath(event.slug, talk.number)}`
  const { start, end } = momentsOf(talk, event.time_zone)
  const description = talk.description?.slice(0, 500)
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: talk.title,
    startDate: start,
    ...(end && { endDate: end }),
    eventStatus: talk.status === 'cancelled' ? 'https://schema.org/EventCancelled' : schemaStatus(event),
    location: {
      '@type': 'Place',
      name: talk.location ?? event.location_name,
      address: {
        '@type': 'PostalAddress',
        addressLocality: event.location_name,
        addressCountry: event.country_name,
      },
    },
    superEvent: {
      '@type': 'Event',
      name: event.name,
      url: `${site.url}/conferences/${event.slug}`,
      startDate: event.start_date,
    },
    url,
    performer: talk.speakers.map(({ id, name }) => ({
      '@type': 'Person',
      name,
      url: `${site.url}/speakers/${id}`,
    })),
    ...(description && { description }),
    ...(talk.language && { inLanguage: talk.language }),
    ...(talk.topics.length > 0 && { keywords: talk.topics.join(', ') }),
    ...(video && {
      recordedIn: {
        '@type': 'VideoObject',
        name: talk.title,
        description: description ?? talk.title,
        url: video.url,
      },
    }),
  }
}

/** Start and end as ISO timestamps; without a zone they are local, without a time there is the day alone. */
function momentsOf(talk: TalkPage, timeZone: string | null): { start: string; end?: string } {
  if (!talk.start_time) return { start: talk.date }
  const moment = (day: string, time: string) =>
    `${day}T${time}:00${timeZone && isTimeZone(timeZone) ? zoneOffset(day, time, timeZone) : ''}`
  const start = moment(talk.date, talk.start_time)
  if (!talk.end_time) return { start }
  const endDay = talk.end_time < talk.start_time ? nextDay(talk.date) : talk.date
  return { start, end: moment(endDay, talk.end_time) }
}
