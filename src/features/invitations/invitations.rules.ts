import { limits } from '#src/limits.ts'

type Person = { isAdmin: boolean }

export const seesAllInvitations = (viewer: Person) => viewer.isAdmin

/** How many more codes a person may create who has `made` some; null where there is no limit. */
export const invitationsLeft = (viewer: Person, made: number): number | null =>
  viewer.isAdmin ? null : Math.max(0, limits.invitationCodes - made)
