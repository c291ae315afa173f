import { reports } from '#features/reports/reports.tables.ts'
import type { Database } from '#platform/database/db.ts'

type NewReport = Omit<typeof reports.$inferInsert, 'reason'> &
  Partial<Pick<typeof reports.$inferInsert, 'reason'>>

/** Inserts a report, because of spam if not given. */
export async function makeReport(db: Database, fields: NewReport) {
  const [report] = await db
    .insert(reports)
    .values({ reason: 'spam', ...fields })
    .returning()
  return report!
}
