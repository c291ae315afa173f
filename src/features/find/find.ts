import type { LinkOptions } from '@tanstack/react-router'
import { cityText, nameWithStatus } from '#features/events/event-text.ts'
import type { NearCity } from '#features/events/events.schemas.ts'
import { editionsText } from '#features/series/series.ts'
import { dateRange, shortDay } from '#lib/dates.ts'
import { count, fold, searchForm, searchWords } from '#lib/text.ts'
import type { FindResults } from './find.schemas.ts'
import { recordLinks } from './record-links.ts'

const joinParts = (...parts: (string | null)[]) => parts.filter(Boolean).join(', ')

type Item = { label: string; detail: string; link: LinkOptions }
export type Section = { title: string; isTitleHidden?: boolean; items: Item[] }

/** How well a section fits what was typed: 2 if something is called just so, 1 if something is called by all its words. */
function closeness({ items }: Section, typed: string): number {
  const words = searchWords(typed).map(searchForm)
  const isNamed = (label: string) => words.every((word) => ` ${searchForm(label)}`.includes(` ${word}`))
  if (items.some(({ label }) => fold(label) === fold(typed.trim()))) return 2
  return items.some(({ label }) => isNamed(label)) ? 1 : 0
}

/**
 * The results as sections of links, one for each kind; empty kinds are left out. The kind that `typed` names comes first:
 * a person's full name the person, and their talks after.
 */
export const sectionsOf = (
  { events, series, talks, speakers, topics, places }: FindResults,
  typed: string,
): Section[] => {
  const all: Section[] = [
    {
      title: 'Events',
      items: events.map(({ name, slug, start_date, end_date, location_name, country_name, status }) => ({
        label: nameWithStatus({ name, status }),
        detail: `${dateRange(start_date, end_date)} · ${joinParts(cityText(location_name), country_name)}`,
        link: recordLinks.events({ slug }),
      })),
    },
    {
      title: 'Series',
      items: series.map((row) => ({
        label: row.name,
        detail: editionsText(row),
        link: recordLinks.series(row),
      })),
    },
    {
      title: 'Talks',
      items: talks.map(({ number, title, date, has_video, speakers, event_name, event_slug }) => ({
        label: title,
        detail: [joinParts(...speakers), event_name, shortDay(date), has_video && 'with video']
          .filter(Boolean)
          .join(' · '),
        link: recordLinks.talks({ event_slug, number }),
      })),
    },
    {
      title: 'Speakers',
      items: speakers.map(({ id, name, location_name, country_name }) => ({
        label: name,
        detail: joinParts(location_name && cityText(location_name), country_name),
        link: recordLinks.speakers({ id }),
      })),
    },
    {
      title: 'Topics',
      items: topics.map(({ name, event_count }) => ({
        label: name,
        detail: count(event_count, 'event', 'events'),
        link: recordLinks.topics({ name }),
      })),
    },
    {
      title: 'Places',
      items: places.map(({ city, country }) => ({
        label: city ? cityText(city) : country,
        detail: city ? country : 'Country',
        link: recordLinks.places({ city, country }),
      })),
    },
  ]
  return all
    .filter(({ items }) => items.length > 0)
    .sort((one, other) => closeness(other, typed) - closeness(one, typed))
}

/** Cities with conferences to come around the one that was typed, as a section; nothing without them. */
export const nearbySection = (cities: NearCity[]): Section[] =>
  cities.length === 0
    ? []
    : [
        {
          title: 'Nearby',
          items: cities.map(({ city, country, kilometres, from, count: coming }) => ({
            label: `${cityText(city)}, ${country}`,
            detail: `${kilometres > 0 ? `${kilometres} km from ${from}` : `in ${from}`} · ${coming} upcoming`,
            link: recordLinks.places({ city, country }),
          })),
        },
      ]
