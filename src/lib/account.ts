import { ORPCError } from '@orpc/client'
import { pageViewerHeaders } from './page-viewer.ts'

/** An error of the account endpoints (Better Auth, /api/auth): `message` is for the person, `code` for the form. */
export class AccountError extends Error {
  code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** There is no answer of Hallway's own: no connection, or (`isAnswered`) what the proxy in front of it says, or a crash. */
export class UnreachableError extends Error {
  constructor(isAnswered = false) {
    super(
      isAnswered
        ? 'Something went wrong on our side.'
        : 'Hallway could not be reached. Please check your connection.',
    )
  }
}

/** Whether the server answered with an error of its own. */
export const isRefusal = (error: unknown): error is ORPCError<string, unknown> | AccountError =>
  error instanceof ORPCError || error instanceof AccountError

/** Whether a request was refused because the session has ended meanwhile. */
export const isSessionOver = (error: unknown) =>
  isRefusal(error) && ['UNAUTHORIZED', 'SESSION_EXPIRED'].includes(error.code)

/** Posts to an account endpoint and returns its answer. Throws an AccountError with the server's message. */
export async function callAccount<Answer = unknown>(
  path: string,
  body: Record<string, unknown> = {},
): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...pageViewerHeaders() },
      body: JSON.stringify(body),
    })
  } catch {
    throw new UnreachableError()
  }
  const answer = await response.json().catch(() => undefined)
  if (response.ok) return answer ?? {}
  if (!answer) throw new UnreachableError(true)
  throw new AccountError(
    answer.message ?? 'An unexpected error occurred',
    answer.code ?? String(response.status),
  )
}
