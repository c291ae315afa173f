import { limits } from '#src/limits.ts'

type Person = { isAdmin: boolean }

export const seesAllInvitations = (viewer: Person) => viewer.isAdmin

/** How many more codes a person may create; null if unlimited. */
export const invitationsLeft = (viewer: Person, createdCount: number): number | null =>
  viewer.isAdmin ? null : Math.max(0, limits.invitationCodes - createdCount)
