import type { Viewer } from '#server/procedures/procedure.ts'
import { refusal as refused } from './as-person.ts'

/** A person of the factories as viewer. */
export const viewerOf = (
  person: { id: string; name: string; email: string },
  isAdmin = false,
): NonNullable<Viewer> => ({
  id: person.id,
  name: person.name,
  email: person.email,
  isAdmin,
  avatar_url: null,
  unread: 0,
})

/** The message of the error that a call rejects with, or undefined if it succeeds. */
export const refusal = async (call: Promise<unknown>) => (await refused(call))?.message

type Issue = { path: PropertyKey[]; message: string }

/** The validation messages of a call, by field. */
export async function fieldErrors(call: Promise<unknown>): Promise<Record<string, string>> {
  try {
    await call
    return {}
  } catch (error) {
    const { issues = [] } = (error as { data?: { issues?: Issue[] } }).data ?? {}
    if (issues.length === 0) throw error
    return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  }
}
