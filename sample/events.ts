import { formSlug, importSlug } from '#features/events/slug.ts'
import { addDays, at, firstDay } from './calendar.ts'
import { comingConferences } from './conferences-coming.ts'
import { pastConferences } from './conferences-past.ts'
import { recurringConferences } from './conferences-recurring.ts'
import { placeOf } from './places.ts'
import { idOf } from './stable.ts'
import type { Conference } from './types.ts'

const conferences = [...recurringConferences, ...comingConferences, ...pastConferences]

const seriesName = ({ name }: Conference) => name.replace('{year}', '').trim()

/** The conferences that have a year in their names. */
export const sampleSeries = recurringConferences
  .filter(({ name }) => name.includes('{year}'))
  .map((conference) => ({
    id: idOf('series', seriesName(conference)),
    name: seriesName(conference),
    slug: importSlug(seriesName(conference)),
    website: conference.website ? `https://example.com/${importSlug(seriesName(conference))}` : null,
  }))

const editionOf = (conference: Conference) => {
  const series = sampleSeries.find(({ name }) => name === seriesName(conference))
  return series && { series_id: series.id, confirmation: 'series' as const }
}

/** Every edition of every conference, dated relative to `today`. `edition` is 0 for the latest one, then -1, -2. */
export function sampleEvents(today: string) {
  return conferences.flatMap((conference) =>
    [0, ...(conference.editions ?? [])].map((edition) => {
      const start_date = firstDay(today, conference.day, edition)
      const year = start_date.slice(0, 4)
      const slug = conference.slug
        ? `${conference.slug}-${year}`
        : formSlug(conference.name.replace('{year}', ''), start_date)
      const place = placeOf(conference.place)
      // Listed half a year before the start, or recently if the start is further away.
      const listedOn = [addDays(start_date, -180), addDays(today, -(3 + (conference.day % 20)))].sort()[0]!
      return {
        conference: conference.name,
        edition,
        owner: conference.owner,
        row: {
          id: idOf('event', slug),
          name: conference.name.replace('{year}', year),
          slug,
          description: conference.about,
          start_date,
          end_date: addDays(start_date, conference.days - 1),
          location_name: place.city,
          country_name: place.country,
          website: conference.website ? `https://example.com/${slug}` : null,
          time_zone: place.zone,
          ...editionOf(conference),
          tags: [...conference.tags],
          created_at: at(listedOn, 9),
          updated_at: at(listedOn, 9),
        },
      }
    }),
  )
}

export type SampleEvent = ReturnType<typeof sampleEvents>[number]
