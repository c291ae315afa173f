import { type SQL, sql } from 'drizzle-orm'
import { containing } from '#lib/text.ts'
import { rows } from '#server/database/db.ts'
import { numberedPage } from '#server/database/numbered-page.ts'
import { indexHolds } from '#server/database/search.ts'
import { adminOnly } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type ManagedEvent, managedEvents, managedEventsQuery } from './admin-events.schemas.ts'
import type { EventSort } from './admin-events.ts'

const columns = sql.raw('id, name, slug, start_date, end_date, location_name, country_name')
const keys: Record<EventSort, [column: string, direction: 'asc' | 'desc']> = {
  newest: ['start_date', 'desc'],
  oldest: ['start_date', 'asc'],
  name: ['name_key', 'asc'],
  'name-desc': ['name_key', 'desc'],
}

/** Keys alone are walked, along an index, from whichever end is nearer. */
export const managed = adminOnly
  .route({
    method: 'GET',
    path: '/managed/events',
    tags: ['Events'],
    summary: 'All events by page number, searched by name, city or country',
  })
  .meta({ failure: 'Failed to load events. Please try again.' })
  .input(managedEventsQuery)
  .output(managedEvents)
  .handler(async ({ context: { db }, input: { search, sort, page: asked } }) => {
    const matching = search ? sql`where ${matches(search)}` : sql``
    const [counted] = await rows<{ n: number }>(
      db,
      sql`select count(*)::integer as n from events ${matching}`,
    )
    const total = counted?.n ?? 0
    const { page, pages, length, offset, isBackwards } = numberedPage(asked, total, limits.adminEventsPerPage)
    const [column, direction] = keys[sort]
    const order = (isReversed: boolean) => {
      const way = sql.raw((direction === 'asc') !== isReversed ? 'asc' : 'desc')
      return sql`order by ${sql.raw(column)} ${way}, id ${way}`
    }
    const walked = sql`select id from events ${matching} ${order(isBackwards)} limit ${length} offset ${offset}`
    const events = await rows<ManagedEvent>(
      db,
      sql`select ${columns} from events where id in (${walked}) ${order(false)}`,
    )
    return { events, page, pages, total }
  })

/** The index knows the search text, in which topics stand too; the columns say whether it is one of the three. */
function matches(search: string): SQL {
  const pattern = containing(search)
  return sql`${indexHolds(search)} and (name_key like ${pattern} or city_key like ${pattern} or country_key like ${pattern})`
}
