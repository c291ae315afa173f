import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { Logger } from 'pino'
import { isDiskFull } from '#server/database/embedded/embedded.ts'

/** PostgreSQL's classes of "not now": connection, resources, shutdown; and the codes of a network that is not there. */
const unavailable = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|CONNECTION_\w+|ENOSPC|EPIPE|ETIMEDOUT)$/

/** Whether the database can't be asked at the moment, so that trying again later makes sense. */
export function isUnavailable(error: unknown): boolean {
  return isDiskFull(error) || codesOf(error).some((code) => unavailable.test(code))
}

/** PostgreSQL's "no such character": a text with a NUL can be asked for, and is never there. */
const unstorable = '22021'

function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let each = error; each instanceof Error; each = each.cause)
    codes.push(String((each as { code?: unknown }).code))
  return codes
}

/**
 * What the caller is told. A declared error goes out as it is; anything else is logged under an id, and the caller
 * gets one plain sentence and that id.
 */
export function publicError(error: unknown, log: Logger): ORPCError<string, unknown> {
  if (error instanceof ORPCError && error.status < 500) return error
  if (codesOf(error).includes(unstorable))
    return new ORPCError('BAD_REQUEST', { message: 'This text holds a character that no text may hold' })
  const id = randomUUID().slice(0, 8)
  log.error({ id, err: error }, 'unexpected error')
  // A procedure's own sentence for its failures (Meta in procedure.ts, or a declared error).
  const told = error instanceof ORPCError ? error.message : undefined
  return isUnavailable(error)
    ? new ORPCError('SERVICE_UNAVAILABLE', {
        message: told ?? 'Hallway is busy. Please try again in a moment.',
        data: { id },
      })
    : new ORPCError('INTERNAL_SERVER_ERROR', {
        message: told ?? 'An unexpected error occurred',
        data: { id },
      })
}
