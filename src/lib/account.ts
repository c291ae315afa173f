import { pageViewerHeaders } from './page-viewer.ts'

/** An error of the account endpoints (Better Auth, /api/auth): `message` is for the person, `code` for the form. */
export class AccountError extends Error {
  code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

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
    throw new AccountError('Hallway could not be reached. Please check your connection.', 'UNREACHABLE')
  }
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  throw new AccountError(
    answer.message ?? 'An unexpected error occurred',
    answer.code ?? String(response.status),
  )
}
