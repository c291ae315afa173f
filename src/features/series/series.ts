import { takesPlace } from '#features/events/event-status.ts'
import { month } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { ListedSeries, SeriesEdition } from './series.schemas.ts'

export const yearOf = ({ start_date }: { start_date: string }) => Number(start_date.slice(0, 4))

/** The edition that runs or is the next to come. */
export const nextEditionOf = (editions: SeriesEdition[], today: string) =>
  editions.findLast((edition) => edition.end_date >= today && takesPlace(edition))

/** '6 editions, 2012 to 2027'. */
export function editionsText(
  series: Pick<ListedSeries, 'edition_count' | 'first_date' | 'last_date'>,
): string {
  const [first, last] = [series.first_date.slice(0, 4), series.last_date.slice(0, 4)]
  return `${count(series.edition_count, 'edition', 'editions')}, ${first === last ? first : `${first} to ${last}`}`
}

const list = (words: string[]) => words.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** Where no next edition is listed: when the last ones were, or undefined before the second one. */
export function usualMonth(editions: SeriesEdition[], today: string): string | undefined {
  const lastOnes = editions
    .filter((edition) => edition.end_date < today && edition.status !== 'cancelled')
    .slice(0, 3)
  if (lastOnes.length < 2) return
  const months = [...new Set(lastOnes.map(({ start_date }) => month(start_date)))]
  return `The last ${lastOnes.length === 3 ? 'three' : 'two'} were in ${list(months)}.`
}

export type YearFigures = {
  year: number
  talks: number
  videos: number
  /** `none`: no edition; `bare`: one without talks. */
  state: 'none' | 'bare' | 'talks' | 'cancelled' | 'announced'
}

/** The years from the first edition to the last, also those without one. */
export function figuresByYear(editions: SeriesEdition[], today: string): YearFigures[] {
  const years = editions.map(yearOf)
  const first = Math.min(...years)
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, index) => {
    const year = first + index
    const ofYear = editions.filter((edition) => yearOf(edition) === year)
    const talks = ofYear.reduce((sum, edition) => sum + edition.talks, 0)
    const videos = ofYear.reduce((sum, edition) => sum + edition.videos, 0)
    return { year, talks, videos, state: stateOf(ofYear, talks, today) }
  })
}

function stateOf(editions: SeriesEdition[], talks: number, today: string): YearFigures['state'] {
  if (editions.length === 0) return 'none'
  if (editions.every(({ status }) => status === 'cancelled')) return 'cancelled'
  if (talks > 0) return 'talks'
  return editions.some(({ end_date }) => end_date >= today) ? 'announced' : 'bare'
}

/** '2012', '2012 and 2013', '2012 and 2014 to 2016'. */
export function yearRanges(years: number[]): string {
  const ranges: [number, number][] = []
  for (const year of [...new Set(years)].sort((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last?.[1] === year - 1) last[1] = year
    else ranges.push([year, year])
  }
  return list(
    ranges.flatMap(([from, to]) =>
      to - from < 2 ? [...new Set([from, to])].map(String) : [`${from} to ${to}`],
    ),
  )
}

/** The topics of the editions with their years, those of the most editions first. */
export function topicsByYear(editions: SeriesEdition[]): { name: string; years: number[] }[] {
  const yearsByTopic = new Map<string, number[]>()
  for (const edition of editions)
    for (const tag of edition.tags) yearsByTopic.set(tag, [...(yearsByTopic.get(tag) ?? []), yearOf(edition)])
  return [...yearsByTopic]
    .map(([name, years]) => ({ name, years }))
    .sort((one, other) => other.years.length - one.years.length || one.name.localeCompare(other.name))
}
