import type { Event, ItemList, WithContext } from 'schema-dts'
import { absolutePicture } from '#features/pictures/picture.ts'
import { dateRange } from '#lib/dates.ts'
import { breadcrumbs, type Site } from '#lib/head.ts'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { hasNewDate } from './event-status.ts'
import { inPlace } from './event-text.ts'
import type { EventCard, EventDetail } from './events.schemas.ts'
import { isOnline } from './events.ts'
import { meaningOf, ownWords } from './labelled-facts.ts'

const attendanceMode = (event: EventDetail) => {
  const mode =
    isOnline(event) || event.format === 'online' ? 'Online' : event.format === 'hybrid' ? 'Mixed' : 'Offline'
  return `https://schema.org/${mode}EventAttendanceMode` as const
}

function offersOf(price: string | null, url: string) {
  const [, from, to, priceCurrency] = /^(\d+)(?: to (\d+))? ([A-Z]{3})$/.exec(price ?? '') ?? []
  if (to) return { '@type': 'AggregateOffer' as const, url, lowPrice: from, highPrice: to, priceCurrency }
  if (from) return { '@type': 'Offer' as const, url, price: from, priceCurrency }
  return { '@type': 'Offer' as const, url, ...(price === 'free' && { price: '0' }) }
}

const schemaStatuses = {
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
  moved_online: 'MovedOnline',
  postponed: 'Postponed',
} as const

/** schema.org's EventStatusType; a postponed event with a new date is called rescheduled there. */
export const schemaStatus = (event: EventDetail) =>
  `https://schema.org/Event${hasNewDate(event) ? 'Rescheduled' : schemaStatuses[event.status]}` as const

export function eventJsonLd(site: Site, event: EventDetail): WithContext<Event> {
  const url = `${site.url}/conferences/${event.slug}`
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    startDate: event.start_date,
    endDate: event.end_date,
    eventStatus: schemaStatus(event),
    previousStartDate: event.first_start_date ?? undefined,
    eventAttendanceMode: attendanceMode(event),
    ...(event.languages && { inLanguage: event.languages.split(', ') }),
    ...(event.price === 'free' && { isAccessibleForFree: true }),
    location: isOnline(event)
      ? { '@type': 'VirtualLocation', url: event.website ?? url }
      : {
          '@type': 'Place',
          name: event.location_name,
          address: {
            '@type': 'PostalAddress',
            addressLocality: event.location_name,
            addressCountry: event.country_name,
          },
          ...(event.position && { geo: { '@type': 'GeoCoordinates', ...event.position } }),
        },
    url,
    ...(event.description && { description: event.description.slice(0, 500) }),
    ...(event.logo_url && { image: absolutePicture(site, event.logo_url) }),
    ...((event.website || event.accounts) && {
      sameAs: [event.website ?? [], event.accounts?.split(' ') ?? []].flat(),
    }),
    ...(event.website && {
      organizer: { '@type': 'Organization', name: event.name, url: event.website },
      // Tickets are sold there.
      offers: offersOf(event.price, event.website),
    }),
    ...(event.series && {
      superEvent: {
        '@type': 'EventSeries',
        name: event.series.name,
        url: `${site.url}/series/${event.series.slug}`,
      },
    }),
    ...(event.tags.length > 0 && { keywords: event.tags.join(', ') }),
  }
}

/** A talk of the programme. */
type ListedTalk = {
  number: number
  title: string
  date: string
  start_time: string | null
  speakers: { id: string; name: string }[]
}

/** Search engines show a few: the others are on the pages of the talks. */
const maxListLength = 10

const programmeJsonLd = (site: Site, event: EventDetail, talks: ListedTalk[]) => {
  const speakers = [...new Map(talks.flatMap((talk) => talk.speakers).map((one) => [one.id, one])).values()]
  return {
    subEvent: talks.slice(0, maxListLength).map(({ number, title, date, start_time }) => ({
      '@type': 'Event' as const,
      name: title,
      startDate: start_time ? `${date}T${start_time}` : date,
      url: `${site.url}/conferences/${event.slug}/talks/${number}`,
    })),
    performer: speakers.slice(0, maxListLength).map(({ id, name }) => ({
      '@type': 'Person' as const,
      name,
      url: `${site.url}/speakers/${id}`,
    })),
  }
}

/** What an event's page says of itself to machines; `image` is the path of its share image, `talks` are those of the shown day. */
export const eventPageJsonLd = (site: Site, event: EventDetail, image: string, talks: ListedTalk[] = []) => [
  {
    image: site.url + image,
    ...eventJsonLd(site, event),
    ...(talks.length > 0 && programmeJsonLd(site, event, talks)),
  },
  breadcrumbs(
    site,
    { name: 'Conferences', path: '/conferences' },
    { name: event.name, path: `/conferences/${event.slug}` },
  ),
]

export function eventListJsonLd(site: Site, events: EventCard[]): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: events.map((event, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: event.name,
      url: `${site.url}/conferences/${event.slug}`,
    })),
  }
}

/** What search engines and other sites show under an event's name. */
export function describeEvent(event: EventDetail): string {
  const meaning = meaningOf(event.description, event)
  const facts = `${meaning || event.name} ${inPlace(event)}, ${dateRange(event.start_date, event.end_date)}.`
  const words = !meaning && event.description && ownWords(event.description, event)
  return excerpt(words || facts, limits.excerpt)
}
