import { sql } from 'drizzle-orm'
import { serverLimits } from '#src/limits.ts'
import { hasPlaceBeside, unconfirmedAfter } from './confirmed-editions.server.ts'

const columns = sql.raw('id, name, slug, start_date, end_date, location_name, country_name, status')

const hasPlace = hasPlaceBeside(sql`events`, sql`earlier`)

/** A lateral item of `from`: the first confirmed event after `earlier` in its series. */
export const nextEditionOf = () => sql`
  select ${columns} from events
  where series_id = earlier.series_id and start_date > earlier.end_date and ${hasPlace}
  order by start_date, id limit 1`

/** The other editions of the series of `earlier`, newest first. */
export const otherEditionsOf = () => sql`
  select ${columns} from events where series_id = earlier.series_id and id <> earlier.id and ${hasPlace}
  order by start_date desc, id limit ${serverLimits.otherEditions}`

/** The event before `later` in its series. */
export const previousEditionOf = () => sql`
  select ${columns} from events where series_id = later.series_id and start_date < later.start_date
    and ${hasPlaceBeside(sql`events`, sql`later`)}
  order by start_date desc, id desc limit 1`

/** What members put into its series, or what is proposed for it, and nobody has confirmed. */
export const unconfirmedEditionsOf = () => unconfirmedAfter(columns, serverLimits.unconfirmedEditions)
