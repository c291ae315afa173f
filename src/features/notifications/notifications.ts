/** What a person can be told of; each kind can be switched off. */
export const notificationKinds = [
  'claim_decided',
  'claim_received',
  'event_changed',
  'event_invitation',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** How the account settings name the kinds. */
export const notificationLabels: Record<NotificationKind, string> = {
  claim_decided: 'A claim of mine was approved or rejected',
  claim_received: 'Somebody claims a conference or a speaker profile (administrators)',
  event_changed: 'A conference that I attend or own changes its date, place or owner',
  event_invitation: 'Somebody invites me to a conference',
}

/** Where in the list a notification stands, as the API takes it. */
export const momentAndId = ({ created_at, id }: { created_at: string; id: string }) => `${created_at}_${id}`
