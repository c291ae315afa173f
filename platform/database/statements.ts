import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'drizzle-orm'

/** `isPlannedAnew`: it is of several reads, and is planned for its values each time. */
export type Statement = { sql: string; params: unknown[]; isPlannedAnew?: boolean }

const statementStorage = new AsyncLocalStorage<Statement[]>()

let count = 0

/** How many statements this process has sent. */
export const statementCount = () => count

/** Counts statements, and records them for `watchStatements`; otherwise it costs one look-up. */
export function recordStatement(sql: string, params: unknown[], isPlannedAnew?: boolean): void {
  count++
  statementStorage.getStore()?.push({ sql, params, isPlannedAnew })
}

export const statementLogger: Logger = { logQuery: (sql, params) => recordStatement(sql, params) }

/** Runs `work` and returns its result with the statements that it made, in order. An outer call does not see them. */
export async function watchStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = []
  const result = await statementStorage.run(statements, work)
  return { result, statements }
}
