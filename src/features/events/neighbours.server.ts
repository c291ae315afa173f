import { type SQL, sql } from 'drizzle-orm'
import { limits, serverLimits } from '#src/limits.ts'
import { hasPlaceBeside, unconfirmedAfter } from './confirmed-editions.server.ts'

const columns = sql.raw('id, name, slug, start_date, end_date, location_name, country_name, status')

const hasPlace = hasPlaceBeside(sql`events`, sql`earlier`)

/**
 * A lateral item of `from`: the first confirmed event after `earlier` in its series. Without a series: with its name without the year,
 * in the same country, within two years. Namesakes in one country cannot be told apart by their names.
 */
export const nextEditionOf = () => sql`
  select * from (
    (
      select ${columns} from events
      where series_id = earlier.series_id and start_date > earlier.end_date and ${hasPlace}
      order by start_date, id limit 1
    ) union all (
      select ${columns} from events
      where earlier.series_id is null and conference_key = earlier.conference_key and country_key = earlier.country_key
        and start_date > earlier.end_date and start_date <= earlier.end_date + ${serverLimits.nextEditionDays}::integer
        and ${hasPlace}
      order by start_date, id limit 1
    )
  ) as edition`

/**
 * The other editions of the series of `earlier`, or those with its name in its country, newest first: a name may be that
 * of several conferences, so the page says which of the two it is.
 */
export const otherEditionsOf = () => sql`
  select * from (
    (
      select ${columns} from events where series_id = earlier.series_id and id <> earlier.id and ${hasPlace}
      order by start_date desc, id limit ${serverLimits.otherEditions}
    ) union all (
      select ${columns} from events
      where earlier.series_id is null and conference_key = earlier.conference_key and country_key = earlier.country_key
        and conference_key <> '' and id <> earlier.id and ${hasPlace}
      order by start_date desc, id limit ${serverLimits.otherEditions}
    )
  ) as edition`

/** The words of a name that are not of its place: an index has them (migrations/0116). */
export const stemOf = (event: SQL) =>
  sql`conference_stem(${event}.conference_key, ${event}.city_key, ${event}.country_key)`

/**
 * What comes after `earlier` with its name in another place, or under another name there: first in its city, then what is
 * to come, then in its country, the newest first. Whether it is of the same conference only the descriptions can tell.
 */
export const similarEventsOf = (today: string) => sql`
  select ${columns}, left(description, ${limits.excerpt}) as description from events
  where ${stemOf(sql`events`)} = ${stemOf(sql`earlier`)} and ${stemOf(sql`earlier`)} <> ''
    and start_date > earlier.end_date and status <> 'cancelled' and ${hasPlace}
    and (series_id is null or series_id is distinct from earlier.series_id)
  order by city_key = earlier.city_key desc, end_date >= ${today}::date desc, country_key = earlier.country_key desc,
    case when end_date >= ${today}::date then start_date end, start_date desc, id limit ${serverLimits.similarEvents}`

/**
 * Others of the name of `earlier` in other places: those to come, then the newest. A name that is the topic alone ('UX
 * London') is that of many.
 */
export const namesakesOf = (today: string) => sql`
  select ${columns}, series_id, coalesce(${hasPlace}, false) as has_place, left(description, ${limits.excerpt}) as description from events
  where ${stemOf(sql`events`)} = ${stemOf(sql`earlier`)}
    and replace(${stemOf(sql`earlier`)}, ' ', '') <> all (earlier.tags || '{""}') and status <> 'cancelled'
    and case when earlier.series_id is null
      then (conference_key, country_key) <> (earlier.conference_key, earlier.country_key)
      else series_id is distinct from earlier.series_id end
  order by end_date >= ${today}::date desc, case when end_date >= ${today}::date then start_date end,
    start_date desc, id limit ${serverLimits.otherEditions}`

/** The same for the event before `later` in its series. */
export const previousEditionOf = () => sql`
  select ${columns} from events where series_id = later.series_id and start_date < later.start_date
    and ${hasPlaceBeside(sql`events`, sql`later`)}
  order by start_date desc, id desc limit 1`

/** What members listed under its name, or put into its series, and nobody has confirmed. */
export const unconfirmedEditionsOf = () => unconfirmedAfter(columns, serverLimits.unconfirmedEditions)
