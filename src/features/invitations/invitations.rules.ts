import { limits } from '#src/limits.ts'

type Person = { isAdmin: boolean }

export const seesAllInvitations = (viewer: Person) => viewer.isAdmin

/**
 * How many codes a person may have, and how many more they may create; null if unlimited. A code that expired or was revoked
 * without being used is not counted.
 */
export function invitationQuota(viewer: Person, { counted, extra }: { counted: number; extra: number }) {
  if (viewer.isAdmin) return { limit: null, left: null }
  const limit = limits.invitationCodes + extra
  return { limit, left: Math.max(0, limit - counted) }
}
