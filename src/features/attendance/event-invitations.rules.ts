import { canEditEvent } from '#features/events/events.rules.ts'

/** Whoever may edit an event may invite to it, and sees who was invited. */
export const canInvite = canEditEvent
