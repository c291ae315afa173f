import { ORPCError } from '@orpc/server'
import type { Logger } from 'pino'
import { codesOf, isDiskFull, isUnavailable } from '#platform/database/unavailable.ts'
import { newRequestId, requestId } from '#platform/request-id.ts'

export const busyMessage = 'Hallway is busy. Please try again in a moment.'
export const fullMessage =
  'The disk of this site is full: nothing can be saved until there is space. Its operator sees this, too.'

/** PostgreSQL's code for an invalid character: a text with a NUL can't be stored or searched for. */
const invalidCharacterCode = '22021'

/**
 * The error that the caller gets. A declared error is returned as it is; anything else is logged, and the caller gets one
 * plain sentence and the id of the request, which leads to its lines in the log.
 */
export function publicError(error: unknown, log: Logger): ORPCError<string, unknown> {
  if (error instanceof ORPCError && error.status < 500) return error
  if (codesOf(error).includes(invalidCharacterCode))
    return new ORPCError('BAD_REQUEST', { message: 'This text contains a character that is not allowed' })
  const id = requestId() ?? newRequestId()
  if (isDiskFull(error)) log.warn({ id }, 'a change was refused: the disk is full')
  else log.error({ id, err: error }, 'unexpected error')
  // A procedure's own sentence for its failures (Meta in procedure.ts, or a declared error).
  const ownMessage = error instanceof ORPCError ? error.message : undefined
  return isUnavailable(error)
    ? new ORPCError('SERVICE_UNAVAILABLE', {
        message: ownMessage ?? (isDiskFull(error) ? fullMessage : busyMessage),
        data: { id },
      })
    : new ORPCError('INTERNAL_SERVER_ERROR', {
        message: ownMessage ?? 'An unexpected error occurred',
        data: { id },
      })
}
