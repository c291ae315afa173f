import { type SQL, sql } from 'drizzle-orm'
import {
  type EventCounts,
  type EventSelection,
  factFilters,
  type NearSelection,
} from '#features/events/events.schemas.ts'
import { searchTerms } from '#lib/search-terms.ts'
import { undecidedPlace } from '#lib/undecided-place.ts'
import type { Database } from '#platform/database/db.ts'
import { rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import { holdsAll, indexHoldsAll, type Words } from '#platform/database/search.ts'
import { limits } from '#src/limits.ts'
import {
  dayRanges,
  howConditions,
  inRanges,
  isOnOrToCome,
  runningOn,
  selectionConditions,
  where,
} from './event-list.server.ts'

/**
 * Events that are counted: the next ones to come, or the newest of a past year. Counting reads each of them, so this and
 * not the size of the directory is what it costs. Real directories have a few hundred events to come.
 */
const countedRows = 1500
const maxChoices = 200

/** The condition on words, from their index. */
export const ofWords = (words: Words): SQL[] => (words.length > 0 ? [indexHoldsAll(words)] : [])

/** With true for each kind of choice that was not made. */
const all = (conditions: SQL[]) => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`)

/** What each further choice would leave, with the other facts and the place that are chosen. */
const choiceCounts = sql.raw(`
  count(*) filter (where has_words and has_topic and is_in_country and is_in_month and has_facts and is_online)::integer as online,
  count(*) filter (where has_words and has_topic and is_in_country and is_in_month and has_facts and is_in_person)::integer as in_person,
  count(*) filter (where has_words and has_topic and is_in_country and is_in_month and is_how and has_facts and price = 'free')::integer as free,
  count(*) filter (where has_words and has_topic and is_in_country and is_in_month and is_how and has_facts and captions = 'yes')::integer as captions,
  (select coalesce(json_agg(choice), '[]') from (
    select format as name, count(*)::integer as count from chosen
    where has_words and has_topic and is_in_country and is_in_month and is_how and has_facts and format is not null
    group by format order by 2 desc, 1
  ) as choice) as formats,
  (select coalesce(json_agg(choice), '[]') from (
    select language as name, count(*)::integer as count from chosen cross join unnest(string_to_array(languages, ', ')) as language
    where has_words and has_topic and is_in_country and is_in_month and is_how and has_facts
    group by language order by 2 desc, 1 limit ${maxChoices}
  ) as choice) as languages,
  (select coalesce(json_agg(choice), '[]') from (
    select name, count(*)::integer as count from (
      select unnest(tags) as name from chosen where has_words and is_in_country and is_in_month and is_how and has_facts
    ) as tagged
    group by name order by 2 desc, 1 limit ${maxChoices}
  ) as choice) as topics,
  (select coalesce(json_agg(choice), '[]') from (
    select min(country_name) as name, count(*)::integer as count from chosen
    where has_words and has_topic and is_in_month and is_how and has_facts and country_key <> 'online' and country_key !~ '${undecidedPlace.source}'
    group by country_key order by 2 desc, 1 limit ${maxChoices}
  ) as choice) as countries,`)

const read = sql.raw(
  'start_date, end_date, status, city_key, country_key, location_name, country_name, tags, doc, format, languages, price, captions',
)
const limit = sql.raw(`limit ${countedRows + 1}`)

/**
 * The events that are counted, before the other choices: what is to come, or the year or months that are chosen, or with
 * `past` and neither all that is over and meets `conditions`.
 */
export function countedEvents(
  selection: EventSelection & { when?: 'coming' | 'past' },
  today: string,
  conditions: SQL[] = [],
) {
  const { when, year, month = [] } = selection
  const isOfPeriod = when === 'past' || year !== undefined || month.some((day) => day < today.slice(0, 7))
  // The chosen months are a choice among those that are counted, unless they are the period themselves.
  const isAllPast = isOfPeriod && !year && month.length === 0
  const ranges = isAllPast
    ? [{ until: today }]
    : isOfPeriod
      ? dayRanges(year ? { year } : { month })
      : [{ from: today }]
  const counted = isOfPeriod
    ? sql`select ${read} from events ${where([...(isAllPast ? conditions : []), ...inRanges(ranges)])} order by start_date desc ${limit}`
    : sql`
      (select ${read} from events ${where(inRanges(ranges))} order by start_date ${limit})
      union all select ${read} from ${runningOn(today)}`
  return { counted, isOfPeriod, ofMonths: month.length > 0 ? inRanges(dayRanges({ month })) : [] }
}

/**
 * What a selection holds, in each month, too, and with `areChoicesRead` what each further choice would leave. It counts what
 * is to come, or the year or months that are chosen, also with `past`. A choice is counted under the other kinds of choices,
 * not under its own: several countries mean any of them.
 */
export async function countEvents(
  db: Database,
  { when, ...selection }: EventSelection & { when?: 'coming' | 'past' },
  today: string,
  areChoicesRead: boolean,
): Promise<EventCounts> {
  const { words, topics, countries, how, near, facts } = await selectionConditions(db, selection, today)
  const { counted, isOfPeriod, ofMonths } = countedEvents({ when, ...selection }, today, [
    ...ofWords(words),
    ...near,
    // Among all that is past they would be cut off; of these the other choices are counted.
    ...(topics.length > 0 ? topics : countries),
  ])
  const [row] = await rows<Omit<EventCounts, 'is_complete' | 'is_period' | 'terms'>>(db)`
      with chosen as materialized (
        select start_date, country_key, country_name, tags, format, languages, price, captions,
          ${isOfPeriod ? isOnOrToCome(today) : sql.raw('true')} as is_coming,
          ${howConditions.online} as is_online, ${howConditions['in-person']} as is_in_person,
          ${all(words.length > 0 ? [holdsAll(words)] : [])} as has_words,
          ${all(topics)} as has_topic, ${all(countries)} as is_in_country, ${all(how)} as is_how,
          ${all([...facts, ...near])} as has_facts, ${all(ofMonths)} as is_in_month
        from (${counted}) as counted
      )
      select
        count(*)::integer as "all",
        count(*) filter (where has_words and has_topic and is_in_country and is_in_month and is_how and has_facts and is_coming)::integer as coming,
        count(*) filter (where has_words and has_topic and is_in_country and is_in_month and is_how and has_facts and not is_coming)::integer as past,
        ${areChoicesRead ? choiceCounts : sql.raw('')}
        (select coalesce(json_agg(choice), '[]') from (
          select to_char(min(start_date), 'YYYY-MM') as name,
            count(*) filter (where is_coming)::integer as coming, count(*) filter (where not is_coming)::integer as past
          from chosen
          where has_words and has_topic and is_in_country and is_how and has_facts
          group by date_part('year', start_date), date_part('month', start_date) order by 1 limit ${sql.raw(`${maxChoices}`)}
        ) as choice) as months
      from chosen ${genericPlan}`
  const isComplete = row!.all <= countedRows
  const terms = searchTerms(selection.search ?? '', today).map(({ words, meaning = null }) => ({
    words: words.join(' '),
    meaning,
  }))
  return { ...row!, is_complete: isComplete, is_period: isOfPeriod, terms }
}

/** Terms of a search that are left out in turn. */
const maxNearTerms = 4

/**
 * Where a selection holds nothing: what it holds without one term of its words, or without the choices of one kind; what
 * still holds nothing is left out.
 */
export async function countNear(
  db: Database,
  selection: EventSelection,
  today: string,
): Promise<NearSelection[]> {
  const parts: { part: NearSelection['part']; word: string | null; rest: EventSelection }[] = []
  const terms = searchTerms(selection.search ?? '', today).map(({ words }) => words.join(' '))
  if (terms.length > 1)
    for (const word of terms.slice(0, maxNearTerms)) {
      const otherTerms = terms.filter((other) => other !== word)
      parts.push({ part: 'word', word, rest: { ...selection, search: otherTerms.join(' ') } })
    }
  for (const part of ['topics', 'country', 'month', 'year', 'how', 'near', ...factFilters] as const)
    if (selection[part] !== undefined)
      parts.push({ part, word: null, rest: { ...selection, [part]: undefined } })
  const counted = parts.map(async ({ rest }) => {
    const { words, topics, countries, how, near, facts } = await selectionConditions(db, rest, today)
    const ranges = dayRanges(rest)
    if (ranges.length === 0) return sql`array[0, 0]`
    const conditions = [
      ...(words.length > 0 ? [indexHoldsAll(words)] : []),
      ...topics,
      ...countries,
      ...how,
      ...facts,
      ...near,
    ]
    // For the sake of the limit the planner would read the whole table until it has so many: words that are common each may have no event together.
    const matches = sql`
      with hits as materialized (select end_date from events ${where([...conditions, ...inRanges(ranges)])})
      select end_date from hits limit ${limits.nearCounted}`
    return sql`(select array[count(*), count(*) filter (where end_date >= ${today}::date)]::integer[] from (${matches}) as matches)`
  })
  if (counted.length === 0) return []
  const [row] = await rows<{ counts: [count: number, coming: number][] }>(db)`
    select array[${sql.join(await Promise.all(counted), sql`, `)}] as counts`
  return parts
    .map(({ part, word }, index) => {
      const [count, coming] = row!.counts[index]!
      return { part, word, count, coming }
    })
    .filter(({ count }) => count > 0)
}
