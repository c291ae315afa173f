import { type SQL, sql } from 'drizzle-orm'
import { rows } from '#platform/database/db.ts'
import { numberedPage } from '#platform/database/numbered-page.ts'
import { holds, indexHolds, joined } from '#platform/database/search.ts'
import { adminOnly, get } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type AdminEvent, adminEventsPage, adminEventsQuery } from './admin-events.schemas.ts'
import type { EventSort } from './admin-events.ts'

const columns = sql.raw(
  'id, name, slug, start_date, end_date, location_name, country_name, status, first_start_date, first_end_date',
)
const keys: Record<EventSort, [column: string, direction: 'asc' | 'desc']> = {
  newest: ['start_date', 'desc'],
  oldest: ['start_date', 'asc'],
  name: ['name_key', 'asc'],
  'name-desc': ['name_key', 'desc'],
}

/** Only ids are skipped, along an index and from the nearer end; the rows are read for one page. */
export const adminEvents = adminOnly
  .route(get('/managed/events', 'All events by page number, searched by name, city or country'))
  .meta({ failure: 'Failed to load events. Please try again.' })
  .input(adminEventsQuery)
  .output(adminEventsPage)
  .handler(async ({ context: { db }, input: { search, sort, size, page: requestedPage } }) => {
    const condition = search ? sql`where ${matches(search)}` : sql``
    const [countRow] = await rows<{ n: number }>(db)`select count(*)::integer as n from events ${condition}`
    const total = countRow?.n ?? 0
    const { page, pages, length, offset, isBackwards } = numberedPage(
      requestedPage,
      total,
      size ? Number(size) : limits.adminEventsPerPage,
    )
    const [column, direction] = keys[sort]
    const order = (isReversed: boolean) => {
      const sqlDirection = sql.raw((direction === 'asc') !== isReversed ? 'asc' : 'desc')
      return sql`order by ${sql.raw(column)} ${sqlDirection}, id ${sqlDirection}`
    }
    const pageIds = sql`select id from events ${condition} ${order(isBackwards)} limit ${length} offset ${offset}`
    const events = await rows<AdminEvent>(db)`
      select ${columns} from events where id in (${pageIds}) ${order(false)}`
    return { events, page, pages, total }
  })

/** The index finds rows by their search text, which includes topics; the columns restrict it to name, city and country. */
function matches(search: string): SQL {
  const columns = ['name_key', 'city_key', 'country_key'].map((name) => holds(search, joined(name)))
  return sql`${indexHolds(search)} and (${sql.join(columns, sql` or `)})`
}
