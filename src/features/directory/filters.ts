import { type EventFormat, formatLabels } from '#features/events/event-provisions.ts'
import type { MonthCounts, NearSelection } from '#features/events/events.schemas.ts'
import { monthName } from '#lib/dates.ts'
import { languageName } from '#lib/language-name.ts'
import { count, fold, searchWords } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { toggleValue } from './facets.ts'
import { type DirectorySearch, firstPageOf, isNarrowed } from './search.ts'

/** How many filters are chosen, besides the words. */
export const filterCount = ({ search: _, within: __, ...filters }: Record<string, unknown>) =>
  Object.values(filters)
    .flat()
    .filter((value) => value !== undefined).length

export const hows = [
  { how: 'in-person', label: 'In person' },
  { how: 'online', label: 'Online' },
] as const

export const howLabel = (value: string) => hows.find(({ how }) => how === value)?.label ?? value

type FactFilter = 'format' | 'language' | 'free' | 'captions'

/** What a choice of a fact is called. */
export const factLabels: Record<FactFilter, (value: string) => string> = {
  format: (value) => formatLabels[value as EventFormat] ?? value,
  language: languageName,
  free: () => 'Free',
  captions: () => 'Captions',
}
export const factFilterNames = Object.keys(factLabels) as FactFilter[]

/** What stands in place of the two lists of the directory. */
export const emptyTexts = {
  later: 'No upcoming events found. Try adjusting your search or filters.',
  earlier: 'No past events found for these filters.',
}

type Chip = { label: string; searchWithout: DirectorySearch }
type Terms = MonthCounts['terms']

/** A search without some of its words. */
function withoutTerm(search: DirectorySearch, term: string): DirectorySearch {
  const removedWords = searchWords(term).map(fold)
  const remainingWords = searchWords(search.search ?? '').filter((word) => !removedWords.includes(fold(word)))
  return { ...firstPageOf(search), search: remainingWords.join(' ') || undefined }
}

/** 'Within 100 km of Bergen' */
const nearLabel = ({ near, within = limits.nearDefaultKilometres }: DirectorySearch) =>
  `Within ${within} km of ${near}`

/** What a search is narrowed by, but for its topics, each with the search without it. */
export function chipsOf(search: DirectorySearch, terms: Terms): Chip[] {
  const { year, country = [], month = [], how, near } = search
  const firstPage = firstPageOf(search)
  const without = (name: 'country' | 'month') => (value: string) => ({
    label: name === 'month' ? monthName(value) : value,
    searchWithout: { ...firstPage, [name]: toggleValue(search[name], value) },
  })
  return [
    ...terms.map(({ words, meaning }) => ({
      label: fold(words) === fold(meaning ?? '') ? meaning! : `“${words}”${meaning ? ` or ${meaning}` : ''}`,
      searchWithout: terms.length > 1 ? withoutTerm(search, words) : { ...firstPage, search: undefined },
    })),
    ...(year ? [{ label: String(year), searchWithout: { ...firstPage, year: undefined } }] : []),
    ...(how ? [{ label: howLabel(how), searchWithout: { ...firstPage, how: undefined } }] : []),
    ...factFilterNames.flatMap((name) => {
      const value = search[name]
      return value
        ? [{ label: factLabels[name](value), searchWithout: { ...firstPage, [name]: undefined } }]
        : []
    }),
    ...(near
      ? [{ label: nearLabel(search), searchWithout: { ...firstPage, near: undefined, within: undefined } }]
      : []),
    ...month.toSorted().map(without('month')),
    ...country.map(without('country')),
  ]
}

/** A selection that is near: without one of its parts, and what that part is called. */
export function nearChip(search: DirectorySearch, { part, word }: NearSelection): Chip {
  const firstPage = firstPageOf(search)
  if (part === 'word') return { label: `“${word}”`, searchWithout: withoutTerm(search, word ?? '') }
  const labels = {
    year: () => String(search.year),
    how: () => howLabel(search.how ?? ''),
    topics: () => search.topics?.join(', ') ?? '',
    country: () => search.country?.join(', ') ?? '',
    month: () => search.month?.map(monthName).join(', ') ?? '',
    near: () => nearLabel(search),
  }
  if (isFactFilter(part))
    return {
      label: factLabels[part](search[part] ?? ''),
      searchWithout: { ...firstPage, [part]: undefined },
    }
  return { label: labels[part](), searchWithout: { ...firstPage, [part]: undefined } }
}

const isFactFilter = (part: string): part is FactFilter => part in factLabels

const more = ({ is_complete }: MonthCounts) => (is_complete ? '' : '+')

/** 'of how many' the upcoming events are: '10 of 155 to come'. */
export function upcomingTotal(counts: MonthCounts, search: DirectorySearch): string {
  const plus = more(counts)
  if (!isNarrowed(search)) return `${counts.coming.toLocaleString('en')}${plus} to come`
  return counts.is_period
    ? count(counts.coming, 'conference', 'conferences', plus)
    : `${counts.coming.toLocaleString('en')}${plus} of ${counts.all.toLocaleString('en')}${plus} to come`
}

/** How many past events there are, where they were counted: those of a year or of months. */
export const pastTotal = (counts: MonthCounts) =>
  counts.is_period ? count(counts.past, 'conference', 'conferences', more(counts)) : undefined

/** How many events each month has, yyyy-MM. Where not all were counted, no figure is better than a wrong one. */
export const monthCounts = ({ months, is_complete }: MonthCounts, part: 'coming' | 'past') =>
  new Map(is_complete ? months.map((month) => [month.name, month[part]]) : [])

/** The number of results for screen readers. */
export const resultSummary = (counts: MonthCounts, past: number, isLastPage: boolean): string =>
  `${counts.coming.toLocaleString('en')}${more(counts)} upcoming and ${count(past, 'past event', 'past events', isLastPage ? '' : ' or more')} found`
