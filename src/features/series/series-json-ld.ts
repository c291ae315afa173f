import type { EventSeries, WithContext } from 'schema-dts'
import { placeOf } from '#features/events/event-text.ts'
import type { Site } from '#lib/head.ts'
import { count, excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { SeriesDetail } from './series.schemas.ts'
import { yearOf } from './series.ts'

export const seriesJsonLd = (site: Site, series: SeriesDetail): WithContext<EventSeries> => ({
  '@context': 'https://schema.org',
  '@type': 'EventSeries',
  name: series.name,
  url: `${site.url}/series/${series.slug}`,
  ...(series.description && { description: series.description.slice(0, 500) }),
  ...(series.website && { sameAs: series.website }),
  subEvent: series.editions.map((edition) => ({
    '@type': 'Event',
    name: edition.name,
    startDate: edition.start_date,
    endDate: edition.end_date,
    location: placeOf(edition),
    url: `${site.url}/conferences/${edition.slug}`,
  })),
})

/** What search engines and other sites show under the name of a series. */
export function describeSeries({ name, description, editions, edition_count }: SeriesDetail): string {
  const first = yearOf(editions.at(-1)!)
  return excerpt(
    description ||
      `${name}: ${count(edition_count, 'edition', 'editions')} since ${first}, with talks and recordings.`,
    limits.excerpt,
  )
}
