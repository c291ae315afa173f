import { sql } from 'drizzle-orm'
import { limits } from '#src/limits.ts'

/**
 * A lateral item of `from`: the first event after `earlier` with its name without the year, in the same country, within two
 * years. Namesakes in one country cannot be told apart by their names.
 */
export const nextEditionOf = () => sql`
  select id, name, slug, start_date, end_date, location_name, country_name from events
  where conference_key = earlier.conference_key and country_key = earlier.country_key
    and start_date > earlier.end_date and start_date <= earlier.end_date + ${limits.nextEditionDays}::integer
  order by start_date, id limit 1`
