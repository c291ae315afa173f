import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'

/** What an address may not leave in the log: whoever reads it there could use it. */
const secretPattern = /([?&](?:token|code)=|\/api\/auth\/reset-password\/)[^&#?]+/g

/** The address of a request as the log has it. */
export const loggedUrl = (url: string | undefined) =>
  url?.includes('?') || url?.startsWith('/api/') ? url.replace(secretPattern, '$1***') : url

/** The database's own words quote values (a code, a token, an address): the log gets the statement and the rule that was broken. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const { code, constraint, constraint_name, query } = error as Error & Record<string, unknown>
  const safeMessage = error instanceof DrizzleQueryError || query ? `Failed query: ${String(query)}` : message
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    message: safeMessage,
    code,
    constraint: constraint ?? constraint_name,
    stack: frames?.join('\n'),
    cause: cause instanceof Error ? serializeError(cause) : undefined,
  }
}

/** The log: one line of JSON for each entry, without passwords, codes and tokens. */
export const createLog = (level: string, destination: Parameters<typeof pino>[1]) =>
  pino({ level, base: null, serializers: { err: serializeError } }, destination)
