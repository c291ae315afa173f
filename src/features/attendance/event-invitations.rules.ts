import { canEditEvent } from '#features/events/events.rules.ts'

/** Who may edit an event may invite to it, and sees who was invited. */
export const canInvite = canEditEvent
