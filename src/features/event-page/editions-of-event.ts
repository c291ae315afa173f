import { cityText, cityWithoutState } from '#features/events/event-text.ts'
import type { EventDetail, NeighbourEditions } from '#features/events/events.schemas.ts'
import { isDayOpen, isOnline, isOnlinePlace, isOver } from '#features/events/events.ts'
import { daysBetween, monthName } from '#lib/dates.ts'
import { count, fold } from '#lib/text.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'

export type LaterEdition = NeighbourEditions['others'][number]

/** Where a conference that is over goes on: the first edition that one can still go to, else the newest. */
export function laterEdition(
  event: Pick<EventDetail, 'end_date' | 'today'>,
  { others }: Pick<NeighbourEditions, 'others'>,
): LaterEdition | null {
  const later = others.filter((edition) => edition.start_date > event.end_date && isNotCancelled(edition))
  return later.find((edition) => !isOver(edition, event.today)) ?? later.at(-1) ?? null
}

const isNotCancelled = ({ status }: Pick<LaterEdition, 'status'>) => status !== 'cancelled'

/** Over for more than a year: its website may be that of a later edition, or of somebody else. */
export const isLongOver = (event: Pick<EventDetail, 'end_date'>, today: string) =>
  daysBetween(event.end_date, today) > 365

/** One day, where each of two or more other editions took several. */
export const isEndOpen = (
  { start_date, end_date }: Pick<EventDetail, 'start_date' | 'end_date'>,
  editions: Pick<LaterEdition, 'start_date' | 'end_date'>[],
) =>
  start_date === end_date &&
  editions.length > 1 &&
  editions.every((edition) => edition.end_date > edition.start_date)

/** How often, where and when the editions of a series take place: '7 editions since 2017, always in Berlin, usually in December'. */
export function rhythmOf(
  allEditions: Pick<LaterEdition, 'start_date' | 'location_name' | 'status'>[],
): string {
  const editions = allEditions.filter(isNotCancelled)
  const cancelled = allEditions.length - editions.length
  const since = Math.min(...editions.map(({ start_date }) => Number(start_date.slice(0, 4))))
  const places = [...new Set(editions.map(({ location_name }) => location_name))]
  const cities = places.filter((place) => !isOnlinePlace(place) && !isUndecidedPlace(place))
  const months = editions.map(({ start_date }) => monthName(start_date.slice(0, 7)).replace(/ \d+$/, ''))
  const usual = months.find(
    (month) => months.filter((other) => other === month).length * 3 >= months.length * 2,
  )
  const ofLast = editions
    .map(({ start_date }, index) => ({ start_date, month: months[index] }))
    .sort((one, other) => (one.start_date < other.start_date ? 1 : -1))
    .slice(0, 3)
  const latest =
    ofLast.length === 3 && ofLast.every(({ month }) => month === ofLast[0]!.month) && ofLast[0]!.month
  const where = [
    cities.length > 1 ? `in ${cities.length} cities` : cities[0] && `in ${cityText(cities[0])}`,
    places.some(isOnlinePlace) && 'online',
  ].filter(Boolean)
  return [
    `${count(editions.length, 'edition', 'editions')} listed since ${since}`,
    where.length > 0 && `${places.length === 1 ? 'always ' : ''}${where.join(' and ')}`,
    usual ? `usually in ${usual}` : latest && `lately in ${latest}`,
    cancelled > 0 && `${cancelled} cancelled`,
  ]
    .filter(Boolean)
    .join(', ')
}

const lengths = ['one-day', 'two-day', 'three-day', 'four-day', 'five-day', 'six-day', 'seven-day']

type LeadFacts = Pick<
  EventDetail,
  'start_date' | 'end_date' | 'location_name' | 'country_name' | 'format' | 'tags' | 'status'
>

/** What a conference is, as far as it is known: 'A two-day conference about ruby in Matsue. 17 editions listed since 2009.' */
export function leadOf(
  event: LeadFacts,
  editions: Pick<LaterEdition, 'start_date' | 'end_date' | 'location_name' | 'status'>[],
): string {
  const { start_date, end_date, location_name, format } = event
  const isLengthKnown = !isDayOpen(event) && !isEndOpen(event, editions)
  const length = isLengthKnown && lengths[daysBetween(start_date, end_date)]
  const topics = event.tags.filter((tag) => fold(tag) !== 'research')
  const kind = topics.length < event.tags.length ? 'research conference' : 'conference'
  const about = topics
    .slice(0, 3)
    .map((topic) => topic.replaceAll('-', ' '))
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')
  const place = isOnline(event)
    ? 'online'
    : isUndecidedPlace(location_name)
      ? ''
      : `in ${cityWithoutState(location_name)}${format === 'hybrid' ? ' and online' : ''}`
  const sentence = ['A', length, kind, about && `about ${about}`, place].filter(Boolean).join(' ')
  return `${sentence}.${editions.length > 1 ? ` ${rhythmOf([event, ...editions])}.` : ''}`
}
