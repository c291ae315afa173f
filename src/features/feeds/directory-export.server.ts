import { type SQL, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { directorySearch } from '#features/directory/search.ts'
import { withPositions } from '#features/directory/selected-places.server.ts'
import type { EventCall } from '#features/events/event-calls.schemas.ts'
import { callsOfEvent, isListed } from '#features/events/event-calls.server.ts'
import { exportHeaders, storedHeaders, tagSeparator } from '#features/listing/csv-import.ts'
import { byteOrderMark, csvCell } from '#features/programme-export/csv.ts'
import { parseSearch } from '#lib/search-params.ts'
import { type Database, rowsAsJson } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { selectionCondition } from './feed-routes.server.ts'

type ExportedEvent = Record<
  Exclude<(typeof exportHeaders)[number], 'tags' | 'location_name' | 'country_name'>,
  string | null
> & {
  location_name: string
  country_name: string
  tags: string[]
  /** In JSON, all of each. */
  calls: EventCall[] | null
}

const eventsAtOnce = 1000

type Options = {
  db: Database
  site: { url: string }
  today: () => string
  viewerOf: (c: Context<Host>) => Promise<Viewer>
}

/** /admin/export/conferences.csv and .json: the directory's list with its filters, whole, for administrators. */
export function directoryExportRoutes(app: Hono<Host>, { db, site, today, viewerOf }: Options) {
  app.get('/admin/export/:file{conferences\\.(?:csv|json)}', async (c) => {
    const headers = { 'cache-control': 'private, no-store' }
    if (!(await viewerOf(c))?.isAdmin)
      return c.text('Only administrators can export the directory', 403, headers)
    const file = c.req.param('file')
    const search = directorySearch(parseSearch(new URL(c.req.url).search))
    const isCsv = file.endsWith('.csv')
    const exported = await readDirectory(db, await selectionCondition(db, search, today()), site, !isCsv)
    return c.body(
      isCsv ? csv(exported) : `${JSON.stringify(await withPositions(exported), null, 1)}\n`,
      200,
      {
        ...headers,
        'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${file}"`,
      },
    )
  })
}

/** A picture that was uploaded has a path here. */
const columnsAt = (site: { url: string }) =>
  sql.join(
    storedHeaders.map((name) =>
      name === 'logo_url'
        ? sql`case when logo_url like '/%' then ${site.url}::text else '' end || logo_url as logo_url`
        : sql.identifier(name),
    ),
    sql`, `,
  )

/** A column of the call for talks of an event, the first to close. */
const talksCall = (column: 'url' | 'closes_on') => sql`(
  select ${sql.identifier(column)} from calls where calls.event_id = events.id and kind = 'talks' and ${isListed} order by closes_at, id limit 1
)`

/** Without those whose licence forbids to pass them on. A thousand at a time: one statement for all would keep whoever asks the embedded database meanwhile waiting. */
async function readDirectory(db: Database, condition: SQL, site: { url: string }, isJson: boolean) {
  const exported: ExportedEvent[] = []
  for (;;) {
    const last = exported.at(-1)
    const isNext = last ? sql`(start_date, slug) > (${last.start_date}::date, ${last.slug})` : sql`true`
    const batch = await rowsAsJson<ExportedEvent>(db)`
      select ${columnsAt(site)}, tags, slug, ${isJson ? callsOfEvent(new Date().toISOString()) : sql`null`} as calls,
        ${talksCall('url')} as cfp_url, ${talksCall('closes_on')} as cfp_end_date, ${`${site.url}/conferences/`}::text || slug as url
      from events where (${condition}) and ${isNext} and not exists (
        select from event_origins where event_origins.event_id = events.id and is_restricted
      )
      order by start_date, slug limit ${eventsAtOnce}`
    exported.push(...batch)
    if (batch.length < eventsAtOnce) return exported
  }
}

const csv = (exported: ExportedEvent[]) =>
  [
    byteOrderMark + exportHeaders.join(','),
    ...exported.map((event) =>
      exportHeaders
        .map((column) => csvCell(column === 'tags' ? event.tags.join(tagSeparator) : (event[column] ?? '')))
        .join(','),
    ),
    '',
  ].join('\r\n')
