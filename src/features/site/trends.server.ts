import { sql } from 'drizzle-orm'
import { howConditions } from '#features/directory/event-list.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { TrendSeries, Trends, TrendsOf } from './trends.schemas.ts'

/** The years up to this one, and the panels of topics and countries. */
const yearCount = 10
const panelCount = 9

type Counted = { name: string; year: number; count: number }

/** The names with the most of all years, most first, each with a figure for each year. */
function seriesOf(counted: Counted[], years: number[]): TrendSeries[] {
  const byName = Map.groupBy(counted, ({ name }) => name)
  const total = (name: string) => byName.get(name)!.reduce((sum, { count }) => sum + count, 0)
  return [...byName.keys()]
    .sort((one, other) => total(other) - total(one) || (one < other ? -1 : 1))
    .slice(0, panelCount)
    .map((name) => ({
      name,
      values: years.map((year) => byName.get(name)!.find((row) => row.year === year)?.count ?? 0),
    }))
}

/** What is counted by year of all conferences, or of those of a topic or country. Each statement reads them once; the answer is kept until one changes. */
export async function readTrends(db: Database, { topic, country }: TrendsOf, today: string): Promise<Trends> {
  const lastYear = Number(today.slice(0, 4))
  const years = Array.from({ length: yearCount }, (_, index) => lastYear - yearCount + 1 + index)
  const conditions = [
    sql`start_date between ${`${years[0]}-01-01`}::date and ${`${lastYear}-12-31`}::date`,
    ...(topic === undefined ? [] : [sql`tags @> array[${topic}]::text[]`]),
    ...(country === undefined ? [] : [sql`country_key = fold(${listedCountry(country)})`]),
  ]
  const chosen = sql`(select id, extract(year from start_date)::integer as year, tags, city_key, country_key, country_name, status
    from events where ${sql.join(conditions, sql` and `)}) as chosen`
  const isAll = topic === undefined && country === undefined
  const [events, topics, countries, talks, talkTopics, newSpeakers] = await Promise.all([
    rows<{ year: number; count: number; online: number }>(db)`
      select year, count(*)::integer as count, count(*) filter (where not ${howConditions['in-person']})::integer as online
      from ${chosen} group by year`,
    rows<Counted>(db)`
      select tag as name, year, count(*)::integer as count from ${chosen} cross join lateral unnest(tags) as tag
      ${topic === undefined ? sql`` : sql`where tag <> ${topic}`} group by 1, 2`,
    rows<Counted>(db)`
      select min(country_name) as name, year, count(*)::integer as count from ${chosen}
      where country_key <> 'online' group by country_key, year`,
    rows<{ year: number; count: number; recorded: number }>(db)`
      select year, count(*)::integer as count, count(talks.video_url)::integer as recorded
      from ${chosen} join talks on talks.event_id = chosen.id group by year`,
    rows<Counted>(db)`
      select topics.name, year, count(*)::integer as count
      from ${chosen} join talks on talks.event_id = chosen.id join talk_topics on talk_id = talks.id
      join topics on topics.id = topic_id
      ${topic === undefined ? sql`` : sql`where topics.name <> ${topic}`} group by 1, 2`,
    rows<{ year: number; count: number }>(db)`
      select year, count(*)::integer as count from (
        select min(extract(year from talks.date))::integer as year
        from talk_speakers join talks on talks.id = talk_id
        ${isAll ? sql`` : sql`where talks.event_id in (select id from ${chosen})`} group by speaker_id
      ) as firsts group by year`,
  ])
  const byYear = <Row extends { year: number }>(counted: Row[], value: (row: Row) => number) =>
    years.map((year) => {
      const row = counted.find((candidate) => candidate.year === year)
      return row ? value(row) : 0
    })
  return {
    years,
    conferences: byYear(events, ({ count }) => count),
    online: byYear(events, ({ online }) => online),
    topics: seriesOf(topics, years),
    countries: country === undefined ? seriesOf(countries, years) : [],
    talks: byYear(talks, ({ count }) => count),
    talk_topics: seriesOf(talkTopics, years),
    recorded: byYear(talks, ({ recorded }) => recorded),
    new_speakers: byYear(newSpeakers, ({ count }) => count),
  }
}
