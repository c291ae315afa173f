import { limits } from '#src/limits.ts'

/** Whose suggestions were often accepted adds links at once; whoever may edit the talk's links can take them down. */
export const isTrusted = (accepted: number) => accepted >= limits.acceptedLinksForTrust
