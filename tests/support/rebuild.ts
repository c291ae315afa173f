import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#platform/database/statements.ts'

/** A Drizzle statement from its text and parameters, to be run again or explained. */
export function rebuild({ sql: text, params }: Statement): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(params[Number(part) - 1])}`,
    ),
  )
}
