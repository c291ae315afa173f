/** The kinds of notification; each can be muted. */
export const notificationKinds = [
  'claim_decided',
  'claim_received',
  'event_changed',
  'event_invitation',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Labels in the account settings. */
export const notificationLabels: Record<NotificationKind, string> = {
  claim_decided: 'A claim of mine was approved or rejected',
  claim_received: 'Somebody claims a conference or a speaker profile (administrators)',
  event_changed: 'A conference that I attend or own changes its date, place or owner',
  event_invitation: 'Somebody invites me to a conference',
}

/** The pagination cursor of a notification. */
export const cursorOf = ({ created_at, id }: { created_at: string; id: string }) => `${created_at}_${id}`
