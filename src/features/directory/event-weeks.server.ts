import { sql } from 'drizzle-orm'
import type { EventWeek, WeekSelection } from '#features/events/events.schemas.ts'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { dayIn } from '#lib/time-zones.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import { holdsAll } from '#platform/database/search.ts'
import { countedEvents } from './event-counts.server.ts'
import { howConditions, selectionConditions, where } from './event-list.server.ts'
import { cityCondition } from './selected-places.server.ts'

/** How many events of a selection begin in each week of this month and the eleven next; those that are on count in the week of today. */
export async function countWeeks(
  db: Database,
  selection: WeekSelection,
  today: string,
): Promise<EventWeek[]> {
  const { city, ...filters } = selection
  // In a city its own day decides what is on.
  const day = city === undefined ? today : dayIn((await findPlace(city))?.time_zone ?? null, today)
  const nextYear = `${Number(today.slice(0, 4)) + 1}-${today.slice(5, 7)}-01`
  const { counted } = countedEvents({ ...filters, year: undefined, month: undefined }, today)
  const { words, ...conditions } = await selectionConditions(db, filters, today)
  const counts = sql`
    select date_trunc('week', greatest(start_date, ${day}::date))::date::text as week,
      count(*) filter (where start_date > ${day}::date and ${howConditions['in-person']})::integer as in_person,
      count(*) filter (where start_date > ${day}::date and not ${howConditions['in-person']})::integer as online,
      count(*) filter (where ${day}::date between start_date and end_date)::integer as running
    from (${counted}) as counted
    ${where([
      sql`start_date < ${nextYear}::date`,
      ...(words.length > 0 ? [holdsAll(words)] : []),
      ...Object.values(conditions).flat(),
      ...(city === undefined ? [] : [await cityCondition(db, city)]),
    ])}
    group by 1 order by 1`
  return rows<EventWeek>(db)`${counts} ${genericPlan}`
}
