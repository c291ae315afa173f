import type { Hono } from 'hono'
import { csvCell } from '#features/programme-export/csv.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Respond } from '#platform/procedures/respond.ts'
import { readTrends } from './trends.server.ts'
import { chartGroups } from './trends.ts'
import { trendsSearch } from './trends-search.ts'

/** /trends.csv: the figures of the page with the same parameters, a line for each figure. */
export function trendsRoutes(app: Hono<Host>, { respond, today }: { respond: Respond; today: () => string }) {
  app.get('/trends.csv', (c) =>
    respond(c, async (db, search) => {
      const trends = await readTrends(db, trendsSearch(search), today())
      const lines = chartGroups(trends).flatMap(({ title, charts }) =>
        charts.flatMap(({ name, values, of }) =>
          values.map((value, index) => [title, name, trends.years[index]!, value, of?.[index] ?? '']),
        ),
      )
      const body = [['group', 'name', 'year', 'count', 'of'], ...lines]
        .map((cells) => `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`)
        .join('')
      return {
        contentType: 'text/csv; charset=utf-8',
        body,
        tags: ['events', 'talks', 'speakers', 'topics', 'coverage'],
        fileName: 'trends.csv',
      }
    }),
  )
}
